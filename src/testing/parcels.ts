// Creates inbound parcels for tests, and brings them into states that no operation gives them yet.
import type { Package } from "#contract/packages.ts";
import type { InboundParcelState } from "#core/inbound-parcel.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { followInboundParcels } from "#server/packages/follow-inbound-parcels.ts";
import { lockOwnPackage } from "#server/packages/change-own-package.ts";
import { signedInContext } from "./context.ts";
import { aPackage } from "./packages.ts";
import type { TestApp } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

export type StoredParcel = {
  readonly id: string;
  readonly state: InboundParcelState;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
  readonly labelCode: string;
};

let parcelCount = 0;

/** Changes the parcels of a package, with what follows for the package. */
async function changeParcels(
  app: TestApp,
  person: TestPerson,
  packageId: string,
  change: (db: Db) => Promise<unknown>,
): Promise<void> {
  await atomically(app.database.kysely, async (db) => {
    const context = signedInContext(app, person);
    await lockOwnPackage(context, db, packageId);
    await change(db);
    await followInboundParcels(context, db, packageId);
  });
}

/** Adds a parcel for each of `states`, which the package gathers; returns their ids. */
export async function addParcels(
  app: TestApp,
  person: TestPerson,
  packageId: string,
  states: readonly InboundParcelState[],
): Promise<string[]> {
  const ids: string[] = [];
  await changeParcels(app, person, packageId, async (db) => {
    for (const state of states) {
      parcelCount += 1;
      const { id } = await db
        .insertInto("inboundParcels")
        .values({
          userId: person.userId,
          packageId,
          trackingNumber: `YT${String(parcelCount).padStart(13, "0")}`,
          source: "declared",
          state,
          createdAt: app.clock.now(),
          updatedAt: app.clock.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      ids.push(id);
    }
  });
  return ids;
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
  const events = await app.database.kysely
    .selectFrom("inboundParcelEvents")
    .select(["kind", "packageId", "byStaff"])
    .where("inboundParcelId", "=", inboundParcelId)
    .orderBy("id")
    .execute();
  return events.map(({ kind, packageId, byStaff }) => [kind, packageId, byStaff]);
}
