// The SQL about files of addresses for the upload pages of carriers.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";
import { parcelContents, parcelValues } from "#goods/server/db/parcel-values.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { LabelFileColumn } from "#shipping/rules/label-file.ts";

/** The columns that staff chose for a carrier, and the longest line of an address that it takes. */
export async function findFileSettings(db: Db, carrierCode: string) {
  return await db
    .selectFrom("carriers")
    .leftJoin("labelFileSettings as settings", "settings.carrierCode", "carriers.code")
    .select(["settings.columns", "settings.updatedAt", "carriers.addressLineCharacters"])
    .where("carriers.code", "=", carrierCode)
    .executeTakeFirst();
}

/** Locks a carrier until the transaction ends, against others who choose the columns of its file. */
export async function lockFileSettings(db: Db, carrierCode: string): Promise<void> {
  await db
    .selectFrom("carriers")
    .select("code")
    .where("code", "=", carrierCode)
    .forNoKeyUpdate()
    .execute();
}

export async function saveFileColumns(
  db: Db,
  carrierCode: string,
  change: {
    readonly columns: readonly LabelFileColumn[];
    readonly updatedBy: string;
    readonly updatedAt: Date;
  },
): Promise<void> {
  const values = { ...change, columns: JSON.stringify(change.columns) };
  await db
    .insertInto("labelFileSettings")
    .values({ carrierCode, ...values })
    .onConflict((conflict) => conflict.column("carrierCode").doUpdateSet(values))
    .execute();
}

/** An accepted package without a label, as files for carriers describe it. */
export type FileRow = {
  readonly number: bigint;
  /** In English, which carriers read. */
  readonly serviceName: string;
  readonly recipient: Recipient;
  readonly countryCode: CountryCode;
  readonly weightGrams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly contents: string;
  /** Whole minor units of the currency; null where parcels are not valued, or in several currencies. */
  readonly valueMinor: bigint | null;
  readonly currency: string | null;
};

/** Those of a carrier after the reference `after`, the oldest first. */
export async function listFileRows(
  db: Db,
  carrierCode: string,
  after: bigint,
  limit: number,
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select requests.number, services.names ->> 'en' as service_name, requests.recipient, requests.country_code,
      requests.packed_grams as weight_grams, requests.packed_length_mm as length_mm,
      requests.packed_width_mm as width_mm, requests.packed_height_mm as height_mm,
      contents.contents, worth.value_minor, worth.currency
    from ship_requests requests
    join quotes on quotes.id = requests.quote_id
    join shipping_services services on services.id = quotes.service_id
    cross join lateral (
      select coalesce(string_agg(nullif(${parcelContents(sql`p`)}, ''), '; ' order by p.created_at), '') as contents
      from ship_request_parcels chosen join inbound_parcels p on p.id = chosen.inbound_parcel_id
      where chosen.ship_request_id = requests.id and chosen.state = 'in_box'
    ) contents
    cross join lateral (
      select case when count(distinct said.currency) = 1 and count(*) = count(said.value_minor)
          then sum(said.value_minor)::bigint end as value_minor,
        case when count(distinct said.currency) = 1 and count(*) = count(said.value_minor)
          then min(said.currency) end as currency
      from ship_request_parcels chosen join inbound_parcels p on p.id = chosen.inbound_parcel_id
      cross join lateral (${parcelValues(sql`p`)}) said
      where chosen.ship_request_id = requests.id and chosen.state = 'in_box'
    ) worth
    where requests.state = 'accepted' and services.legs -> 0 ->> 'carrierCode' = ${carrierCode}
      and requests.number > ${after}
    order by requests.number limit ${limit}
  `.execute(db);
  return rows;
}

/** What importing a number needs of the request with a reference. */
export async function listReferencedRequests(
  db: Db,
  numbers: readonly string[],
): Promise<
  {
    readonly id: string;
    readonly number: bigint;
    readonly packageId: string | null;
    readonly state: ShipRequestState;
  }[]
> {
  return await db
    .selectFrom("shipRequests")
    .select(["id", "number", "packageId", "state"])
    .where("number", "=", sql<bigint>`any(${numbers}::bigint[])`)
    .execute();
}
