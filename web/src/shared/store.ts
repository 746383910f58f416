// What the browser keeps between visits. It may be forbidden or full: then the page works without.

/** What was kept under a name, if it is still what `known` says it should be. */
export function kept<Value>(name: string, known: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`motjuste.${name}`) ?? "null");
    return known(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keep a value; whether that was possible. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(`motjuste.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
