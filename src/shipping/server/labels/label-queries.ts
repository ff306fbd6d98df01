// The SQL about labels and the packages that need one.
import { sql } from "kysely";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { LabelNumberSource } from "#shipping/rules/shipping-label.ts";
import type { CustomsForm } from "#catalogue/rules/shipping-service.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { boxNameColumns, type BoxNameRow } from "#shipping/server/db/box-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { firstFileId } from "#platform/server/files/files.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";
import type { WarehouseAddress } from "#catalogue/rules/warehouse.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";

/** A package to label, as it is listed. */
export type PackageToLabelRow = BoxNameRow & {
  readonly shipRequestId: string;
  readonly packageId: string | null;
  readonly userId: string;
  readonly countryCode: CountryCode;
  readonly recipient: Recipient;
  readonly weightGrams: number | null;
  readonly parcelsCount: number;
  readonly acceptedAt: Date | null;
  readonly serviceCode: string;
  readonly serviceNames: NamesByLanguage;
  readonly carrierCode: string;
  readonly labelId: string | null;
  readonly trackingNumber: string | null;
  readonly numberSource: LabelNumberSource | null;
  readonly labelledAt: Date | null;
  /** Of the carrier's own label; null where ours is printed. */
  readonly fileId: string | null;
  readonly isOnManifest: boolean;
  /** Of the customs paper that was made with the label; null: none was. */
  readonly customsForm: CustomsForm | null;
};

/** Who takes a package at the warehouse: the carrier of its service's first leg. */
const firstCarrier = sql<string>`services.legs -> 0 ->> 'carrierCode'`;

const rowsToLabel = sql`
  from ship_requests requests
  join quotes on quotes.id = requests.quote_id
  join shipping_services services on services.id = quotes.service_id
  left join labels on labels.ship_request_id = requests.id and labels.state = 'made'
`;

const columnsToLabel = sql`
  requests.id as ship_request_id, requests.package_id, requests.user_id, ${boxNameColumns(sql`requests`)}, requests.country_code,
  requests.recipient, requests.packed_grams as weight_grams, quotes.ended_at as accepted_at,
  services.code as service_code, services.names as service_names, ${firstCarrier} as carrier_code,
  (select count(*)::int from ship_request_parcels parcels
    where parcels.ship_request_id = requests.id and parcels.state = 'in_box') as parcels_count,
  labels.id as label_id, labels.tracking_number, labels.number_source, labels.created_at as labelled_at,
  ${firstFileId(sql`labels.id`)} as file_id,
  (select papers.form from customs_papers papers
    where papers.label_id = labels.id and papers.content is not null) as customs_form,
  exists (select from manifest_packages where manifest_packages.ship_request_id = requests.id
    and manifest_packages.state in ('listed', 'handed_over')) as is_on_manifest
`;

type ListFilter = {
  readonly state: "accepted" | "labelled";
  readonly carrierCode: string | null;
};

function matching({ state, carrierCode }: ListFilter) {
  return sql`requests.state = ${state}
    and (${carrierCode}::text is null or ${firstCarrier} = ${carrierCode})`;
}

