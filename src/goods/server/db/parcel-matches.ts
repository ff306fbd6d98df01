import { sql, type RawBuilder } from "kysely";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { containsWords } from "#platform/server/db/search-by-part.ts";

/**
 * Whether the number of a parcel or the code of our label contains `search`, in groups or not, or shop, order reference and
 * contents contain its words, in any case and width. `parcel` is its name in the query.
 */
export function parcelMatches(search: string, parcel: RawBuilder<unknown>): RawBuilder<unknown> {
  const texts = containsWords(search, sql`${parcel}.searched_contents`);
  const part = normaliseTrackingNumber(search);
  if (part === "") return sql`(${texts})`;
  return sql`(position(${part} in ${parcel}.searched_text) > 0 or ${texts})`;
}
