import { randomUUID } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import {
  declarationLimits,
  isMovableParcel,
  type declaredCurrencies,
} from "#goods/rules/inbound-parcel.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { declarationOfGoods } from "#goods/rules/goods-of-parcel.ts";
import { insertItems } from "#goods/server/goods/goods-item-queries.ts";
import { checkCarrierExists } from "#catalogue/server/carriers/carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import {
  countParcels,
  findHubId,
  insertParcels,
  listOpenParcels,
  lockParcels,
  shareHubless,
  updateParcels,
  type OpenParcel,
} from "./inbound-parcel-queries.ts";
import { recordParcelEvents, type ParcelEvent } from "./parcel-events.ts";
import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";

/** What a customer declares about a parcel beside its number. */
type DeclaredFields = {
  readonly shop: string;
  readonly orderReference: string;
  readonly description: string;
  readonly declaredValueMinor: number | null;
  readonly declaredCurrency: (typeof declaredCurrencies)[number] | null;
};

/** A valid number with what is declared about its parcel. */
export type DeclaredNumber = {
  readonly trackingNumber: string;
  /** The customer's choice; null: as the number says. */
  readonly carrierCode: string | null;
  readonly goodsItems: readonly GoodsItem[];
  /** When its customer said that values which look too low are what they paid. */
  readonly valueConfirmedAt: Date | null;
} & DeclaredFields;

/** The fields where nothing is declared. */
export const noDeclaration = {
  shop: "",
  orderReference: "",
  description: "",
  declaredValueMinor: null,
  declaredCurrency: null,
  valueConfirmedAt: null,
} as const satisfies DeclaredFields & Pick<DeclaredNumber, "valueConfirmedAt">;

/** A number of which nothing else is declared. */
export function bareNumber(trackingNumber: string): DeclaredNumber {
  return { trackingNumber, carrierCode: null, goodsItems: [], ...noDeclaration };
}

type Placement = {
  readonly numbers: readonly DeclaredNumber[];
  /** The package that gathers the parcels, locked and open; null: loose. */
  readonly packageId: string | null;
};

/** Where a parcel is that has a number of a request. */
type AssignedNumbers = {
  /** The parcels that the package gathers; with null as package, wherever they are. */
  readonly parcels: readonly OpenParcel[];
  /** Those in another package, where they stay. */
  readonly inOtherPackages: readonly OpenParcel[];
};

/** Divides open parcels by whether they are in another package than `packageId`. */
export function divideByPackage(
  open: readonly OpenParcel[],
  packageId: string | null,
): AssignedNumbers {
  const isElsewhere = (parcel: OpenParcel) =>
    packageId !== null && parcel.packageId !== null && parcel.packageId !== packageId;
  return {
    parcels: open.filter((parcel) => !isElsewhere(parcel)),
    inOtherPackages: open.filter(isElsewhere),
  };
}

/** The hub to which new parcels come; undefined where none is open, and none opens before the transaction ends. */
async function findHub(db: Db): Promise<string | undefined> {
  const hubId = await findHubId(db);
  if (hubId !== undefined) return hubId;
  await shareHubless(db);
  return await findHubId(db);
}

/** Throws `too_many_inbound_parcels`. Before there is a warehouse nothing is declared to it, and nothing too much. */
async function requireRoom(db: Db, userId: string, count: number): Promise<void> {
  const expectedCount = await countParcels(db, userId, ["expected"]);
  if (expectedCount + count <= declarationLimits.expectedParcels) return;
  if (await hasOpenedWarehouse(db)) throw apiError("too_many_inbound_parcels", { expectedCount });
}

