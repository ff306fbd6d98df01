// Declares and receives inbound parcels for tests, and brings them into states that no operation gives them yet.
import { randomUUID } from "node:crypto";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Package } from "#goods/contract/packages.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockOwnPackage } from "#goods/server/packages/lock-packages.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { signedInContext } from "./context.ts";
import { aPackage } from "./packages.ts";
import type { TestApp } from "./test-app.ts";
import { insertEvents, listEvents } from "#people/server/db/events.ts";
import type { TestPerson } from "./users.ts";

export type StoredParcel = {
  readonly id: string;
  readonly state: InboundParcelState;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
  readonly labelCode: string;
};

let numbersCount = 0;

/** A number of SF Express that no other parcel of the tests has, nor one that is nearly the same. */
export function freshNumber(): string {
  numbersCount += 1;
  // Two numbers differ in two digits that are not neighbours, which is more than a slip.
  return `SF4${String(numbersCount).padStart(6, "0").repeat(2)}`;
}

/** An expected parcel of `person`, loose or in a package. */
export async function declareParcel(
  person: TestPerson,
  {
    packageId = null,
    ...fields
  }: {
    readonly trackingNumber?: string;
    readonly packageId?: string | null;
    readonly shop?: string;
    readonly orderReference?: string;
    readonly description?: string;
    readonly declaredValueMinor?: number;
    readonly declaredCurrency?: "USD" | "CNY";
  } = {},
): Promise<InboundParcel> {
  const { items } = await person.api.inboundParcels.declareInboundParcels({
    items: [{ trackingNumber: freshNumber(), ...fields }],
    packageId,
    idempotencyKey: randomUUID(),
  });
  const [parcel] = items;
  if (parcel === undefined) throw new Error("The number's parcel is in another package.");
  return parcel;
}

/** Changes parcels while the package that gathers them is locked, as operations do; the package follows. */
async function changeParcels(
  app: TestApp,
  person: TestPerson,
  packageId: string | null,
  change: (db: Db) => Promise<unknown>,
): Promise<void> {
  await atomically(app.database.kysely, async (db) => {
    const context = signedInContext(app, person);
    if (packageId !== null) await lockOwnPackage(context, db, packageId);
    await change(db);
    if (packageId !== null) await updatePackageFromParcels(context, db, packageId);
  });
}

/** Receives a parcel of `person` as the warehouse does; its package follows. */
export async function receiveParcel(
  app: TestApp,
  person: TestPerson,
  inboundParcelId: string,
): Promise<void> {
  const now = app.clock.now();
  const { packageId } = await app.database.kysely
    .selectFrom("inboundParcels")
    .select("packageId")
    .where("id", "=", inboundParcelId)
    .executeTakeFirstOrThrow();
  await changeParcels(app, person, packageId, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("inboundParcels")
      .set({ state: "received", receivedAt: now, updatedAt: now })
      .where("id", "=", inboundParcelId)
      .where("packageId", "is not distinct from", packageId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error("The parcel was moved meanwhile.");
    const event = { kind: "received", actor: "system", actorId: null, createdAt: now } as const;
    await insertEvents(db, "inbound_parcel", [
      { subjectId: inboundParcelId, facts: { packageId }, ...event },
    ]);
  });
}

/** Adds a parcel for each of `states`, which the package gathers; returns their ids. */
export async function addParcels(
  app: TestApp,
  person: TestPerson,
  packageId: string,
  states: readonly InboundParcelState[],
): Promise<string[]> {
  if (states.length === 0) return [];
  const times = { createdAt: app.clock.now(), updatedAt: app.clock.now() };
  const parcels = states.map((state) => ({
    id: randomUUID(),
    userId: person.userId,
    packageId,
    trackingNumber: freshNumber(),
    source: "declared" as const,
    state,
    ...times,
  }));
  await changeParcels(app, person, packageId, (db) =>
    db.insertInto("inboundParcels").values(parcels).execute(),
  );
  return parcels.map(({ id }) => id);
}

/** A package that gathers a further parcel for each of `states`. */
export async function aPackageWith(
  app: TestApp,
  person: TestPerson,
  states: readonly InboundParcelState[],
  changes: Parameters<typeof aPackage>[1] = {},
): Promise<Package> {
  const { id: packageId } = await aPackage(person, changes);
  await addParcels(app, person, packageId, states);
  return (await person.api.packages.readPackage({ packageId })).package;
}

/** Gives all parcels of a package a state. */
export async function setParcelStates(
  app: TestApp,
  person: TestPerson,
  packageId: string,
  state: InboundParcelState,
): Promise<void> {
  await changeParcels(app, person, packageId, (db) =>
    db.updateTable("inboundParcels").set({ state }).where("packageId", "=", packageId).execute(),
  );
}

/** A customer's parcels, the oldest first; with a package, those that it gathers. */
export async function storedParcels(
  app: TestApp,
  { userId }: TestPerson,
  packageId?: string,
): Promise<StoredParcel[]> {
  const parcels = await app.database.kysely
    .selectFrom("inboundParcels")
    .select(["id", "state", "packageId", "trackingNumber", "labelCode"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("trackingNumber")
    .execute();
  return parcels.filter((parcel) => packageId === undefined || parcel.packageId === packageId);
}

/** The history of a parcel: kind, package, and whether staff caused it. */
export async function parcelHistory(
  app: TestApp,
  inboundParcelId: string,
): Promise<readonly (readonly [string, string | null, boolean])[]> {
  const events = await listEvents(app.database.kysely, "inbound_parcel", [inboundParcelId]);
  return events.map(({ kind, facts: { packageId }, actor }) => {
    return [kind, packageId, actor !== "customer"];
  });
}
