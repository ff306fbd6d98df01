// The only way to the browser's storage, which may be missing, blocked or full: some browsers within apps have none.

type Area = "local" | "session";

function areaOf(area: Area): Storage {
  return area === "local" ? localStorage : sessionStorage;
}

/** The stored text; null where there is none or the browser has no storage. */
export function readStored(area: Area, key: string): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** What is stored as JSON; null where there is none, it is something else, or the browser has no storage. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores the text. Returns whether the browser keeps it. */
export function writeStored(area: Area, key: string, text: string): boolean {
  try {
    areaOf(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Removes what is stored, if anything. */
export function removeStored(area: Area, key: string): void {
  try {
    areaOf(area).removeItem(key);
  } catch {
    // Without storage nothing was stored.
  }
}

/** The keys that start with `prefix`. */
export function storedKeys(area: Area, prefix: string): readonly string[] {
  try {
    return Object.keys(areaOf(area)).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
