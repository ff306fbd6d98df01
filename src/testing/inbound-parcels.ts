// Declares inbound parcels for tests through the API, and receives them.
import { randomUUID } from "node:crypto";
import type { InboundParcel } from "#contract/inbound-parcels.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { lockOwnPackage } from "#server/packages/change-own-package.ts";
import { followInboundParcels } from "#server/packages/follow-inbound-parcels.ts";
import { signedInContext } from "./context.ts";
import type { TestApp } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

let numbersCount = 0;

/** A number of SF Express that no other parcel of the tests has. */
export function freshNumber(): string {
  numbersCount += 1;
  return `SF${String(4_000_000_000_000 + numbersCount)}`;
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

/** The package that gathers a parcel, locked, as operations of staff do before they change the parcel. */
async function lockPackageOf(
  context: SignedInContext,
  db: Db,
  parcelId: string,
): Promise<string | null> {
  const read = db.selectFrom("inboundParcels").select("packageId").where("id", "=", parcelId);
  const { packageId } = await read.executeTakeFirstOrThrow();
  if (packageId !== null) await lockOwnPackage(context, db, packageId);
  const locked = await read.forUpdate().executeTakeFirstOrThrow();
  if (locked.packageId !== packageId) throw new Error("The parcel was moved meanwhile.");
  return packageId;
}

/** Receives a parcel of `person` as the warehouse does; its package follows. */
export async function receiveParcel(
  app: TestApp,
  person: TestPerson,
  parcelId: string,
): Promise<void> {
  const now = app.clock.now();
  const context = signedInContext(app, person);
  await app.database.kysely.transaction().execute(async (db) => {
    const packageId = await lockPackageOf(context, db, parcelId);
    await db
      .updateTable("inboundParcels")
      .set({ state: "received", receivedAt: now, updatedAt: now })
      .where("id", "=", parcelId)
      .execute();
    await db
      .insertInto("inboundParcelEvents")
      .values({
        inboundParcelId: parcelId,
        kind: "received",
        packageId,
        actorId: null,
        byStaff: true,
        createdAt: now,
      })
      .execute();
    if (packageId !== null) {
      await followInboundParcels(context, db, packageId);
    }
  });
}
