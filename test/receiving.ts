// Receives parcels for tests as the desk does, through the API.
import { randomUUID } from "node:crypto";
import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { addWarehouse } from "./enter-warehouse-as.ts";
import type { ApiClient, TestApp } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

export type ReceiveInput = Parameters<ApiClient["receiving"]["receiveInboundParcel"]>[0];

/** What a desk sends for a parcel of 1.25 kg. */
export function receiveInput(
  app: TestApp,
  warehouseId: string,
  input: Partial<ReceiveInput> = {},
): ReceiveInput {
  return {
    warehouseId,
    measurements: { weightGrams: 1250 },
    recordedAt: app.clock.now().toISOString(),
    idempotencyKey: randomUUID(),
    ...input,
  };
}

/** Enters a warehouse, with a code that no other has; returns its id. */
export async function aWarehouse(
  admin: TestPerson,
  changes: Partial<WarehouseFields> = {},
): Promise<string> {
  return await addWarehouse(admin.api, changes);
}

/** Receives what has this number or label. */
export async function receiveScan(
  app: TestApp,
  receiver: TestPerson,
  { warehouseId, ...input }: Partial<ReceiveInput> & { readonly warehouseId: string },
): Promise<ReceivedParcel> {
  return await receiver.api.receiving.receiveInboundParcel(receiveInput(app, warehouseId, input));
}

/** Corrects the newest record of a parcel, as if nothing had been seen of its goods, with the photo that this needs. */
export async function takeGoodsOff(
  {
    app,
    receiver,
    photo,
  }: { readonly app: TestApp; readonly receiver: TestPerson; readonly photo: File },
  inboundParcelId: string,
): Promise<void> {
  const { inboundParcels, receiving } = receiver.api;
  const { records } = await inboundParcels.readAnyInboundParcel({ inboundParcelId });
  const { id: imageId } = await receiving.addInboundParcelImage({
    inboundParcelId,
    kind: "contents",
    file: photo,
    idempotencyKey: randomUUID(),
  });
  await receiving.correctReceivingRecord({
    receivingRecordId: records.at(-1)?.id ?? "",
    reason: "They are books",
    imageId,
    measurements: { weightGrams: 300, sidesMm: [150, 100, 60] },
    station: "Desk 1",
    recordedAt: app.clock.now().toISOString(),
    idempotencyKey: randomUUID(),
  });
}
