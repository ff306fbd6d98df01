// The SQL about manifests and the packages on them.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import type {
  LeftBehindReason,
  ManifestPackageState,
  ManifestState,
  WeightColumns,
} from "#shipping/rules/manifest.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";
import { parcelValues } from "#goods/server/db/parcel-values.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import { firstFileId } from "#platform/server/files/files.ts";
import type { BoxNameRow } from "#shipping/server/db/box-name.ts";
import { newestScalePhoto } from "#shipping/server/db/scale-photo.ts";

/** A manifest with how many packages count on it, as `countsOnManifest` says. */
export type CountedManifest = {
  readonly id: string;
  readonly number: bigint;
  readonly warehouseId: string;
  readonly warehouseCode: string;
  readonly carrierCode: string;
  readonly state: ManifestState;
  readonly receiverName: string;
  readonly signatureId: string | null;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly handedOverAt: Date | null;
  readonly packagesCount: number;
  readonly handedOverCount: number;
  readonly leftBehindCount: number;
};

const counted = sql`
  select m.id, m.number, m.warehouse_id, warehouses.code as warehouse_code, m.carrier_code, m.state,
    m.receiver_name, ${firstFileId(sql`m.id`)} as signature_id, m.opened_at, m.closed_at, m.handed_over_at, counts.*
  from manifests m
  join warehouses on warehouses.id = m.warehouse_id
  cross join lateral (
    select count(*) filter (where state in ('listed', 'handed_over'))::int as packages_count,
      count(*) filter (where state = 'handed_over')::int as handed_over_count,
      count(*) filter (where state = 'left_behind')::int as left_behind_count
    from manifest_packages where manifest_packages.manifest_id = m.id
  ) counts
`;

export async function findManifest(
  db: Db,
  manifestId: string,
): Promise<CountedManifest | undefined> {
  const { rows } = await sql<CountedManifest>`${counted} where m.id = ${manifestId}`.execute(db);
  return rows[0];
}