/** Inserts an expected parcel for each number. Throws `too_many_inbound_parcels` and `carrier_not_found`. */
async function insertExpected(
  context: SignedInContext,
  db: Db,
  { numbers, packageId }: Placement,
): Promise<ParcelEvent[]> {
  if (numbers.length === 0) return [];
  const userId = context.session.person.id;
  await requireRoom(db, userId, numbers.length);
  for (const code of new Set(numbers.flatMap(({ carrierCode }) => carrierCode ?? [])))
    await checkCarrierExists(db, code);
  const now = context.now();
  const warehouseId = (await findHub(db)) ?? null;
  const parcels = numbers.map((number) => ({ id: randomUUID(), ...number }));
  const rows = parcels.map(({ goodsItems, ...fields }) => {
    const { trackingNumber, carrierCode } = fields;
    return {
      ...fields,
      ...declarationOfGoods(fields, [], goodsItems),
      ...carrierOf(trackingNumber, carrierCode),
      warehouseId,
      userId,
      packageId,
      source: "declared" as const,
      state: "expected" as const,
      createdAt: now,
      updatedAt: now,
    };
  });
  await insertParcels(db, rows);
  await insertItems(db, parcels);
  await followParcels(
    context,
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => ({ parcelId: id, kind: "declared", packageId }));
}

/** The ids of loose parcels that can be put into a package, locked, since staff may be changing them. */
async function lockJoining(
  db: Db,
  userId: string,
  known: readonly OpenParcel[],
): Promise<string[]> {
  const loose = known.filter(({ packageId }) => packageId === null);
  if (loose.length === 0) return [];
  const looseIds = loose.map(({ id }) => id);
  const locked = await lockParcels(db, userId, looseIds);
  return locked
    .filter(({ packageId, state }) => packageId === null && isMovableParcel(state))
    .map(({ id }) => id);
}

/**
 * Gives each number a parcel of the signed-in customer, whose profile must be locked: a loose one that is open already
 * joins the package, one in another package stays there, and a number without one gets a new expected parcel. Numbers
 * must differ. Throws `too_many_inbound_parcels`.
 */
export async function assignTrackingNumbers(
  context: SignedInContext,
  db: Db,
  placement: Placement,
): Promise<AssignedNumbers> {
  const { numbers, packageId } = placement;
  const userId = context.session.person.id;
  const trackingNumbers = numbers.map(({ trackingNumber }) => trackingNumber);
  const known = await listOpenParcels(db, userId, trackingNumbers);
  const knownNumbers = new Set(known.map(({ trackingNumber }) => trackingNumber));
  const events = await insertExpected(context, db, {
    ...placement,
    numbers: numbers.filter(({ trackingNumber }) => !knownNumbers.has(trackingNumber)),
  });
  if (packageId !== null) {
    const joiningIds = await lockJoining(db, userId, known);
    await updateParcels(db, joiningIds, { packageId, updatedAt: context.now() });
    events.push(
      ...joiningIds.map((parcelId) => ({ parcelId, kind: "put_into_package" as const, packageId })),
    );
  }
  await recordParcelEvents(context, db, events);
  if (packageId !== null) await updatePackageFromParcels(context, db, packageId);
  return divideByPackage(await listOpenParcels(db, userId, trackingNumbers), packageId);
}

/**
 * Those of the numbers whose open parcel of the package's customer is in another package, in their order; none before there
 * is a warehouse, when nobody sees parcels.
 */
export async function listNumbersInOtherPackages(
  db: Db,
  pkg: { readonly id: string; readonly userId: string },
  trackingNumbers: readonly string[],
): Promise<string[]> {
  if (!(await hasOpenedWarehouse(db))) return [];
  const open = await listOpenParcels(db, pkg.userId, trackingNumbers);
  const { inOtherPackages } = divideByPackage(open, pkg.id);
  const elsewhere = new Set(inOtherPackages.map(({ trackingNumber }) => trackingNumber));
  return trackingNumbers.filter((trackingNumber) => elsewhere.has(trackingNumber));
}

/** The columns of a parcel's carrier: the customer's choice, otherwise what the number says. */
export function carrierOf(trackingNumber: string, chosenCode: string | null) {
  if (chosenCode !== null) {
    return { carrierCode: chosenCode, carrierConfidence: "given" as const };
  }
  const recognized = trackingNumber === "" ? null : recognizeCarrier(trackingNumber);
  return {
    carrierCode: recognized?.carrierCode ?? null,
    carrierConfidence: recognized?.confidence ?? null,
  };
}
