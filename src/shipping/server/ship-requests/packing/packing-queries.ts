// The SQL of the packing desk.
import { sql } from "kysely";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import type { QueueCounts } from "#shipping/contract/packing.ts";
import type { RequestedParcelState, WaitingReason } from "#shipping/rules/ship-request.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { boxNameColumns, type BoxNameRow } from "#shipping/server/db/box-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";

export type QueueRow = BoxNameRow & {
  readonly id: string;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
  readonly destination: string | null;
  readonly state: ShipRequestState;
  readonly waitingReason: WaitingReason | null;
  readonly plan: PlanName | null;
  readonly customerInitial: string;
  readonly isPriority: boolean;
  readonly dueAt: Date;
  readonly parcelsCount: bigint;
  readonly foundCount: bigint;
  readonly openExtraServices: bigint;
  readonly packerId: string | null;
  readonly packerActiveAt: Date | null;
  readonly packerInitial: string | null;
  readonly createdAt: Date;
};

export type QueueGroup = "to_pack" | "waiting" | "packed";

const statesOf = {
  to_pack: sql`r.state in ('requested', 'packing')`,
  waiting: sql`r.state in ('waiting_for_customer', 'packed')`,
  packed: sql`r.state in ('accepted', 'labelled')`,
} as const;

const facts = sql`r.id, ${boxNameColumns(sql`r`)}, r.package_id, packages.tracking_number, packages.destination, r.state, r.waiting_reason,
  profiles.subscription as plan, upper(left(btrim(profiles.full_name), 1)) as customer_initial,
  r.is_priority, r.due_at, r.packer_id, r.packer_active_at, r.created_at,
  (select upper(left(btrim(packer.full_name), 1)) from profiles packer where packer.id = r.packer_id) as packer_initial,
  (select count(*) from ship_request_parcels p where p.ship_request_id = r.id and p.state <> 'left_out') as parcels_count,
  (select count(*) from ship_request_parcels p where p.ship_request_id = r.id and p.state = 'in_box') as found_count,
  (select count(*) from extra_service_requests e where e.ship_request_id = r.id and e.state = 'ordered'
    and e.code <> 'priority_packing') as open_extra_services`;
const joined = sql`ship_requests r join profiles on profiles.id = r.user_id
  left join packages on packages.id = r.package_id`;

