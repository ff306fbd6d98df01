import { randomUUID } from "node:crypto";
import type { ShipRequest } from "#contract/ship-requests.ts";
import { handOverPackages } from "#server/manifests/hand-over/hand-over-packages.ts";
import { typedNumber } from "#testing/manifests.ts";
import type { TestApp } from "#testing/test-app.ts";
import type { TestPerson } from "#testing/users.ts";

/** The manifest of a package that is being handed over, and its place on it. */
export type Departing = { readonly manifestId: string; readonly manifestPackageId: string };

type Desk = {
  readonly app: TestApp;
  readonly admin: TestPerson;
  readonly warehouseId: string;
};

/** Accepts the first quote of a packed box, labels it, and begins to hand it over, on a manifest of its own. */
export async function beginHandOver(
  { app, admin, warehouseId }: Desk,
  customer: TestPerson,
  request: ShipRequest,
): Promise<Departing> {
  await customer.api.shipRequests.acceptQuote({ quoteId: request.quotes[0]?.id ?? "" });
  const shipRequestId = request.id;
  const trackingNumber = typedNumber();
  const { label } = await admin.api.labels.makeLabel({ shipRequestId, trackingNumber });
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
      signatureUrl: `signatures/${randomUUID()}`,
      handOverKey: randomUUID(),
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
      labelId: label?.id ?? "",
      position: 1,
      state: "listed",
      scannedBy: admin.userId,
      scannedAt: at,
      idempotencyKey: randomUUID(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { manifestId, manifestPackageId };
}

/** Lets it leave. */
export async function endHandOver({ app }: Desk, { manifestId }: Departing): Promise<void> {
  await handOverPackages(app.services, { manifestId });
}
