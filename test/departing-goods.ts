import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { atomically } from "#platform/server/db/open.ts";
import { handOverPackages } from "#shipping/server/manifests/hand-over.ts";
import { systemServices } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { endRequest } from "#shipping/server/ship-requests/end-request.ts";
import { lockRequest } from "#shipping/server/ship-requests/change-request.ts";
import { typedNumber } from "./manifests.ts";
import type { TestApp } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

/** The manifest of a package that is being handed over, and its place on it. */
export type Departing = { readonly manifestId: string; readonly manifestPackageId: string };

type Desk = {
  readonly app: TestApp;
  readonly admin: TestPerson;
  readonly warehouseId: string;
};

/** Accepts the first quote of a packed box. */
export async function acceptFirstQuote(customer: TestPerson, request: ShipRequest): Promise<void> {
  await customer.api.shipRequests.acceptQuote({ quoteId: request.quotes[0]?.id ?? "" });
}

/** Makes the label of an accepted request; returns its id. */
export async function labelGoods({ admin }: Desk, { id }: ShipRequest): Promise<string> {
  const trackingNumber = typedNumber();
  const made = await admin.api.labels.makeLabel({ shipRequestId: id, trackingNumber });
  return made.label?.id ?? "";
}

/** Begins to hand a labelled package over, on a manifest of its own. */
export async function beginHandOver(
  { app, admin, warehouseId }: Desk,
  { id: shipRequestId }: Pick<ShipRequest, "id">,
  labelId: string,
): Promise<Departing> {
  const { kysely } = app.database;
  const at = app.clock.now();
  // Inserted, since each carrier has one open manifest and others are being handed over at the same time.
  const { id: manifestId } = await kysely
    .insertInto("manifests")
    .values({
      warehouseId,
      carrierCode: "hk-post",
      state: "handing_over",
      openedBy: admin.userId,
      openedAt: at,
      closedBy: admin.userId,
      closedAt: at,
      receiverName: "Driver Lam",
      handedOverBy: admin.userId,
      handOverStartedAt: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: manifestPackageId } = await kysely
    .insertInto("manifestPackages")
    .values({
      manifestId,
      shipRequestId,
      labelId,
      position: 1,
      state: "listed",
      scannedBy: admin.userId,
      scannedAt: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { manifestId, manifestPackageId };
}

/** Shelves a packed box, as the job does that found that its customer did not choose. */
export async function shelve({ app }: Pick<Desk, "app">, { id }: ShipRequest): Promise<void> {
  const services = systemServices(app.services);
  await atomically(app.database.kysely, async (db) => {
    const locked = await lockRequest(services, db, id);
    const actor = { actor: "system", actorId: null, at: app.clock.now() } as const;
    await endRequest(services, db, locked, actor, { state: "shelved", reason: "" });
  });
}

/** Lets it leave. */
export async function endHandOver({ app }: Desk, { manifestId }: Departing): Promise<void> {
  await handOverPackages(app.services, { manifestId });
}
