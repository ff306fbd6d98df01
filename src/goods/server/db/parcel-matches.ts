import { sql, type RawBuilder } from "kysely";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";

/**
 * Whether the number of a parcel, the code of our label, the shop, the order reference or the contents contains `search`, in
 * any case and width; numbers also in groups. `parcel` is its name in the query.
 */
export function parcelMatches(search: string, parcel: RawBuilder<unknown>): RawBuilder<unknown> {
  const texts = sql`position(search_key(${search}) in ${parcel}.searched_contents) > 0`;
  const part = normaliseTrackingNumber(search);
  if (part === "") return sql`(${texts})`;
  return sql`(position(${part} in ${parcel}.searched_text) > 0 or ${texts})`;
}
