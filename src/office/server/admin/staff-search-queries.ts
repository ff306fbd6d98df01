// The SQL with which staff find ship requests, manifests, shelves, cases and payments.
import { sql, type RawBuilder } from "kysely";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { maxFoundOfKind } from "#office/contract/staff-search.ts";
import type { TransactionStatus, TransactionType } from "#money/rules/ledger.ts";
import { keyOfPlanPayment } from "#money/server/wallet/record-transaction.ts";
import { soughtCaseNumber } from "#office/rules/case.ts";
import { isWholeUser } from "#people/server/db/members.ts";
import { plannedForItsValues } from "#platform/server/db/named-statements.ts";
import type { Db } from "#platform/server/db/open.ts";
import { beginningWith, containsLongPart, isLongPart } from "#platform/server/db/search-by-part.ts";
import { soughtManifestNumber } from "#shipping/rules/manifest.ts";
import { soughtShipRequestNumber } from "#shipping/rules/shipping-label.ts";

type RequestRow = {
  readonly id: string;
  readonly number: bigint;
  readonly packageId: string | null;
  readonly packageNumber: number | null;
};

/** Ship requests by their number or a part of the number of their label, the newest first. */
export async function findRequestRows(db: Db, search: string): Promise<RequestRow[]> {
  const part = normaliseTrackingNumber(search);
  const byNumber = sql`select id from ship_requests where number = ${soughtShipRequestNumber(search)}::bigint`;
  const byLabel = sql`select ship_request_id from labels
    where ${containsLongPart(sql`compared_number(tracking_number)`, part)}`;
  const ids = isLongPart(part) ? sql`${byNumber} union ${byLabel}` : byNumber;
  const { rows } = await sql<RequestRow>`
    ${sql.raw(plannedForItsValues)}
    select r.id, r.number, r.package_id, packages.number as package_number
    from ship_requests r left join packages on packages.id = r.package_id
    where r.id = any(array(${ids} limit 1000)) order by r.number desc limit ${maxFoundOfKind}
  `.execute(db);
  return rows;
}

/** The manifest with the number. */
export async function findManifestRows(
  db: Db,
  search: string,
): Promise<{ readonly id: string; readonly number: bigint; readonly carrierName: string }[]> {
  return await db
    .selectFrom("manifests")
    .innerJoin("carriers", "carriers.code", "manifests.carrierCode")
    .select(["manifests.id", "manifests.number", "carriers.name as carrierName"])
    .where("manifests.number", "=", sql<bigint>`${soughtManifestNumber(search)}::bigint`)
    .execute();
}

/** Shelves whose code begins so, by code. */
export async function findLocationRows(
  db: Db,
  search: string,
): Promise<{ readonly id: string; readonly code: string; readonly warehouseName: string }[]> {
  const start = normaliseTrackingNumber(search);
  if (start === "") return [];
  return await db
    .selectFrom("storageLocations")
    .innerJoin("warehouses", "warehouses.id", "storageLocations.warehouseId")
    .select(["storageLocations.id", "storageLocations.code", "warehouses.name as warehouseName"])
    .where(sql<boolean>`compared_number(storage_locations.code) like ${beginningWith(start)}`)
    .orderBy(sql`compared_number(storage_locations.code)`)
    .limit(maxFoundOfKind)
    .execute();
}

type TransactionRow = {
  readonly id: string;
  readonly userId: string;
  readonly userEmail: string;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly amountCents: bigint;
  readonly createdAt: Date;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The transaction with the id, or of a deposit or plan with that id of a payment, charge, checkout or invoice at the provider. */
export async function findTransactionRows(db: Db, search: string): Promise<TransactionRow[]> {
  const typed = search.trim();
  const id: RawBuilder<unknown> = uuid.test(typed)
    ? sql`select ${typed}::uuid`
    : sql`select transaction_id from deposits where payment_intent_id = ${typed}
        union all select transaction_id from deposits where charge_id = ${typed}
        union all select transaction_id from deposits where checkout_session_id = ${typed}
        union all select transaction_id from ledger_transfers where idempotency_key = ${keyOfPlanPayment(typed)}`;
  const { rows } = await sql<TransactionRow>`
    select t.id, t.user_id, profiles.email as user_email, t.type, t.status, t.amount_cents, t.created_at
    from transactions t join profiles on profiles.id = t.user_id
    where t.id = any(array(${id})) limit ${maxFoundOfKind}
  `.execute(db);
  return rows;
}

type CaseNumberRow = {
  readonly id: string;
  readonly number: bigint;
  readonly subjectName: string;
  readonly isOpen: boolean;
};

/** The case with the number. */
export async function findCaseRows(db: Db, search: string): Promise<CaseNumberRow[]> {
  const { rows } = await sql<CaseNumberRow>`
    select id, number, subject_name, state <> 'closed' as is_open from cases
    where number = ${soughtCaseNumber(search)}::bigint
  `.execute(db);
  return rows;
}

/** Whether the whole search names one of these users. */
export async function isOneOfUsers(
  db: Db,
  search: string,
  users: readonly { readonly id: string }[],
): Promise<boolean> {
  if (users.length === 0) return false;
  const userIds = users.map(({ id }) => id);
  const { rows } = await sql`
    select from profiles where id = any(${userIds}::uuid[]) and ${isWholeUser(search.trim())}
  `.execute(db);
  return rows.length > 0;
}