/** One page of the packages in a state, the oldest reference first. */
export async function listPackageToLabelRows(
  db: Db,
  filter: ListFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<PackageToLabelRow[]> {
  const { rows } = await sql<PackageToLabelRow>`
    select ${columnsToLabel} ${rowsToLabel} where ${matching(filter)}
    order by requests.number offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

export async function countPackagesToLabel(db: Db, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${rowsToLabel} where ${matching(filter)}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** Candidates are looked at for labels that are made together, of which some have an address that cannot be printed. */
const candidatesAtOnce = 500;

/** Accepted requests of these services that are not of `exceptUserId`, the oldest reference first. */
export async function listLabelCandidates(
  db: Db,
  filter: {
    readonly carrierCode: string | null;
    readonly serviceCodes: readonly string[];
    readonly exceptUserId: string;
  },
): Promise<{ readonly id: string; readonly recipient: Recipient }[]> {
  const { carrierCode, serviceCodes, exceptUserId } = filter;
  const { rows } = await sql<{ id: string; recipient: Recipient }>`
    select requests.id, requests.recipient ${rowsToLabel}
    where ${matching({ state: "accepted", carrierCode })} and requests.user_id <> ${exceptUserId}
      and services.code = any(${serviceCodes}::text[])
    order by requests.number limit ${candidatesAtOnce}
  `.execute(db);
  return rows;
}

export async function listLabelsByIds(
  db: Db,
  labelIds: readonly string[],
): Promise<RowOf<"labels">[]> {
  return await db
    .selectFrom("labels")
    .selectAll()
    .where("id", "=", sql<string>`any(${labelIds}::uuid[])`)
    .execute();
}

/** The request with this reference or label, or in whose box the scanned parcel is; one that waits for its label or has it first. */
export async function findScannedRequest(
  db: Db,
  scan: {
    readonly reference: string | null;
    readonly labelCode: string | null;
    readonly numbers: readonly string[];
  },
): Promise<{ readonly id: string; readonly state: ShipRequestState } | undefined> {
  const { reference, labelCode, numbers } = scan;
  const { rows } = await sql<{ id: string; state: ShipRequestState }>`
    with found as (
      select id from ship_requests where number = ${reference}::bigint
      union select ship_request_id from labels
        where state = 'made' and tracking_number = any(${numbers}::text[])
      union select chosen.ship_request_id from inbound_parcels p
        join ship_request_parcels chosen on chosen.inbound_parcel_id = p.id and chosen.state = 'in_box'
        where p.label_code = ${labelCode} or p.tracking_number = any(${numbers}::text[])
    )
    select requests.id, requests.state from ship_requests requests join found on found.id = requests.id
    order by requests.state in ('accepted', 'labelled') desc, requests.number desc limit 1
  `.execute(db);
  return rows[0];
}

/** The package of a request, whatever its state. */
export async function findPackageToLabel(
  db: Db,
  shipRequestId: string,
): Promise<PackageToLabelRow | undefined> {
  const { rows } = await sql<PackageToLabelRow>`
    select ${columnsToLabel} ${rowsToLabel} where requests.id = ${shipRequestId}
  `.execute(db);
  return rows[0];
}

/** The accepted service of a request, the warehouse that sends, and what the first carrier takes. */
export type LabelFacts = BoxNameRow & {
  readonly serviceId: string;
  readonly serviceCode: string;
  readonly serviceNames: NamesByLanguage;
  /** Who takes the package at the warehouse. */
  readonly carrierCode: string;
  readonly carrierName: string;
  readonly addressLineCharacters: number | null;
  readonly warehouseName: string;
  readonly warehouseAddress: WarehouseAddress;
  readonly warehouseCountry: CountryCode;
  readonly warehousePhone: string;
  readonly warehousePostalCode: string;
  readonly timeZone: string;
};

export async function getLabelFacts(db: Db, shipRequestId: string): Promise<LabelFacts> {
  const { rows } = await sql<LabelFacts>`
    select services.id as service_id, services.code as service_code, services.names as service_names,
      carriers.code as carrier_code, carriers.name as carrier_name, carriers.address_line_characters,
      warehouses.name as warehouse_name, warehouses.address as warehouse_address,
      warehouses.country as warehouse_country, warehouses.phone as warehouse_phone,
      warehouses.postal_code as warehouse_postal_code, warehouses.time_zone, ${boxNameColumns(sql`requests`)}
    from ship_requests requests
    join quotes on quotes.id = requests.quote_id
    join shipping_services services on services.id = quotes.service_id
    join carriers on carriers.code = ${firstCarrier}
    join warehouses on warehouses.id = requests.warehouse_id
    where requests.id = ${shipRequestId}
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error("An accepted request has no quote.");
  return facts;
}

/** Inserts a label; undefined when another one has its number. */
export async function insertLabel(
  db: Db,
  label: Omit<InsertOf<"labels">, "state">,
): Promise<RowOf<"labels"> | undefined> {
  return await db
    .insertInto("labels")
    .values({ ...label, state: "made" })
    .onConflict((conflict) =>
      conflict
        .columns(["carrierCode", "trackingNumber"])
        .where(sql<boolean>`state = 'made' or number_source <> 'typed'`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function findLabel(db: Db, labelId: string): Promise<RowOf<"labels"> | undefined> {
  return await db.selectFrom("labels").selectAll().where("id", "=", labelId).executeTakeFirst();
}

/** The label of a request that is not void. */
export async function findLabelOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<RowOf<"labels"> | undefined> {
  return await db
    .selectFrom("labels")
    .selectAll()
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "=", "made")
    .executeTakeFirst();
}

export async function updateLabelToVoid(
  db: Db,
  labelId: string,
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  await db
    .updateTable("labels")
    .set({ state: "void", voidedBy: by, voidedAt: at, voidReason: reason })
    .where("id", "=", labelId)
    .execute();
}

/** Whether a request is on a manifest that has not left, or left with one. */
export async function isOnManifest(db: Db, shipRequestId: string): Promise<boolean> {
  const row = await db
    .selectFrom("manifestPackages")
    .select("id")
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "in", ["listed", "handed_over"])
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of these numbers of a carrier labels have, or had where they came from a range. */
export async function listUsedNumbers(
  db: Db,
  carrierCode: string,
  trackingNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("labels")
    .select("trackingNumber")
    .where("carrierCode", "=", carrierCode)
    .where("trackingNumber", "=", sql<string>`any(${trackingNumbers}::text[])`)
    .where(sql<boolean>`(state = 'made' or number_source <> 'typed')`)
    .execute();
  return new Set(rows.map(({ trackingNumber }) => trackingNumber));
}

/** Empties the labels of a customer, whose account is closed, and returns their ids. */
export async function eraseLabelsOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .updateTable("labels")
    .set({ content: null, voidReason: "" })
    .where("shipRequestId", "in", (query) =>
      query.selectFrom("shipRequests").select("id").where("userId", "=", userId),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** How many packages that have not left were labelled before a moment. */
export async function countLabelledBefore(db: Db, moment: Date): Promise<number> {
  const { count } = await db
    .selectFrom("shipRequests")
    .innerJoin("labels", "labels.shipRequestId", "shipRequests.id")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("shipRequests.state", "=", "labelled")
    .where("labels.state", "=", "made")
    .where("labels.createdAt", "<", moment)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes a request from the manifests that are still open. */
export async function deleteListingsOnOpenManifests(db: Db, shipRequestId: string): Promise<void> {
  await db
    .deleteFrom("manifestPackages")
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "=", "listed")
    .where("manifestId", "in", (query) =>
      query.selectFrom("manifests").select("id").where("state", "=", "open"),
    )
    .execute();
}
