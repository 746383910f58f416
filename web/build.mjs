// Builds every file that lies directly in src/ into the Python package; with --check nothing is
// written, and what lies there must be what would be. The same sources always give the same bytes.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "src", "motjuste", "serve", "static");
const copied = /\.(html|svg)$/;
const bundled = /\.(ts|css)$/;

async function built() {
  const names = readdirSync(join(here, "src")).sort();
  const result = await build({
    absWorkingDir: here,
    entryPoints: names.filter((name) => bundled.test(name)).map((name) => `src/${name}`),
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome105", "firefox110", "safari16"],
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const files = new Map(result.outputFiles.map((file) => [relative(out, file.path), file.contents]));
  for (const name of names.filter((name) => copied.test(name))) {
    files.set(name, readFileSync(join(here, "src", name)));
  }
  files.set("NOTICES", Buffer.from(notices(Object.keys(result.metafile.inputs))));
  files.set("build.json", Buffer.from(record(files)));
  return files;
}

// Licences ask to be shown beside what is made from the packages they belong to.
function notices(inputs) {
  const found = inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  const packages = [...new Set(found.filter(Boolean))].sort();
  const each = packages.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readFileSync(join(folder, "LICENSE"), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `The scripts in this folder contain these packages.\n\n${each.join("\n---\n\n")}`;
}

// Without node, too, a test can see by this that the sources have changed and the files have not.
function record(files) {
  const sources = createHash("sha256");
  for (const path of sourceFiles(here)) {
    sources.update(`${relative(here, path).split(sep).join("/")}\0`);
    sources.update(readFileSync(path));
    sources.update("\0");
  }
  const digests = [...files].sort().map(([name, bytes]) => [name, digest(bytes)]);
  const content = { sources: sources.digest("hex"), files: Object.fromEntries(digests) };
  return `${JSON.stringify(content, null, 1)}\n`;
}

function sourceFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const kept = entries.filter(({ name }) => name !== "node_modules" && !name.endsWith(".md"));
  return kept
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourceFiles(path) : [path];
    })
    .sort();
}

function digest(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

function stale(files) {
  const there = new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]));
  const names = new Set([...files.keys(), ...there.keys()]);
  return [...names].filter((name) => {
    const [wanted, found] = [files.get(name), there.get(name)];
    return !wanted || !found || !Buffer.from(wanted).equals(found);
  });
}

const files = await built();
if (process.argv.includes("--check")) {
  const names = stale(files);
  if (names.length > 0) {
    console.error(`stale in ${relative(process.cwd(), out)}: ${names.join(", ")}; run 'make web'`);
    process.exitCode = 1;
  }
} else {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(out, name), bytes);
}
