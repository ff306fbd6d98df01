// The prices that differ between the rates of a service and those that replace them.
import type { CountryCode } from "./country.ts";
import { amountOfWorking, bandWorking } from "./service-price.ts";
import type { RateTable } from "./shipping-service.ts";

/** How many prices that differ are named; all are counted. */
export const mostNamedChanges = 200;

/** A price that changes, for a weight to countries of the same tables; null: not available. */
export type RateChange = {
  readonly service: string;
  readonly countries: readonly CountryCode[];
  readonly weightGrams: number;
  readonly beforeCents: number | null;
  readonly afterCents: number | null;
};

/** The countries of a service that have a price before and none after. */
export function countriesLeftOut(
  before: readonly RateTable[],
  after: readonly RateTable[],
): CountryCode[] {
  const priced = new Set(after.flatMap(({ countries }) => countries));
  return before.flatMap(({ countries }) => countries.filter((code) => !priced.has(code)));
}

/** The rates of a service where those to the countries of `replaced` are these; the others stay. */
export function withRatesTo(
  rates: readonly RateTable[],
  replaced: readonly RateTable[],
): RateTable[] {
  const named = new Set(replaced.flatMap(({ countries }) => countries));
  const kept = rates.map((table) => ({
    ...table,
    countries: table.countries.filter((code) => !named.has(code)),
  }));
  return [...kept.filter(({ countries }) => countries.length > 0), ...replaced];
}

function centsAt(table: RateTable | undefined, weightGrams: number): number | null {
  const working = table === undefined ? null : bandWorking(table, weightGrams);
  return working === null ? null : amountOfWorking(working);
}

/** The last band's edge and that of the first step above it, where both tables can differ. */
function edgesOf(table: RateTable | undefined): number[] {
  if (table === undefined) return [];
  const edges = table.bands.map(({ upToGrams }) => upToGrams);
  return [...edges, (edges.at(-1) ?? 0) + (table.step?.grams ?? 1)];
}

/** Two rising lists as one, without what both have. */
function merged(one: readonly number[], other: readonly number[]): number[] {
  const all: number[] = [];
  let [place, otherPlace] = [0, 0];
  while (place < one.length || otherPlace < other.length) {
    const [edge, otherEdge] = [one[place] ?? Infinity, other[otherPlace] ?? Infinity];
    all.push(Math.min(edge, otherEdge));
    if (edge <= otherEdge) place += 1;
    if (otherEdge <= edge) otherPlace += 1;
  }
  return all;
}

type Difference = Pick<RateChange, "weightGrams" | "beforeCents" | "afterCents">;

/** Prices that differ between two tables, at every edge of both: the first `most` of them, and how many. */
function changesBetween(from: RateTable | undefined, to: RateTable | undefined, most: number) {
  const first: Difference[] = [];
  let count = 0;
  for (const weightGrams of merged(edgesOf(from), edgesOf(to))) {
    const [beforeCents, afterCents] = [centsAt(from, weightGrams), centsAt(to, weightGrams)];
    if (beforeCents === afterCents) continue;
    count += 1;
    if (first.length < most) first.push({ weightGrams, beforeCents, afterCents });
  }
  return { first, count };
}

/**
 * The first prices of a service that differ, and how many do, counting each country. Countries of the same tables are
 * compared once and named together.
 */
export function changedRates(
  service: string,
  before: readonly RateTable[],
  after: readonly RateTable[],
): { readonly first: RateChange[]; readonly count: number } {
  const placeOf = (tables: readonly RateTable[]) =>
    new Map(
      tables.flatMap(({ countries }, place) => countries.map((code) => [code, place] as const)),
    );
  const [old, added] = [placeOf(before), placeOf(after)];
  const pairs = Map.groupBy(
    new Set([...old.keys(), ...added.keys()]),
    (code) => `${old.get(code) ?? -1} ${added.get(code) ?? -1}`,
  );
  const first: RateChange[] = [];
  let count = 0;
  for (const countries of pairs.values()) {
    const [code = "HK"] = countries;
    const [from, to] = [old.get(code) ?? -1, added.get(code) ?? -1];
    const changes = changesBetween(before[from], after[to], mostNamedChanges - first.length);
    count += changes.count * countries.length;
    first.push(...changes.first.map((change) => ({ service, countries, ...change })));
  }
  return { first, count };
}
