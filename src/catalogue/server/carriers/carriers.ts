import type { Carrier, EnteredCarrier } from "#catalogue/contract/carriers.ts";
import type { Context, SignedInContext } from "#platform/server/context.ts";
import {
  listCarrierRows,
  insertCarrier,
  lockCarriers,
  updateCarrierRow,
  isCarrier,
  listCarrierNames,
  findCarrierByName,
} from "./carrier-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { maxCarriers, numberPlaceholder, parseTrackingPage } from "#catalogue/rules/carrier.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Language, NamesByLanguage } from "#platform/rules/language.ts";
import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";

/** Every carrier, also those that are not offered any more. */
export async function listCarriers({ db }: Pick<Context, "db">): Promise<{ items: Carrier[] }> {
  return { items: await listCarrierRows(db) };
}

/** What carriers are called in each language, in the order of the screens. */
export async function readNamesOfCarriers(
  db: Db,
  codes: readonly string[],
): Promise<NamesByLanguage[]> {
  const { items } = await listCarriers({ db });
  return items
    .filter(({ code }) => codes.includes(code))
    .map(({ name, nameZhHant, nameZhHans }) => ({
      en: name,
      "zh-Hant-HK": nameZhHant ?? name,
      "zh-Hans": nameZhHans ?? name,
    }));
}

/**
 * Adds a carrier after those that exist. Throws `missing_information` without a name, `invalid_tracking_page`,
 * `carrier_exists` when the code or the name is taken, and `too_many_carriers`.
 */
export async function createCarrier(
  context: SignedInContext,
  input: { readonly carrierCode: string; readonly fields: EnteredCarrier },
): Promise<Carrier> {
  const { carrierCode: code } = input;
  const fields = parseCarrier(input.fields);
  const { db } = context;
  const now = context.now();
  const others = await lockCarriers(db);
  if (others.some((other) => other.code === code)) throw apiError("carrier_exists");
  checkCarrierName(fields.name, others);
  if (others.length >= maxCarriers) throw apiError("too_many_carriers");
  const carrier = await insertCarrier(db, { code, ...fields, createdAt: now, updatedAt: now });
  await context.audit({ after: fields });
  context.log.info({ carrierCode: code }, "Carrier added");
  return carrier;
}

/**
 * Changes a carrier. Throws `not_found`; `missing_information` without a name, or without a page where Track Shipment
 * opens it; `invalid_tracking_page`; `carrier_exists` when another one has the name; and `conflict` (with the stored
 * carrier as `current`) when it was changed after `expectedVersion`.
 */
export async function updateCarrier(
  context: SignedInContext,
  input: {
    readonly carrierCode: string;
    readonly fields: EnteredCarrier;
  },
): Promise<Carrier> {
  const { carrierCode: code } = input;
  const fields = parseCarrier(input.fields);
  const { db } = context;
  const all = await lockCarriers(db);
  const before = all.find((carrier) => carrier.code === code);
  if (before === undefined) throw apiError("not_found");
  const edit = context.edits<CarrierFields>(before, fields, before.version, before);
  if (edit === null) return before;
  if (before.isOnTrackPage && fields.trackingPage === null) throw apiError("missing_information");
  checkCarrierName(
    fields.name,
    all.filter((carrier) => carrier !== before),
  );
  const after = await updateCarrierRow(db, code, {
    ...fields,
    version: before.version + 1,
    updatedAt: context.now(),
  });
  await context.audit(edit);
  context.log.info({ carrierCode: code }, "Carrier changed");
  return after;
}

/** What is stored of what admins enter. */
type CarrierFields = Omit<Carrier, "code" | "isOnTrackPage" | "version">;

function parsePage(text: string): string | null {
  if (text === "") return null;
  const page = parseTrackingPage(text);
  if (page === null) throw apiError("invalid_tracking_page");
  return page;
}

/** Throws `missing_information` without a name, and `invalid_tracking_page`. */
function parseCarrier(input: EnteredCarrier): CarrierFields {
  const { name, isActive, checkedOn } = input;
  if (name === "") throw apiError("missing_information");
  const ownName = (text: string) => (text === "" || text === name ? null : text);
  const trackingPage = parsePage(input.trackingPage);
  return {
    name,
    nameZhHant: ownName(input.nameZhHant),
    nameZhHans: ownName(input.nameZhHans),
    trackingPage,
    // Only a page with a place for the number can take it from its address.
    isNumberFilledIn:
      input.isNumberFilledIn && (trackingPage?.includes(numberPlaceholder) ?? false),
    isActive,
    source: input.source === "" ? null : input.source,
    checkedOn,
  };
}

/** Throws `carrier_exists` when one of `others` has the name: legs store it, so it has to name one carrier. */
function checkCarrierName(name: string, others: readonly Carrier[]): void {
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw apiError("carrier_exists");
}

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

/** The code of the carrier that a leg names in any language, otherwise of the one that its number says; null for neither. */
export async function readLegCarrier(
  db: Db,
  leg: { readonly carrier: string | null; readonly trackingNumber: string | null },
): Promise<string | null> {
  if (leg.carrier !== null) return (await findCarrierByName(db, leg.carrier)) ?? null;
  const code = recognizeCarrier(leg.trackingNumber ?? "")?.carrierCode ?? null;
  return code !== null && (await isCarrier(db, code)) ? code : null;
}
