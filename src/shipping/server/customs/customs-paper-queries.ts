// The SQL about customs papers and what they are made from.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { ServiceCustoms } from "#catalogue/rules/shipping-service.ts";
import type { WarehouseAddress } from "#catalogue/rules/warehouse.ts";
import type { Category } from "#shipping/rules/declaration.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";

/** A parcel in the box of a request. */
export type BoxedParcel = {
  readonly shipRequestId: string;
  readonly inboundParcelId: string;
  readonly weightGrams: number | null;
};

/** The parcels in the boxes of requests, the oldest first. */
export async function listBoxedParcels(
  db: Db,
  shipRequestIds: readonly string[],
): Promise<BoxedParcel[]> {
  return await db
    .selectFrom("shipRequestParcels as chosen")
    .innerJoin("inboundParcels as parcels", "parcels.id", "chosen.inboundParcelId")
    .select(["chosen.shipRequestId", "chosen.inboundParcelId", "parcels.weightGrams"])
    .where("chosen.shipRequestId", "=", sql<string>`any(${shipRequestIds}::uuid[])`)
    .where("chosen.state", "=", "in_box")
    .orderBy("parcels.createdAt")
    .orderBy("parcels.id")
    .execute();
}

/** What the papers of accepted requests follow from, besides their goods. */
export type PaperFacts = Category & {
  readonly shipRequestId: string;
  readonly countryCode: CountryCode;
  readonly customs: ServiceCustoms;
  readonly carrierName: string;
  /** What the transport costs, in cents of US dollars. */
  readonly freightCents: number;
  /** Of the box; 0 where it is none of ours. */
  readonly emptyGrams: number;
  readonly warehouseName: string;
  readonly warehouseAddress: WarehouseAddress;
  readonly warehouseCountry: CountryCode;
  readonly warehousePhone: string;
  readonly warehouseSmsPhone: string;
  readonly warehousePostalCode: string;
  readonly timeZone: string;
};

export async function listPaperFacts(
  db: Db,
  shipRequestIds: readonly string[],
): Promise<PaperFacts[]> {
  const { rows } = await sql<PaperFacts>`
    select requests.id as ship_request_id, requests.country_code, requests.category, requests.category_text,
      requests.commerce_type, services.customs, quotes.freight_cents,
      carriers.name as carrier_name, coalesce(boxes.empty_grams, 0) as empty_grams,
      warehouses.name as warehouse_name, warehouses.address as warehouse_address,
      warehouses.country as warehouse_country, warehouses.phone as warehouse_phone,
      warehouses.sms_phone as warehouse_sms_phone, warehouses.postal_code as warehouse_postal_code,
      warehouses.time_zone
    from ship_requests requests
    join quotes on quotes.id = requests.quote_id
    join shipping_services services on services.id = quotes.service_id
    join carriers on carriers.code = services.legs -> 0 ->> 'carrierCode'
    join warehouses on warehouses.id = requests.warehouse_id
    left join boxes on boxes.id = requests.box_id
    where requests.id = any(${shipRequestIds}::uuid[])
  `.execute(db);
  return rows;
}

export async function insertPaper(db: Db, paper: InsertOf<"customsPapers">): Promise<void> {
  await db.insertInto("customsPapers").values(paper).execute();
}

/** The paper of a label, and whether the label is void. */
export async function findPaper(db: Db, labelId: string) {
  return await db
    .selectFrom("customsPapers")
    .innerJoin("labels", "labels.id", "customsPapers.labelId")
    .select(["customsPapers.form", "customsPapers.content", "labels.state"])
    .where("customsPapers.labelId", "=", labelId)
    .executeTakeFirst();
}

/** A paper that is sent as data. */
export type DataPaper = Pick<RowOf<"customsPapers">, "id" | "content"> & {
  readonly number: string;
  readonly serviceName: string;
};

/** Papers of the labels of a carrier that are not void, of the days from `from` to `to` (YYYY-MM-DD), the oldest number first. */
export async function listDataPapers(
  db: Db,
  {
    carrierCode,
    from,
    to,
  }: { readonly carrierCode: string; readonly from: string; readonly to: string },
  after: string | null,
  limit: number,
): Promise<DataPaper[]> {
  const { rows } = await sql<DataPaper>`
    select papers.id, papers.content, labels.tracking_number as number, services.names ->> 'en' as service_name
    from customs_papers papers
    join labels on labels.id = papers.label_id
    join shipping_services services on services.id = labels.service_id
    where labels.carrier_code = ${carrierCode} and labels.state = 'made' and papers.content is not null
      and papers.content ->> 'day' between ${from} and ${to}
      and (${after}::text is null or labels.tracking_number > ${after})
    order by labels.tracking_number limit ${limit}
  `.execute(db);
  return rows;
}

/** Empties the papers of labels, whose customer's account is closed. */
export async function erasePapers(db: Db, labelIds: readonly string[]): Promise<void> {
  await db
    .updateTable("customsPapers")
    .set({ content: null })
    .where("labelId", "=", sql<string>`any(${labelIds}::uuid[])`)
    .execute();
}
