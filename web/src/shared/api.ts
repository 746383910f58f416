// Asking the server that sent this page: JSON in, JSON out, and failures that say what to do.

/** The server is away or has too much to do: the same may work later. */
export class AwayError extends Error {
  constructor(
    message: string,
    readonly seconds: number | null,
  ) {
    super(message);
  }
}

/** The server understood and said no: asking again gives the same. */
export class RefusedError extends Error {}

export interface Asking {
  body?: unknown;
  signal?: AbortSignal;
}

/** What the server answers. */
export async function ask<Answer>(path: string, { body, signal }: Asking = {}): Promise<Answer> {
  const response = await answered(path, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: "same-origin",
    signal: signal ?? null,
  });
  if (response.ok) return (await response.json()) as Answer;
  const message = await errorOf(response);
  if (response.status === 503 || response.status === 429) {
    throw new AwayError(message, secondsOf(response.headers.get("Retry-After")));
  }
  throw new RefusedError(message);
}

/** Whether a request failed because this page no longer wants it. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

async function answered(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new AwayError("The server does not answer.", null);
  }
}

async function errorOf(response: Response): Promise<string> {
  if (response.status === 401) return "The server wants its token: open the address it printed.";
  try {
    const { error } = (await response.json()) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not JSON: whatever stands between the page and the server has answered.
  }
  return `The server answered ${response.status} ${response.statusText}`.trim() + ".";
}

function secondsOf(header: string | null): number | null {
  const seconds = header === null ? NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
