// Finds a person's packages by what they type on the track page.
import { normaliseTrackingNumber } from "#core/tracking-number-text.ts";
import type { Db } from "#server/db/open.ts";
import { selectTrackedIds } from "./tracked-queries.ts";

/** A number stands on one package as a rule; more than this tell nothing more. */
const mostPackages = 5;

/** Ids of the own packages with that number, newest first; none for an empty text. */
export async function findTracked(db: Db, userId: string, text: string): Promise<string[]> {
  const number = normaliseTrackingNumber(text);
  return number === "" ? [] : await selectTrackedIds(db, userId, number, mostPackages);
}