/** The requests of a warehouse: those with priority first, then by plan and by when they are due. */
export async function listQueueRows(
  db: Db,
  warehouseId: string,
  group: QueueGroup,
  page: { readonly offset: number; readonly limit: number },
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select ${facts} from ${joined} where r.warehouse_id = ${warehouseId} and ${statesOf[group]}
    order by r.is_priority desc,
      case profiles.subscription when 'Premium' then 0 when 'Super' then 1 when 'Basic' then 2 else 3 end,
      r.due_at, r.id
    offset ${page.offset} limit ${page.limit}
  `.execute(db);
  return rows;
}

/** How many requests of a warehouse are in each group, and how many extra services are to be done anywhere. */
export async function countQueue(db: Db, warehouseId: string): Promise<QueueCounts> {
  const countOf = (group: QueueGroup) =>
    sql`(select count(*)::int from ship_requests r where r.warehouse_id = ${warehouseId} and ${statesOf[group]})`;
  const { rows } = await sql<{
    toPack: number;
    waiting: number;
    packed: number;
    extraServices: number;
  }>`
    select ${countOf("to_pack")} as to_pack, ${countOf("waiting")} as waiting, ${countOf("packed")} as packed,
      (select count(*)::int from extra_service_requests where state = 'ordered') as extra_services
  `.execute(db);
  const { toPack = 0, waiting = 0, packed = 0, extraServices = 0 } = rows[0] ?? {};
  return { to_pack: toPack, waiting, packed, extraServices };
}

/** One request as the queue shows it. */
export async function findQueueRow(db: Db, shipRequestId: string): Promise<QueueRow | undefined> {
  const { rows } = await sql<QueueRow>`
    select ${facts} from ${joined} where r.id = ${shipRequestId}
  `.execute(db);
  return rows[0];
}

type PackedParcelRow = {
  readonly inboundParcelId: string;
  readonly labelCode: string;
  readonly trackingNumber: string | null;
  readonly state: RequestedParcelState;
  readonly scannedAt: Date | null;
  readonly storageLocationCode: string | null;
  readonly weightGrams: number | null;
  readonly lengthMm: number | null;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  readonly battery: BatteryKind | null;
  readonly goodsFlags: GoodsFlag[];
  readonly foundBatteries: BatteryKind[];
  readonly foundFlags: GoodsFlag[];
};

/** The parcels of a request: those to find first, by where they lie. */
export async function listParcelsToPack(db: Db, shipRequestId: string): Promise<PackedParcelRow[]> {
  const { rows } = await sql<PackedParcelRow>`
    select chosen.inbound_parcel_id, p.label_code, p.tracking_number, chosen.state,
      chosen.scanned_at,
      storage_locations.code as storage_location_code, p.weight_grams, p.length_mm, p.width_mm, p.height_mm,
      p.battery, p.goods_flags, p.found_batteries, p.found_flags
    from ship_request_parcels chosen join inbound_parcels p on p.id = chosen.inbound_parcel_id
      left join storage_locations on storage_locations.id = p.storage_location_id
    where chosen.ship_request_id = ${shipRequestId}
    order by chosen.state <> 'to_find', chosen.state, storage_locations.code nulls last, p.created_at, p.id
  `.execute(db);
  return rows;
}

export type ScannedRow = {
  readonly inboundParcelId: string;
  readonly labelCode: string;
  readonly state: RequestedParcelState;
};

/** Those of a request's parcels that a scan can mean: by our label, or by the courier's number. */
export async function listScannedParcels(
  db: Db,
  shipRequestId: string,
  scan: { readonly labelCode: string | null; readonly numbers: readonly string[] },
): Promise<ScannedRow[]> {
  const { rows } = await sql<ScannedRow>`
    select chosen.inbound_parcel_id, p.label_code, chosen.state
    from ship_request_parcels chosen join inbound_parcels p on p.id = chosen.inbound_parcel_id
    where chosen.ship_request_id = ${shipRequestId}
      and (p.label_code = ${scan.labelCode} or p.tracking_number = any(${scan.numbers}::text[]))
    order by coalesce(p.label_code = ${scan.labelCode}, false) desc, chosen.state = 'in_box', p.piece, p.id
  `.execute(db);
  return rows;
}

/** How many of a request's parcels go, and how many are in the box. */
export async function countPacked(
  db: Db,
  shipRequestId: string,
): Promise<{ readonly parcelsCount: number; readonly foundCount: number }> {
  const { rows } = await sql<{ parcelsCount: bigint; foundCount: bigint }>`
    select count(*) filter (where state <> 'left_out') as parcels_count,
      count(*) filter (where state = 'in_box') as found_count
    from ship_request_parcels where ship_request_id = ${shipRequestId}
  `.execute(db);
  const [row] = rows;
  return {
    parcelsCount: Number(row?.parcelsCount ?? 0n),
    foundCount: Number(row?.foundCount ?? 0n),
  };
}

export async function hasWarehouse(db: Db, warehouseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("warehouses")
    .select("id")
    .where("id", "=", warehouseId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose a request or order is, with its row locked; undefined where there is none. */
export async function lockCustomerOf(
  db: Db,
  {
    ownerKind,
    ownerId,
  }: {
    readonly ownerKind: "ship_request" | "extra_service_request";
    readonly ownerId: string;
  },
): Promise<string | undefined> {
  const row = await db
    .selectFrom(ownerKind === "ship_request" ? "shipRequests" : "extraServiceRequests")
    .select("userId")
    .where("id", "=", ownerId)
    .forUpdate()
    .executeTakeFirst();
  return row?.userId;
}
