// The SQL about ship requests and their parcels.
import type { Language, NamesByLanguage } from "#platform/rules/language.ts";
import { sql } from "kysely";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import type { RequestedParcelState, WaitingReason } from "#shipping/rules/ship-request.ts";
import { parsePackageNumber } from "#goods/rules/package-number.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { soughtShipRequestNumber } from "#shipping/rules/shipping-label.ts";
import { containsWords } from "#platform/server/db/search-by-part.ts";
import { statedGoods, type KnownGoods } from "#goods/server/db/stated-goods.ts";
import { parcelMatches } from "#goods/server/db/parcel-matches.ts";
import { eraseFacts } from "#people/server/db/events.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";

/** The states of requests that are being prepared. */
export const openStates = sql.raw(
  "('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled')",
);

export async function findRequest(db: Db, id: string): Promise<RowOf<"shipRequests"> | undefined> {
  return await db.selectFrom("shipRequests").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockRequestRow(
  db: Db,
  id: string,
): Promise<RowOf<"shipRequests"> | undefined> {
  return await db
    .selectFrom("shipRequests")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The open request of a package. */
export async function findOpenRequest(
  db: Db,
  packageId: string,
): Promise<RowOf<"shipRequests"> | undefined> {
  return await db
    .selectFrom("shipRequests")
    .selectAll()
    .where("packageId", "=", packageId)
    .where(sql<boolean>`state in ${openStates}`)
    .executeTakeFirst();
}

/** The newest request of a package that is not open, where its box was shelved. */
export async function findNewestRequest(
  db: Db,
  packageId: string,
): Promise<RowOf<"shipRequests"> | undefined> {
  return await db
    .selectFrom("shipRequests")
    .selectAll()
    .where("packageId", "=", packageId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export async function insertRequest(
  db: Db,
  row: InsertOf<"shipRequests">,
): Promise<RowOf<"shipRequests">> {
  return await db.insertInto("shipRequests").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes a locked request; its version counts the changes. */
export async function updateRequestRow(
  db: Db,
  id: string,
  change: UpdateOf<"shipRequests">,
): Promise<RowOf<"shipRequests">> {
  return await db
    .updateTable("shipRequests")
    .set(change)
    .set((row) => ({ version: row("version", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores or removes the signature of a locked request, which changes nothing that its customer or packer has entered. */
export async function saveSignature(
  db: Db,
  id: string,
  signature: Pick<RowOf<"shipRequests">, "signedAt" | "signedHash">,
): Promise<void> {
  await db.updateTable("shipRequests").set(signature).where("id", "=", id).execute();
}

/** A parcel in a request, with what is known of it. */
export type RequestParcel = KnownGoods & {
  readonly inboundParcelId: string;
  readonly state: RequestedParcelState;
  readonly scannedAt: Date | null;
  readonly parcelState: InboundParcelState;
  readonly labelCode: string;
  readonly trackingNumber: string | null;
  readonly description: string;
  readonly weightGrams: number | null;
  readonly lengthMm: number | null;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
};

function parcelsOf(db: Db, shipRequestId: string) {
  return db
    .selectFrom("shipRequestParcels as chosen")
    .innerJoin("inboundParcels as p", "p.id", "chosen.inboundParcelId")
    .select(["chosen.inboundParcelId", "chosen.state", "chosen.scannedAt"])
    .select(["p.state as parcelState", "p.labelCode", "p.trackingNumber", "p.description"])
    .select(["p.weightGrams", "p.lengthMm", "p.widthMm", "p.heightMm", "p.battery"])
    .select("p.goodsFlags")
    .select(statedGoods(sql`p.id`))
    .where("chosen.shipRequestId", "=", shipRequestId)
    .orderBy("p.createdAt")
    .orderBy("p.id");
}

/** The parcels of a request, the oldest first. */
export async function listRequestParcels(db: Db, shipRequestId: string): Promise<RequestParcel[]> {
  return await parcelsOf(db, shipRequestId).execute();
}

export async function insertRequestParcels(
  db: Db,
  shipRequestId: string,
  inboundParcelIds: readonly string[],
  state: RequestedParcelState = "to_find",
): Promise<void> {
  if (inboundParcelIds.length === 0) return;
  await db
    .insertInto("shipRequestParcels")
    .values(inboundParcelIds.map((inboundParcelId) => ({ shipRequestId, inboundParcelId, state })))
    .execute();
}

export async function updateRequestParcels(
  db: Db,
  shipRequestId: string,
  inboundParcelIds: readonly string[],
  change: UpdateOf<"shipRequestParcels">,
): Promise<void> {
  if (inboundParcelIds.length === 0) return;
  await db
    .updateTable("shipRequestParcels")
    .set(change)
    .where("shipRequestId", "=", shipRequestId)
    .where("inboundParcelId", "in", inboundParcelIds)
    .execute();
}

export async function deleteRequestParcels(
  db: Db,
  shipRequestId: string,
  inboundParcelIds: readonly string[],
): Promise<void> {
  if (inboundParcelIds.length === 0) return;
  await db
    .deleteFrom("shipRequestParcels")
    .where("shipRequestId", "=", shipRequestId)
    .where("inboundParcelId", "in", inboundParcelIds)
    .execute();
}

/** Those of a customer's requests that wait for one of these reasons. */
export async function listWaitingRequestIds(
  db: Db,
  reasons: readonly WaitingReason[],
  userId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("shipRequests")
    .select("id")
    .where("state", "=", "waiting_for_customer")
    .where("waitingReason", "in", reasons)
    .$if(userId !== null, (query) => query.where("userId", "=", userId ?? ""))
    .orderBy("waitingSince")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The country of a warehouse and its time zone. */
export async function getWarehousePlace(
  db: Db,
  warehouseId: string,
): Promise<{ readonly country: string; readonly timeZone: string }> {
  return await db
    .selectFrom("warehouses")
    .select(["country", "timeZone"])
    .where("id", "=", warehouseId)
    .executeTakeFirstOrThrow();
}

/** What a customer's plan says, and what was stored with a package; null: there is none yet. */
export async function getPlanFacts(db: Db, userId: string, packageId: string | null) {
  return await db
    .selectFrom("profiles")
    .leftJoin("packages", (join) => join.on("packages.id", "=", packageId))
    .select(["profiles.subscription as plan", "profiles.maxWeightGrams as planMaxWeightGrams"])
    .select("packages.planMaxWeightGrams as packageMaxWeightGrams")
    .where("profiles.id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** What carriers take of addresses, by their codes. */
export async function listAddressRules(db: Db, carrierCodes: readonly string[]) {
  return await db
    .selectFrom("carriers")
    .select(["code", "addressLineCharacters"])
    .where("code", "=", sql<string>`any(${carrierCodes}::text[])`)
    .execute();
}

/** Whether any of a customer's requests waits for one of these reasons. */
export async function hasWaitingRequest(
  db: Db,
  userId: string,
  reasons: readonly WaitingReason[],
): Promise<boolean> {
  return (await listWaitingRequestIds(db, reasons, userId, 1)).length > 0;
}

/** Whether any of a customer's requests is open. */
export async function hasOpenRequest(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("shipRequests")
    .select("id")
    .where("userId", "=", userId)
    .where(sql<boolean>`state in ${openStates}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The requests that are accepted and not labelled, those that wait since a moment, or those that should be packed by then. */
export async function listIdsToCheck(
  db: Db,
  group: { readonly accepted: true } | { readonly waitingSince: Date } | { readonly lateAt: Date },
  limit: number,
): Promise<string[]> {
  const requests = db.selectFrom("shipRequests").select("id").orderBy("id").limit(limit);
  if ("lateAt" in group) {
    const late = requests.where(sql<boolean>`state in ${openStates}`).where("packedAt", "is", null);
    return (await late.where("dueAt", "<", group.lateAt).execute()).map(({ id }) => id);
  }
  const rows =
    "accepted" in group
      ? await requests.where("state", "=", "accepted").execute()
      : await requests
          .where("state", "=", "waiting_for_customer")
          .where("waitingSince", "<=", group.waitingSince)
          .execute();
  return rows.map(({ id }) => id);
}

/** Erases who gets what a customer sent, and what was typed about it. */
export async function eraseRequestRows(db: Db, userId: string, now: Date): Promise<void> {
  const rows = await db
    .updateTable("shipRequests")
    .set({
      recipient: JSON.stringify(emptyRecipient),
      note: "",
      categoryText: "",
      endedReason: "",
      updatedAt: now,
    })
    .where("userId", "=", userId)
    .returning("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  await eraseFacts(db, "ship_request", ids, ["reason"]);
}

const heldCents = sql<bigint>`coalesce((select sum(holds.amount_cents)::bigint from holds
  where holds.ship_request_id = ship_requests.id and holds.state = 'held'), 0)`;
const totalCents = sql<number | null>`(select total_cents from quotes
  where quotes.id = ship_requests.quote_id and quotes.ended = 'accepted')`;
const parcelsCount = sql<bigint>`(select count(*) from ship_request_parcels chosen
  where chosen.ship_request_id = ship_requests.id and chosen.state <> 'left_out')`;

const serviceNames = sql<NamesByLanguage | null>`(select names from shipping_services
  where shipping_services.code = ship_requests.service_code order by version desc limit 1)`;

/** A search of the own requests reads the newest ones up to this number. */
const maxSearched = 1_000;

/** Whether a request's own number, that or the description of its package, or what is known of a parcel in it, contains `search`. */
function requestMatches(search: string) {
  const part = normaliseTrackingNumber(search);
  const inNumber =
    part === ""
      ? sql`false`
      : sql`position(${part} in replace(packages.tracking_number, '-', '')) > 0`;
  const number = soughtShipRequestNumber(search);
  const isNumber = part.startsWith("SR")
    ? sql`position(${part} in 'SR' || lpad(ship_requests.number::text, 6, '0')) > 0`
    : sql`ship_requests.number is not distinct from ${number}::bigint`;
  return sql<boolean>`(${isNumber} or
    coalesce((
      select ${inNumber} or packages.number is not distinct from ${parsePackageNumber(search)}::int
        or ${containsWords(search, sql`search_key(packages.description)`)}
      from packages where packages.id = ship_requests.package_id
    ), false) or exists (
      select from ship_request_parcels chosen join inbound_parcels p on p.id = chosen.inbound_parcel_id
      where chosen.ship_request_id = ship_requests.id and ${parcelMatches(search, sql`p`)}
    )
  )`;
}

/** A customer's requests, the newest first, and how many there are. */
export async function listOwnRequests(
  db: Db,
  userId: string,
  page: {
    readonly packageId: string | null;
    readonly isWaiting: boolean;
    /** Empty: all. */
    readonly search: string;
    readonly offset: number;
    readonly limit: number;
  },
) {
  const { packageId, isWaiting, search } = page;
  const newest = db
    .selectFrom("shipRequests")
    .select("id")
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .limit(maxSearched);
  const own = db
    .selectFrom("shipRequests")
    .where("userId", "=", userId)
    .$if(search !== "", (query) => query.where("id", "in", newest).where(requestMatches(search)))
    .$if(packageId !== null, (query) => query.where("packageId", "=", packageId))
    .$if(isWaiting, (query) => query.where("state", "=", "waiting_for_customer"));
  const described = db
    .selectFrom("shipRequests")
    .selectAll("shipRequests")
    .select([
      heldCents.as("heldCents"),
      totalCents.as("totalCents"),
      parcelsCount.as("parcelsCount"),
      serviceNames.as("serviceNames"),
    ])
    .orderBy("createdAt", "desc")
    .orderBy("id");
  if (search !== "") {
    // Comparing texts takes the time, so that each is compared once, for the page and the number of all.
    const found = await own.select("id").orderBy("createdAt", "desc").orderBy("id").execute();
    const ids = found.slice(page.offset, page.offset + page.limit).map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await described.where("id", "in", ids).execute();
    return { rows, total: found.length };
  }
  const shown = own.select("id").orderBy("createdAt", "desc").orderBy("id");
  const rows = await described
    .where("id", "in", shown.offset(page.offset).limit(page.limit))
    .execute();
  const { total } = await own.select(sql<bigint>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** The names of the extra services of a request that are done, the oldest first; one that was ordered twice is named once. */
export async function listDoneServiceNames(
  db: Db,
  shipRequestId: string,
): Promise<Readonly<Record<Language, string>>[]> {
  const rows = await db
    .selectFrom("extraServiceRequests as ordered")
    .innerJoin("extraServices", "extraServices.code", "ordered.code")
    .select("extraServices.names")
    .where("ordered.shipRequestId", "=", shipRequestId)
    .where("ordered.state", "=", "done")
    .groupBy("extraServices.code")
    .orderBy((eb) => eb.fn.min("ordered.createdAt"))
    .execute();
  return rows.map(({ names }) => names);
}
