import { sql, type RawBuilder } from "kysely";

/** Whether there are prices of storage on a day. */
export function areRatesInPlace(today: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from storage_rates where valid_from <= ${today})`;
}
