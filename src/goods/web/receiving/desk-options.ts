import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import type { DeskSound } from "./desk-sounds.ts";
import type { ReceivingQueue } from "./receiving-queue.ts";
import type { SessionParcel } from "./session-parcels.ts";

export type DeskPlace = { readonly warehouseId: string; readonly station: string };

export type DeskOptions = {
  readonly place: DeskPlace;
  readonly queue: ReceivingQueue;
  readonly awaited: readonly AwaitedNumber[];
  readonly onSound: (sound: DeskSound) => void;
  readonly onPhotoWanted: (key: string) => void;
  readonly onSaved: (parcel: SessionParcel) => void;
};
