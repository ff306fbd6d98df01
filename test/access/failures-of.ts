import { isDeepStrictEqual } from "node:util";

type Compared = { readonly expected: unknown; readonly actual: unknown };

function isCompared(error: unknown): error is Compared {
  return typeof error === "object" && error !== null && "expected" in error && "actual" in error;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of two objects only what differs, so that a line shows it. */
function differing({ expected, actual }: Compared): Compared {
  if (!isPlain(expected) || !isPlain(actual)) return { expected, actual };
  const names = Object.keys({ ...expected, ...actual }).filter(
    (name) => !isDeepStrictEqual(expected[name], actual[name]),
  );
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return { expected: pick(expected), actual: pick(actual) };
}

function textOf(error: unknown): string {
  if (!isCompared(error)) return String(error);
  const { expected, actual } = differing(error);
  return `expected ${JSON.stringify(expected)}, received ${JSON.stringify(actual)}`;
}

/** Runs a check of each operation and returns what failed, by name: a test of each would take longer than most checks. */
export async function failuresOf<Named extends { readonly name: string }>(
  all: readonly Named[],
  check: (one: Named) => Promise<void> | void,
): Promise<string[]> {
  const failures: string[] = [];
  for (const one of all) {
    try {
      await check(one);
    } catch (error) {
      failures.push(`${one.name}: ${textOf(error)}`);
    }
  }
  return failures;
}
