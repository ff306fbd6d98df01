// Labels packages and hands them over through the API, for tests.
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Manifest } from "#contract/manifests.ts";
import type { AcceptedRequest } from "./accepted-requests.ts";
import type { TestPerson } from "./users.ts";

let signature: Promise<File> | undefined;

/** A drawn signature. */
export async function aSignature(): Promise<File> {
  signature ??= sharp({ create: { width: 300, height: 100, channels: 3, background: "white" } })
    .png()
    .toBuffer()
    .then((bytes) => new File([new Uint8Array(bytes)], "signature.png", { type: "image/png" }));
  return await signature;
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
    signature: await aSignature(),
    idempotencyKey,
  });
}
