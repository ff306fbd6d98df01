// Declares inbound parcels for tests through the API, and receives them.
import { randomUUID } from "node:crypto";
import type { InboundParcel } from "#contract/inbound-parcels.ts";
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

/** Receives a parcel of `person` as the warehouse does; its package follows. */
export async function receiveParcel(
  app: TestApp,
  person: TestPerson,
  parcelId: string,
): Promise<void> {
  const now = app.clock.now();
  await app.database.kysely.transaction().execute(async (db) => {
    const { packageId } = await db
      .updateTable("inboundParcels")
      .set({ state: "received", receivedAt: now, updatedAt: now })
      .where("id", "=", parcelId)
      .returning("packageId")
      .executeTakeFirstOrThrow();
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
      await followInboundParcels(signedInContext(app, person), db, packageId);
    }
  });
}
