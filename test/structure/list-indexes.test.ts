import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { SignedInContext } from "#platform/server/context.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { listInboundParcels } from "#goods/server/inbound-parcels/read-inbound-parcels.ts";
import {
  exportDelivered,
  listPackages,
  listShipments,
} from "#goods/server/packages/lists/list-packages.ts";
import { exportShipments } from "#goods/server/packages/lists/export-shipments.ts";
import { exportStock } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { findAnything } from "#office/server/admin/staff-search.ts";
import { listOpenCases, listOwnCases } from "#office/server/cases/read-cases.ts";
import { listClaims, listUnmatchedParcels } from "#goods/server/parcel-claims/read-claims.ts";
import { listProviderEvents } from "#money/server/payments/provider-events.ts";
import { listReconciliations } from "#money/server/payments/reconciliation.ts";
import { listUserThings } from "#office/server/users/user-things.ts";
import { exportUsers, listUsers } from "#office/server/users/users.ts";
import { exportHolds, exportPayoutRequests } from "#money/server/wallet/money-exports.ts";
import { listTransactions, readStatement } from "#money/server/wallet/transactions.ts";
import { asOwner, silentLog } from "#test/database.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
/** One connection that scans a whole table only if there is no index. */
let reading: Database;
let context: SignedInContext;

beforeAll(async () => {
  app = await testApp();
  const [admin, owner] = await Promise.all([anAdmin(app), aCustomer(app, { plan: "Premium" })]);
  const pkg = await aPackage(owner);
  await aPackage(owner);
  await admin.api.packages.setPackageStatus({ packageId: pkg.id, status: "delivered" });
  await asOwner(app.database, (db) =>
    sql`do $$ begin
      execute format('alter database %I set enable_seqscan = off', current_database());
    end $$`.execute(db),
  );
  reading = openDatabase({ url: app.database.url, log: silentLog, poolSize: 1 });
  const session = { person: { id: owner.userId, isAdmin: true, isWarehouseEntered: true } };
  const responseHeaders = new Headers();
  const { services } = app;
  context = {
    ...services,
    db: reading.kysely,
    session,
    responseHeaders,
    audit: async () => {},
  } as unknown as SignedInContext;
  return async () => {
    await reading.close();
    await app.close();
  };
});

