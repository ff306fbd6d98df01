// Labels packages and hands them over through the API, for tests.
import { randomUUID } from "node:crypto";
import type { Manifest } from "#shipping/contract/manifests.ts";
import type { AcceptedRequest } from "./accepted-requests.ts";
import type { TestApp } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

/** A drawn signature: a PNG picture of 300 x 100 white pixels. */
const signaturePng =
  "iVBORw0KGgoAAAANSUhEUgAAASwAAABkCAAAAAAZalIcAAAAnUlEQVR42u3QMQEAAAwCIPuX1gr79kAEUs6iQJYsWbJkyVIgS5YsWbJkKZAlS5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJYsWbJkyVIgS5YsWbJkKZAlS5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJasbwMtw8Gd7V+EwwAAAABJRU5ErkJggg==";

export function aSignature(): File {
  const bytes = Buffer.from(signaturePng, "base64");
  return new File([new Uint8Array(bytes)], "signature.png", { type: "image/png" });
}

let typedNumbers = 0;

/** A number that no other label of the tests has. */
export function typedNumber(): string {
  typedNumbers += 1;
  return `TYPED${String(typedNumbers).padStart(6, "0")}`;
}

/** Makes the labels of requests, with typed numbers. */
export async function labelAll(
  packer: TestPerson,
  requests: readonly AcceptedRequest[],
): Promise<string[]> {
  const numbers: string[] = [];
  for (const { id: shipRequestId } of requests) {
    const trackingNumber = typedNumber();
    await packer.api.labels.makeLabel({ shipRequestId, trackingNumber });
    numbers.push(trackingNumber);
  }
  return numbers;
}

/** A closed manifest of Hongkong Post with the packages of these labels. */
export async function aClosedManifest(
  packer: TestPerson,
  warehouseId: string,
  numbers: readonly string[],
): Promise<Manifest> {
  const { manifests } = packer.api;
  const { id: manifestId } = await manifests.openManifest({ warehouseId, carrierCode: "hk-post" });
  for (const scan of numbers) {
    await manifests.addScan({ manifestId, scan, idempotencyKey: randomUUID() });
  }
  return await manifests.closeManifest({ manifestId });
}

/** Begins the hand-over of a closed manifest. */
export async function handOver(
  packer: TestPerson,
  manifestId: string,
  idempotencyKey: string = randomUUID(),
): Promise<Manifest> {
  return await packer.api.manifests.handOverManifest({
    manifestId,
    receiverName: "Driver Lam",
    signature: aSignature(),
    idempotencyKey,
  });
}

/** Releases what is held for the freight of a request, as nothing of the product does before it is handed over. */
export async function releaseFreightHold(
  app: TestApp,
  shipRequestId: string,
  endedBy: string,
): Promise<void> {
  const { kysely } = app.database;
  const hold = await kysely
    .selectFrom("holds")
    .select(["id", "transactionId"])
    .where("shipRequestId", "=", shipRequestId)
    .where("type", "=", "shipping_fee")
    .executeTakeFirstOrThrow();
  const end = { state: "released", endedBy, endedAt: app.clock.now() } as const;
  await kysely.updateTable("holds").set(end).where("id", "=", hold.id).execute();
  const ended = kysely.updateTable("transactions").set({ status: "canceled" });
  await ended.where("id", "=", hold.transactionId).execute();
}
