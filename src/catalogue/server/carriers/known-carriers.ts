import { apiError } from "#platform/contract/errors.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import { isCarrier, listCarrierNames, listCarrierRows } from "./carrier-queries.ts";

/** Throws `carrier_not_found` when no carrier has the code. */
export async function checkCarrierExists(db: Db, carrierCode: string): Promise<void> {
  if (!(await isCarrier(db, carrierCode))) throw apiError("carrier_not_found");
}

/** The names of carriers by their codes, as legs store them. */
export async function readCarrierNames(
  db: Db,
  carrierCodes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return await listCarrierNames(db, carrierCodes);
}

/** The names of all carriers in a language, by their codes. */
export async function readCarrierNamesIn(
  db: Db,
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const rows = await listCarrierRows(db);
  return new Map(
    rows.map(({ code, name, nameZhHant, nameZhHans }) => {
      const chinese = language === "zh-Hant-HK" ? nameZhHant : nameZhHans;
      return [code, language === "en" ? name : (chinese ?? name)];
    }),
  );
}
