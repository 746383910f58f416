"""The public benchmarks: where each can be downloaded, under which licence, and how it is read.

Files have fixed places below a data folder: first $MOTJUSTE_DATA, then the user's cache. A file
that is not in its place is looked for by its name in the rest of the folder, so that an unpacked
archive or a clone of the authors' repository also works.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.data_files import file_named, folder_with
from motjuste.errors import BadInputError, MissingResourceError, did_you_mean


@dataclass(frozen=True)
class Download:
    """A file to download, and its place below the data folder.

    For an archive, `members` says which files go where; if it is empty, all of them go below the
    archive's folder. Without a known `sha256` the checksum is only reported.
    """

    path: str
    url: str
    sha256: str | None = None
    archive: bool = False
    members: tuple[tuple[str, str], ...] = ()

    @property
    def made(self) -> tuple[str, ...]:
        """The files that exist after it is fetched."""
        return tuple(place for _, place in self.members) or (self.path,)


@dataclass(frozen=True)
class CatalogueEntry:
    """A benchmark of the catalogue. `path` is what its reader is given."""

    name: str
    reader: str
    path: str
    sources: tuple[Download, ...]
    licence: str
    size: str
    citation: str
    part: str | None = None

    @property
    def needs(self) -> str:
        """The file that shows whether the benchmark is present."""
        return self.sources[0].made[0]


class LocatedBenchmark(NamedTuple):
    """A benchmark of the catalogue on this machine."""

    entry: CatalogueEntry
    path: Path


_GITHUB = "https://raw.githubusercontent.com"
_CC_BY_3 = "CC-BY-3.0-US"

_SWORDS_COMMITS = {
    "v1.0": "175ed44002a751da375bbb3b5ddc7bf98594fd90",
    "v1.1": "26bd5feda718b2970d9674e0cc0ce2f5d79be520",
}
_SWORDS_SUMS = {
    "v1.0_dev": "2cb81cbee5338f57fe21c8513b55a047241593054577a76a0da16175cdc50468",
    "v1.1_dev": "bc3570786455a05f11fcb4fc7f54e117642d5fb5e98f19355028c5c7ee00c954",
}
_SWORDS_SIZES = {
    "dev": "370 targets",
    "test": "762 targets",
    "test-subset": "89 targets",
    "test-subset_reannotated": "89 targets",
}


def _swords() -> Iterator[CatalogueEntry]:
    for version, commit in _SWORDS_COMMITS.items():
        for split, size in _SWORDS_SIZES.items():
            file = f"swords-{version}_{split}.json.gz"
            source = Download(
                f"swords/{file}",
                f"{_GITHUB}/p-lambda/swords/{commit}/assets/parsed/{file}",
                _SWORDS_SUMS.get(f"{version}_{split}"),
            )
            yield CatalogueEntry(
                f"swords-{version}-{split.replace('_', '-')}",
                "swords",
                source.path,
                (source,),
                _CC_BY_3,
                size,
                "Lee et al. 2021, Swords: A Benchmark for Lexical Substitution with Improved Data "
                "Coverage and Quality",
            )


_SEMEVAL = Download(
    "semeval2007/task10data.tar.gz",
    "http://www.dianamccarthy.co.uk/files/task10data.tar.gz",
    "8a2b206a2581b35c02c3b64783fddf019a35a43acdc0a821be8cfa26e4aff245",
    archive=True,
)
_SEMEVAL_MEMBERS = {
    "trial": (
        ("trial/lexsub_trial.xml", "semeval2007/lexsub_trial.xml"),
        ("trial/gold.trial", "semeval2007/gold.trial"),
    ),
    "test": (
        ("test/lexsub_test.xml", "semeval2007/lexsub_test.xml"),
        ("scoring/gold", "semeval2007/gold.test"),
    ),
}


def _semeval() -> Iterator[CatalogueEntry]:
    for part, size in (("trial", "300 targets"), ("test", "1,710 targets")):
        source = Download(
            _SEMEVAL.path, _SEMEVAL.url, _SEMEVAL.sha256, True, _SEMEVAL_MEMBERS[part]
        )
        yield CatalogueEntry(
            f"semeval2007-{part}",
            "semeval2007",
            "semeval2007",
            (source,),
            "none stated",
            size,
            "McCarthy and Navigli 2007, SemEval-2007 Task 10: English Lexical Substitution Task",
            part,
        )


_IMS = "https://www.ims.uni-stuttgart.de/documents/ressourcen/korpora/coinco"
_COINCO_SPLIT = (
    Download(
        "coinco/devset-tokenIDs.txt",
        f"{_IMS}/devset-tokenIDs.txt",
        "f6d31675564bb538f54668eb7834dd73a3b0c1dfa530e01c815d6ee773ea0e31",
    ),
    Download(
        "coinco/testset-tokenIDs.txt",
        f"{_IMS}/testset-tokenIDs.txt",
        "8a824e57313e2f5ba8ede3e904969a88eb9384d351f22a9ad5607d4ec3b43bf8",
    ),
)
# The original, and SWORDS's version of it, in which a few dozen word forms are repaired.
_COINCO_FILES = {
    "coinco": Download(
        "coinco/coinco_patched.xml.gz",
        f"{_GITHUB}/p-lambda/swords/c1b72b271273b059f607a4ae4ac8be9c66f2aaa4"
        "/assets/public/raw/data/coinco/coinco_patched.xml.gz",
        "7f2b817a02a40bc9d8eb963acaeebe321902a3f3f86e3953e1d6d9279a8247d1",
    ),
    "coinco-original": Download(
        "coinco/coinco.xml.gz",
        f"{_IMS}/coinco.xml.gz",
        "c845a2717a043a9bb485cbdb2d4cacd69c0a054571aef914fd0e1f487421282a",
    ),
}


def _coinco() -> Iterator[CatalogueEntry]:
    for name, source in _COINCO_FILES.items():
        for part, size in ((None, "15,629"), ("dev", "10,179"), ("test", "5,450")):
            yield CatalogueEntry(
                name + (f"-{part}" if part else ""),
                "coinco",
                source.path,
                (source, *_COINCO_SPLIT),
                _CC_BY_3,
                f"{size} targets",
                "Kremer et al. 2014, What Substitutes Tell Us: Analysis of an All-Words Lexical "
                "Substitution Corpus",
                part,
            )


_SWS = f"{_GITHUB}/microsoft/SmartWordSuggestions/7f598b451471fed55d8f3afefef5a3c583725c50/data/sws"
_PROLEX = f"{_GITHUB}/BillyZhang24kobe/LS_Proficiency/main/data"
_TSAR = f"{_GITHUB}/LaSTUS-TALN-UPF/TSAR-2022-Shared-Task/main/datasets"


def _sws() -> Iterator[CatalogueEntry]:
    sws = "Wang et al. 2023, Smart Word Suggestions for Writing Assistance"
    for split, file, size, sha256 in (
        (
            "validation",
            "sws_eval.json",
            "200 sentences",
            "aaea4500127364048e33644f26010fb4be0bcb617efd96485644d0b13f613931",
        ),
        ("test", "sws_test.json", "800 sentences", None),
    ):
        source = Download(f"sws/sws_{split}.json", f"{_SWS}/{file}", sha256)
        yield CatalogueEntry(f"sws-{split}", "sws", source.path, (source,), "MIT", size, sws)


def _prolex() -> Iterator[CatalogueEntry]:
    prolex = (
        "Zhang et al. 2024, ProLex: A Benchmark for Language Proficiency-oriented Lexical "
        "Substitution"
    )
    for split in ("dev", "test"):
        file = f"ProLex_v1.0_{split}.csv"
        source = Download(f"prolex/{file}", f"{_PROLEX}/{split}/{file}")
        yield CatalogueEntry(
            f"prolex-{split}", "prolex", source.path, (source,), "none stated", "", prolex
        )


def _tsar2022() -> Iterator[CatalogueEntry]:
    tsar = "Saggion et al. 2022, Findings of the TSAR-2022 Shared Task on Lexical Simplification"
    for split, size in (("trial", "10 targets"), ("test", "373 targets")):
        file = f"tsar2022_en_{split}_gold.tsv"
        source = Download(f"tsar2022/{file}", f"{_TSAR}/{split}/{file}")
        yield CatalogueEntry(
            f"tsar2022-en-{split}",
            "tsar2022",
            source.path,
            (source,),
            "CC-BY-NC-SA-4.0",
            size,
            tsar,
        )


def _twsi() -> Iterator[CatalogueEntry]:
    source = Download(
        "twsi/TWSI2_complete.zip",
        "http://web.archive.org/web/20120303170932/http://www.ukp.tu-darmstadt.de/fileadmin/"
        "user_upload/Group_UKP/data/TWSI/TWSI2_complete.zip",
        "cf53bada15571b970a3e617b224f7f8438435c17c8e67822deb5615fd89a5d2a",
        archive=True,
    )
    yield CatalogueEntry(
        "twsi2",
        "twsi",
        "twsi/TWSI2_complete",
        (source,),
        "CC-BY-SA-4.0",
        "1,012 nouns",
        "Biemann 2012, Turk Bootstrap Word Sense Inventory 2.0",
    )


_GROUPS = (_swords, _semeval, _coinco, _sws, _prolex, _tsar2022, _twsi)
CATALOGUE: dict[str, CatalogueEntry] = {entry.name: entry for group in _GROUPS for entry in group()}


def cache_folder() -> Path:
    """Where fetched benchmarks go."""
    from platformdirs import user_cache_path

    return user_cache_path("motjuste") / "data"


def data_folders() -> list[Path]:
    """Where benchmarks are looked for, in order."""
    folder = os.environ.get("MOTJUSTE_DATA")
    return [*([Path(folder)] if folder else []), cache_folder()]


def installed(entry: CatalogueEntry) -> Path | None:
    """The place of a benchmark of the catalogue on this machine; None if it is absent."""
    for folder in data_folders():
        path = folder / entry.path
        whole_folder = path.is_dir() and entry.part is None
        if path.is_file() or whole_folder or (path.is_dir() and (folder / entry.needs).is_file()):
            return path
    elsewhere = (_elsewhere(entry, folder) for folder in data_folders() if folder.is_dir())
    return next(filter(None, elsewhere), None)


def _elsewhere(entry: CatalogueEntry, folder: Path) -> Path | None:
    """The place of a benchmark in a data folder with another layout."""
    if entry.path == entry.needs:
        return file_named(folder, Path(entry.path).name)
    if entry.reader == "semeval2007":
        return folder_with(folder, Path(entry.needs).name, "*gold*")
    return None


def find_entry(name: str) -> CatalogueEntry:
    """The entry of that name; an error that shows similar names if there is none."""
    if name not in CATALOGUE:
        raise BadInputError(
            f"unknown benchmark {name!r}{similar(name, CATALOGUE)}; "
            "names are shown by  motjuste benchmarks list"
        )
    return CATALOGUE[name]


def similar(name: str, names: Iterable[str]) -> str:
    """A question that shows the names close to a wrong one, if there are any."""
    question = did_you_mean(name, names, "", most=3, cutoff=0.5)
    return f" ({question})" if question else ""


def locate(name: str) -> LocatedBenchmark:
    """A benchmark of the catalogue by its name; if it is absent, an error says how to get it."""
    entry = find_entry(name)
    path = installed(entry)
    if path is None:
        looked = " and ".join(str(folder / entry.path) for folder in data_folders())
        raise MissingResourceError(
            f"{name} is not on this machine (looked for {looked}); "
            f"get it with  motjuste benchmarks fetch {name}"
        )
    return LocatedBenchmark(entry, path)