/** The tables that `read` scans whole, by the statistics of its own transaction: those of others arrive at any time. */
async function scannedTables(read: () => Promise<unknown>): Promise<string[]> {
  return await reading.kysely.transaction().execute(async (db) => {
    context = { ...context, db };
    await read();
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_stat_xact_user_tables where schemaname = 'public' and seq_scan > 0
        and relname in ('packages', 'inbound_parcels', 'inbound_parcel_claims', 'cases', 'case_messages', 'shipping_legs', 'profiles', 'transactions', 'events', 'ledger_transfers', 'ledger_entries',
          'ledger_accounts', 'provider_events', 'reconciliations', 'labels', 'ship_requests', 'manifests', 'storage_locations',
          'deposits', 'member_codes', 'holds', 'payout_requests')
    `.execute(db);
    return rows.map(({ name }) => name);
  });
}

const reader = { timeZone: "UTC", locale: "en" };
type Filters = Partial<Parameters<typeof listShipments>[1]>;
const shipments = (filters: Filters) =>
  listShipments(context, {
    tab: "all",
    status: "all",
    weekStartsOn: null,
    search: "",
    page: 1,
    pageSize: 20,
    ...filters,
  });
const ownPackages = (filters: Partial<Parameters<typeof listPackages>[1]>) =>
  listPackages(context, { tab: "all", search: "", page: 1, pageSize: 20, ...filters });
const ownParcels = (filters: Partial<Parameters<typeof listInboundParcels>[1]>) =>
  listInboundParcels(context, {
    group: null,
    packageId: null,
    search: "",
    page: 1,
    pageSize: 50,
    ...filters,
  });
const users = (filters: Partial<Parameters<typeof listUsers>[1]>) =>
  listUsers(context, {
    search: "",
    state: "all",
    order: "createdAt",
    direction: "desc",
    page: 1,
    pageSize: 20,
    ...filters,
  });
const events = (state: "all" | "processed" | "dead") =>
  listProviderEvents(context, { state, page: 1, pageSize: 20 });

test.each<[string, () => Promise<unknown>]>([
  ["own packages", () => ownPackages({})],
  ["own delivered packages", () => ownPackages({ tab: "delivered" })],
  ["a search of the own packages", () => ownPackages({ search: "tea" })],
  ["own inbound parcels", () => ownParcels({})],
  ["own inbound parcels here", () => ownParcels({ group: "here" })],
  ["a search of the own inbound parcels", () => ownParcels({ search: "tea" })],
  ["the parcels of a package", () => ownParcels({ packageId: randomUUID() })],
  ["unmatched parcels", () => listUnmatchedParcels(context, { search: "", page: 1, pageSize: 20 })],
  ["open claims", () => listClaims(context, { isOpen: true, page: 1, pageSize: 20 })],
  ["open cases", () => listOpenCases(context, { page: 1, pageSize: 20 })],
  [
    "cases that wait for staff",
    () => listOpenCases(context, { state: "waiting_for_us", page: 1, pageSize: 20 }),
  ],
  [
    "the cases of a package",
    () => listOpenCases(context, { packageId: randomUUID(), page: 1, pageSize: 20 }),
  ],
  ["own cases", () => listOwnCases(context)],
  ["all shipments", () => shipments({})],
  ["active shipments", () => shipments({ tab: "active" })],
  ["pending shipments", () => shipments({ status: "pending" })],
  ["shipments of a week", () => shipments({ weekStartsOn: "2026-01-05" })],
  ["shipments far behind", () => shipments({ page: 500 })],
  ["a search for a number", () => shipments({ search: "SF1234567890123" })],
  ["a search for a part of a number", () => shipments({ search: "7890" })],
  ["a search for an email", () => shipments({ search: "someone@example.com" })],
  ["the export", async () => text(await exportDelivered(context, reader))],
  [
    "the file of shipments",
    async () =>
      text(await exportShipments(context, { tab: "all", status: "all", search: "", ...reader })),
  ],
  [
    "the file of parcels",
    async () => text(await exportStock(context, { filter: "all", search: "", ...reader })),
  ],
  [
    "the file of users",
    async () => text(await exportUsers(context, { search: "", state: "all", ...reader })),
  ],
  ["the file of holds", async () => text(await exportHolds(context, { search: "", ...reader }))],
  ["the file of payouts", async () => text(await exportPayoutRequests(context, reader))],
  ["what a user has", () => listUserThings(context, { userId: randomUUID() })],
  ["users", () => users({})],
  ["users by name", () => users({ order: "fullName", direction: "asc" })],
  ["a search for users", () => users({ search: "chan" })],
  ...[
    "SF1234567890123",
    "7890",
    "P-1024",
    "chan",
    "+852 6123 4567",
    "pi_3PqRsTuV",
    randomUUID(),
  ].map((search): [string, () => Promise<unknown>] => [
    `a search of staff for ${search}`,
    () => findAnything(context, { search }),
  ]),
  ["the history of a wallet", () => listTransactions(context, {})],
  ["the history by shipment", () => listTransactions(context, { by: "shipment" })],
  ["a month's statement", () => readStatement(context, { month: "2026-01" })],
  ["the provider's events", () => events("all")],
  ["the provider's processed events", () => events("processed")],
  ["failed events", () => events("dead")],
  ["reconciliations", () => listReconciliations(context, { page: 1, pageSize: 20 })],
])("B13: %s has no sequential scan", async (_list, read) => {
  expect(await scannedTables(read)).toEqual([]);
});

test("a query without an index is reported", async () => {
  const scanned = await scannedTables(() =>
    sql`select id from profiles where city = '1'`.execute(context.db),
  );
  expect(scanned).toEqual(["profiles"]);
});