/** One page of the manifests: those that are not handed over first, then the newest. */
export async function listCountedManifests(
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<CountedManifest[]> {
  const { rows } = await sql<CountedManifest>`
    ${counted} order by m.state = 'handed_over', m.number desc offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

export async function countManifests(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("manifests")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A manifest, locked until the transaction ends. */
export async function lockManifest(
  db: Db,
  manifestId: string,
): Promise<RowOf<"manifests"> | undefined> {
  return await db
    .selectFrom("manifests")
    .selectAll()
    .where("id", "=", manifestId)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts an open manifest; undefined where the carrier has an open one in this warehouse. */
export async function insertManifest(
  db: Db,
  manifest: {
    readonly warehouseId: string;
    readonly carrierCode: string;
    readonly openedBy: string;
    readonly openedAt: Date;
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto("manifests")
    .values({ ...manifest, state: "open" })
    .onConflict((conflict) =>
      conflict
        .columns(["warehouseId", "carrierCode"])
        // A parameter could not name the index.
        .where(sql<boolean>`state = 'open'`)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function findOpenManifest(
  db: Db,
  { warehouseId, carrierCode }: { readonly warehouseId: string; readonly carrierCode: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("manifests")
    .select("id")
    .where("warehouseId", "=", warehouseId)
    .where("carrierCode", "=", carrierCode)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row?.id;
}

export async function isWarehouse(db: Db, warehouseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("warehouses")
    .select("id")
    .where("id", "=", warehouseId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateManifest(
  db: Db,
  manifestId: string,
  change: UpdateOf<"manifests">,
): Promise<void> {
  await db.updateTable("manifests").set(change).where("id", "=", manifestId).execute();
}

/** A package of a manifest, as it is listed. */
export type ManifestItem = WeightColumns &
  BoxNameRow & {
    readonly id: string;
    readonly shipRequestId: string;
    readonly packageId: string | null;
    readonly position: number;
    readonly trackingNumber: string;
    readonly countryCode: CountryCode;
    readonly weightGrams: number | null;
    readonly state: ManifestPackageState;
    readonly leftBehindReason: LeftBehindReason | null;
    readonly handedOverAt: Date | null;
    readonly takenBackReason: string;
  };

function items(db: Db) {
  return db
    .selectFrom("manifestPackages as listed")
    .innerJoin("shipRequests as requests", "requests.id", "listed.shipRequestId")
    .innerJoin("labels", "labels.id", "listed.labelId")
    .leftJoin("packages", "packages.id", "requests.packageId")
    .leftJoin("memberCodes", "memberCodes.userId", "requests.userId")
    .leftJoin("carrierWeights as weights", "weights.shipRequestId", "listed.shipRequestId")
    .select(["listed.id", "listed.shipRequestId", "listed.position", "listed.state"])
    .select(["listed.leftBehindReason", "listed.handedOverAt", "listed.takenBackReason"])
    .select(["requests.packageId", "requests.number", "requests.countryCode"])
    .select(["packages.number as packageNumber", "memberCodes.code as memberCode"])
    .select(["requests.packedGrams as weightGrams", "labels.trackingNumber"])
    .select(["weights.weightGrams as carrierGrams", "weights.packedGrams as comparedGrams"])
    .select(["weights.state as weightState", "weights.settledReason"])
    .select(({ ref }) => newestScalePhoto(ref("weights.shipRequestId")).as("scalePhotoId"));
}

/** The packages of a manifest, the newest first. */
export async function listManifestItems(db: Db, manifestId: string): Promise<ManifestItem[]> {
  return await items(db)
    .where("listed.manifestId", "=", manifestId)
    .orderBy("listed.position", "desc")
    .execute();
}

export async function getManifestItem(db: Db, id: string): Promise<ManifestItem> {
  return await items(db).where("listed.id", "=", id).executeTakeFirstOrThrow();
}

/** Whose the packages of a manifest are. */
export async function listOwnersOfPackages(
  db: Db,
  manifestId: string,
): Promise<{ readonly id: string; readonly userId: string }[]> {
  return await db
    .selectFrom("manifestPackages as listed")
    .innerJoin("shipRequests as requests", "requests.id", "listed.shipRequestId")
    .select(["listed.id", "requests.userId"])
    .where("listed.manifestId", "=", manifestId)
    .execute();
}

export async function findManifestPackage(
  db: Db,
  id: string,
): Promise<RowOf<"manifestPackages"> | undefined> {
  return await db
    .selectFrom("manifestPackages")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What a scanned label says about its package. */
export type ScannedLabel = {
  readonly labelId: string;
  readonly shipRequestId: string;
  readonly userId: string;
  readonly carrierCode: string;
  readonly warehouseId: string;
  readonly requestState: ShipRequestState;
};

/**
 * The requests whose label that is not void has this number, or whose reference it is; those of `carrierCode` first. Locked
 * until the transaction ends, against opening the box and making the label void.
 */
export async function findScannedLabel(
  db: Db,
  scan: { readonly numbers: readonly string[]; readonly reference: string | null },
  carrierCode: string,
): Promise<ScannedLabel | undefined> {
  const { rows } = await sql<ScannedLabel>`
    select labels.id as label_id, labels.ship_request_id, requests.user_id, labels.carrier_code, requests.warehouse_id,
      requests.state as request_state
    from labels join ship_requests requests on requests.id = labels.ship_request_id
    where labels.state = 'made'
      and (labels.tracking_number = any(${scan.numbers}::text[]) or requests.number = ${scan.reference}::bigint)
    order by labels.carrier_code <> ${carrierCode}, labels.created_at desc limit 1
    for share of labels, requests
  `.execute(db);
  return rows[0];
}

/** Whether a request without a valid label has this reference. */
export async function isUnlabelledReference(db: Db, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom("shipRequests")
    .select("id")
    .where("number", "=", sql<bigint>`${reference}::bigint`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a label that is void has one of these numbers. */
export async function isVoidNumber(db: Db, numbers: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("labels")
    .select("id")
    .where("trackingNumber", "=", sql<string>`any(${numbers}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where a request is listed or was handed over. */
export async function findCurrentListing(
  db: Db,
  shipRequestId: string,
): Promise<Pick<RowOf<"manifestPackages">, "id" | "manifestId" | "state"> | undefined> {
  return await db
    .selectFrom("manifestPackages")
    .select(["id", "manifestId", "state"])
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "in", ["listed", "handed_over"])
    .executeTakeFirst();
}

/** How many packages a manifest has, and the last position. */
export async function countListed(
  db: Db,
  manifestId: string,
): Promise<{ readonly count: number; readonly lastPosition: number }> {
  const { count, last } = await db
    .selectFrom("manifestPackages")
    .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.max("position").as("last")])
    .where("manifestId", "=", manifestId)
    .executeTakeFirstOrThrow();
  return { count: Number(count), lastPosition: last ?? 0 };
}

/** Inserts a package; undefined where it is on a manifest already. */
export async function insertManifestPackage(
  db: Db,
  listed: {
    readonly manifestId: string;
    readonly shipRequestId: string;
    readonly labelId: string;
    readonly position: number;
    readonly scannedBy: string;
    readonly scannedAt: Date;
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto("manifestPackages")
    .values({ ...listed, state: "listed" })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function deleteManifestPackage(db: Db, id: string): Promise<void> {
  await db.deleteFrom("manifestPackages").where("id", "=", id).execute();
}

/** Empties why packages of a customer, whose account is closed, were taken back. */
export async function eraseTakenBackReasons(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("manifestPackages")
    .set({ takenBackReason: "" })
    .where("takenBackReason", "<>", "")
    .where("shipRequestId", "in", (query) =>
      query.selectFrom("shipRequests").select("id").where("userId", "=", userId),
    )
    .execute();
}

/** The declared value of the parcels in the box of a request, by currency. */
export type DeclaredValue = {
  readonly shipRequestId: string;
  readonly currency: DeclaredCurrency;
  readonly valueMinor: bigint;
};

/** Those of the packages of a manifest; what nobody declared is left out. */
export async function listDeclaredValues(db: Db, manifestId: string): Promise<DeclaredValue[]> {
  const { rows } = await sql<DeclaredValue>`
    select listed.ship_request_id, said.currency, sum(said.value_minor)::bigint as value_minor
    from manifest_packages listed
    join ship_request_parcels chosen on chosen.ship_request_id = listed.ship_request_id and chosen.state = 'in_box'
    join inbound_parcels p on p.id = chosen.inbound_parcel_id
    cross join lateral (${parcelValues(sql`p`)}) said
    where listed.manifest_id = ${manifestId} and said.currency is not null
    group by listed.ship_request_id, said.currency
    order by listed.ship_request_id, said.currency
  `.execute(db);
  return rows;
}
