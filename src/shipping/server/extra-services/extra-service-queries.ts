// The SQL about extra services and what is ordered of them.
import { sql } from "kysely";
import { packageNameColumn } from "#goods/server/db/package-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";

/** All extra services, by code. */
export async function listServices(db: Db): Promise<RowOf<"extraServices">[]> {
  return await db.selectFrom("extraServices").selectAll().orderBy("code").execute();
}

export async function findService(
  db: Db,
  code: string,
): Promise<RowOf<"extraServices"> | undefined> {
  return await db
    .selectFrom("extraServices")
    .selectAll()
    .where("code", "=", code)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockService(
  db: Db,
  code: string,
): Promise<RowOf<"extraServices"> | undefined> {
  return await db
    .selectFrom("extraServices")
    .selectAll()
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts an extra service; undefined where its code is taken. */
export async function insertService(
  db: Db,
  row: InsertOf<"extraServices">,
): Promise<RowOf<"extraServices"> | undefined> {
  return await db
    .insertInto("extraServices")
    .values(row)
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateService(
  db: Db,
  code: string,
  change: UpdateOf<"extraServices">,
): Promise<RowOf<"extraServices">> {
  return await db
    .updateTable("extraServices")
    .set(change)
    .set((row) => ({ version: row("version", "+", 1) }))
    .where("code", "=", code)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertOrder(
  db: Db,
  row: InsertOf<"extraServiceRequests">,
): Promise<RowOf<"extraServiceRequests">> {
  return await db
    .insertInto("extraServiceRequests")
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOrder(
  db: Db,
  id: string,
): Promise<RowOf<"extraServiceRequests"> | undefined> {
  return await db
    .selectFrom("extraServiceRequests")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockOrder(
  db: Db,
  id: string,
): Promise<RowOf<"extraServiceRequests"> | undefined> {
  return await db
    .selectFrom("extraServiceRequests")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateOrder(
  db: Db,
  id: string,
  change: UpdateOf<"extraServiceRequests">,
): Promise<RowOf<"extraServiceRequests">> {
  return await db
    .updateTable("extraServiceRequests")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The orders of a ship request, the oldest first. */
export async function listOrdersOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<RowOf<"extraServiceRequests">[]> {
  return await db
    .selectFrom("extraServiceRequests")
    .selectAll()
    .where("shipRequestId", "=", shipRequestId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** All orders of a customer, the newest first. */
export async function listOrdersOfUser(
  db: Db,
  userId: string,
): Promise<RowOf<"extraServiceRequests">[]> {
  return await db
    .selectFrom("extraServiceRequests")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}

/** The orders of a ship request, and the open ones of its package and parcels that it does not charge, the oldest first. */
export async function listWorkOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<RowOf<"extraServiceRequests">[]> {
  return await db
    .selectFrom("extraServiceRequests as ordered")
    .selectAll()
    .where(
      sql<boolean>`(ordered.ship_request_id = ${shipRequestId} or ordered.ship_request_id is null and ordered.state = 'ordered'
        and (ordered.package_id = (select package_id from ship_requests where id = ${shipRequestId})
          or ordered.inbound_parcel_id in (select inbound_parcel_id from ship_request_parcels chosen
            where chosen.ship_request_id = ${shipRequestId} and chosen.state <> 'left_out')))`,
    )
    .orderBy("ordered.createdAt")
    .orderBy("ordered.id")
    .execute();
}

/** The orders of a parcel, or those of a package that no ship request charges, the newest first. */
export async function listOrdersOfSubject(
  db: Db,
  subject: { readonly inboundParcelId: string } | { readonly packageId: string },
  userId: string,
): Promise<RowOf<"extraServiceRequests">[]> {
  const orders = db.selectFrom("extraServiceRequests").selectAll().where("userId", "=", userId);
  const ofSubject =
    "packageId" in subject
      ? orders.where("packageId", "=", subject.packageId).where("shipRequestId", "is", null)
      : orders.where("inboundParcelId", "=", subject.inboundParcelId);
  return await ofSubject.orderBy("createdAt", "desc").orderBy("id").limit(100).execute();
}

/** The orders that holds pay, with their names. */
export async function listOrdersOfHolds(db: Db, holdIds: readonly string[]) {
  return await db
    .selectFrom("extraServiceRequests as ordered")
    .innerJoin("extraServices", "extraServices.code", "ordered.code")
    .select(["ordered.id", "ordered.holdId", "ordered.inboundParcelId", "ordered.packageId"])
    .select(["ordered.state", "extraServices.names"])
    .where("ordered.holdId", "=", sql<string>`any(${holdIds}::uuid[])`)
    .execute();
}

/** The newest order of an extra service for a package itself. */
export async function findNewestOrder(
  db: Db,
  packageId: string,
  code: string,
): Promise<RowOf<"extraServiceRequests"> | undefined> {
  return await db
    .selectFrom("extraServiceRequests")
    .selectAll()
    .where("packageId", "=", packageId)
    .where("code", "=", code)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** The orders that are open, those due first, and how many there are. */
export async function listOpenOrders(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: RowOf<"extraServiceRequests">[]; readonly total: number }> {
  const open = db.selectFrom("extraServiceRequests").where("state", "=", "ordered");
  const rows = await open
    .selectAll()
    .orderBy("dueAt")
    .orderBy("id")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await open.select(sql<bigint>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Labels and shelves of parcels, by their ids. */
export async function listParcelPlaces(db: Db, parcelIds: readonly string[]) {
  if (parcelIds.length === 0) return [];
  return await db
    .selectFrom("inboundParcels")
    .leftJoin("storageLocations", "storageLocations.id", "inboundParcels.storageLocationId")
    .select(["inboundParcels.id", "inboundParcels.labelCode"])
    .select("storageLocations.code as storageLocationCode")
    .where("inboundParcels.id", "in", parcelIds)
    .execute();
}

/** The open request of a package that takes further extra services, also for this parcel of it. */
export async function findTakingRequest(
  db: Db,
  packageId: string,
  inboundParcelId: string | null,
): Promise<{ readonly id: string } | undefined> {
  return await db
    .selectFrom("shipRequests as requests")
    .select("requests.id")
    .where("requests.packageId", "=", packageId)
    .where("requests.state", "in", ["requested", "packing", "waiting_for_customer"])
    .where("requests.packedAt", "is", null)
    .$if(inboundParcelId !== null, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom("shipRequestParcels as chosen")
            .select("chosen.state")
            .whereRef("chosen.shipRequestId", "=", "requests.id")
            .where("chosen.inboundParcelId", "=", inboundParcelId ?? "")
            .where("chosen.state", "!=", "left_out"),
        ),
      ),
    )
    .executeTakeFirst();
}

/** Whether what an order is for is no longer here, its customer's, or in its ship request, so that nobody can do it. */
export async function lacksSubject(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ isGone: boolean }>`
    select lacks_subject(ordered) as is_gone from extra_service_requests ordered where id = ${orderId}
  `.execute(db);
  return rows[0]?.isGone ?? true;
}

/** Parcels and packages that orders are for. */
export type OrderSubjects = {
  readonly parcelIds: readonly string[];
  readonly packageIds: readonly string[];
};

/** The open orders of these that nobody can do any longer, locked until the transaction ends. */
export async function lockLeftOrders(
  db: Db,
  { parcelIds, packageIds }: OrderSubjects,
): Promise<RowOf<"extraServiceRequests">[]> {
  return await db
    .selectFrom("extraServiceRequests as ordered")
    .selectAll()
    .where("ordered.state", "=", "ordered")
    .where(
      sql<boolean>`(ordered.inbound_parcel_id = any(${parcelIds}::uuid[]) or ordered.package_id = any(${packageIds}::uuid[]))`,
    )
    .where(sql<boolean>`lacks_subject(ordered)`)
    .orderBy("ordered.id")
    .forUpdate()
    .execute();
}

/** Locks the open orders of packages and of the parcels in them, in the order in which everything locks several. */
export async function lockOpenOrdersOfPackages(
  db: Db,
  packageIds: readonly string[],
): Promise<void> {
  await sql`
    select from extra_service_requests where state = 'ordered' and (package_id = any(${packageIds}::uuid[])
      or inbound_parcel_id in (select id from inbound_parcels where package_id = any(${packageIds}::uuid[])))
    order by id for update
  `.execute(db);
}

/** How many orders of a customer are open. */
export async function countOpenOrders(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("extraServiceRequests")
    .select(sql<bigint>`count(*)`.as("count"))
    .where("userId", "=", userId)
    .where("state", "=", "ordered")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The states of the parcels for which a customer orders: of one of theirs, which is locked, or those that their package, whose
 * row must be locked, gathers.
 */
export async function lockSubjectStates(
  db: Db,
  subject: { readonly inboundParcelId: string | null; readonly packageId: string | null },
  userId: string,
) {
  const { inboundParcelId, packageId } = subject;
  const rows = await db
    .selectFrom("inboundParcels")
    .select("state")
    .where("userId", "=", userId)
    .$if(inboundParcelId !== null, (query) =>
      query.where("id", "=", inboundParcelId ?? "").forUpdate(),
    )
    .$if(packageId !== null, (query) => query.where("packageId", "=", packageId ?? ""))
    .execute();
  return rows.map(({ state }) => state);
}

/** The package that gathers a customer's parcel; undefined where it is not theirs. */
export async function findOwnParcel(
  db: Db,
  userId: string,
  inboundParcelId: string,
): Promise<{ readonly packageId: string | null } | undefined> {
  return await db
    .selectFrom("inboundParcels")
    .select("packageId")
    .where("userId", "=", userId)
    .where("id", "=", inboundParcelId)
    .executeTakeFirst();
}

/** Whom to notify of an order, and by what they know its parcel or package. */
export async function getOrderContact(
  db: Db,
  order: Pick<RowOf<"extraServiceRequests">, "userId" | "inboundParcelId" | "packageId">,
): Promise<{
  readonly email: string;
  readonly name: string;
  readonly number: string;
  readonly destination: string;
  readonly packageId: string | null;
  /** The parcel that it was ordered for, while it is the customer's. */
  readonly inboundParcelId: string | null;
}> {
  const { rows } = await sql<{
    email: string;
    name: string;
    number: string;
    destination: string;
    packageId: string | null;
    inboundParcelId: string | null;
  }>`
    select profiles.email,
      case when packages.id is null then coalesce(parcels.tracking_number, parcels.label_code, '')
        else ${packageNameColumn(sql`packages`)} end as name,
      coalesce(packages.tracking_number, parcels.tracking_number, parcels.label_code, '') as number,
      coalesce(packages.destination, '') as destination, packages.id as package_id,
      case when parcels.user_id = profiles.id then parcels.id end as inbound_parcel_id
    from profiles left join inbound_parcels parcels on parcels.id = ${order.inboundParcelId}
      left join packages on packages.id = coalesce(${order.packageId}::uuid, parcels.package_id)
    where profiles.id = ${order.userId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no account ${order.userId}.`);
  return row;
}

/** Erases what staff typed about a customer's orders. */
export async function eraseOrderTexts(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("extraServiceRequests")
    .set({ resultText: "", checkedItems: "[]" })
    .where("userId", "=", userId)
    .execute();
}
