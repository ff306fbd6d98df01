import { maxFoundOfKind, type FoundThings } from "#office/contract/staff-search.ts";
import { findInboundParcels } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { findShipments } from "#goods/server/packages/lists/list-packages.ts";
import { listUsers } from "#office/server/users/users.ts";
import { caseReference } from "#office/rules/case.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffAccess } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { manifestNumberText } from "#shipping/rules/manifest.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import {
  findCaseRows,
  findLocationRows,
  findManifestRows,
  findRequestRows,
  findTransactionRows,
  isOneOfUsers,
} from "./staff-search-queries.ts";

/** What staff look for by any number, code, name, email, phone number or payment id, as far as their pages show it. */
export async function findAnything(
  context: SignedInContext,
  { search }: { readonly search: string },
): Promise<FoundThings> {
  const { db } = context;
  const { person } = context.session;
  const ifShown = async <Found>(access: StaffAccess, find: () => Promise<Found[]>) =>
    mayUse(person, access) ? await find() : [];
  const ifWarehouse = async <Found>(access: StaffAccess, find: () => Promise<Found[]>) =>
    person.isWarehouseEntered ? await ifShown(access, find) : [];
  const [
    packages,
    inboundParcels,
    requests,
    manifests,
    storageLocations,
    cases,
    users,
    transactions,
  ] = await Promise.all([
    ifShown(roleAccess.shipments, () => findShipments(context, search, maxFoundOfKind)),
    ifWarehouse(roleAccess.inboundParcels, () =>
      findInboundParcels(context, search, maxFoundOfKind),
    ),
    ifWarehouse(roleAccess.shipRequests, () => findRequestRows(db, search)),
    ifWarehouse(roleAccess.shipRequests, () => findManifestRows(db, search)),
    ifWarehouse(roleAccess.inboundParcels, () => findLocationRows(db, search)),
    ifShown(roleAccess.cases, () => findCases(db, search)),
    ifShown(roleAccess.customers, () => findUsers(context, search)),
    ifShown(roleAccess.money, () => findTransactionRows(db, search)),
  ]);
  return {
    packages: packages.map(({ id, number, trackingNumber, destination, userEmail }) => ({
      id,
      number,
      trackingNumber,
      destination,
      userEmail,
    })),
    inboundParcels: inboundParcels.map(
      ({ id, trackingNumber, labelCode, state, storageLocationCode, missingSince }) => ({
        id,
        trackingNumber,
        labelCode,
        state,
        storageLocationCode,
        missingSince,
      }),
    ),
    shipRequests: requests.map(({ number, ...request }) => ({
      ...request,
      reference: shipRequestReference(number),
    })),
    manifests: manifests.map(({ number, ...manifest }) => ({
      ...manifest,
      number: manifestNumberText(number),
    })),
    storageLocations,
    cases,
    users,
    isPerson: await isOneOfUsers(db, search, users),
    transactions: transactions.map(({ amountCents, createdAt, ...found }) => ({
      ...found,
      amountCents: Number(amountCents),
      createdAt: createdAt.toISOString(),
    })),
  };
}

async function findCases(db: Db, search: string): Promise<FoundThings["cases"]> {
  const rows = await findCaseRows(db, search);
  return rows.map(({ number, ...found }) => ({ ...found, number: caseReference(number) }));
}

async function findUsers(context: SignedInContext, search: string) {
  const { items } = await listUsers(context, {
    search,
    state: "all",
    order: "createdAt",
    direction: "desc",
    page: 1,
    pageSize: maxFoundOfKind,
  });
  return items.map(({ id, fullName, email }) => ({ id, fullName, email }));
}
