import { useCallback, useState, type RefObject } from "react";
import { receiveInput, recordKindOf, type Move, type OpenParcel } from "./desk-parcel.ts";
import { savedParcel } from "./session-parcels.ts";
import type { DeskOptions } from "./desk-options.ts";

/** A record that this browser could not store, and why. */
export type UnsavedRecord = { readonly store: () => Promise<void>; readonly reason: string };

/** Puts parcels and their moves into the queue. */
export function useRecording(latest: RefObject<DeskOptions>) {
  const [unsaved, setUnsaved] = useState<readonly UnsavedRecord[]>([]);
  const attempt = useCallback(async (store: () => Promise<void>) => {
    try {
      await store();
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      setUnsaved((before) => [...before, { store, reason }]);
    }
  }, []);
  const save = useCallback(
    (parcel: OpenParcel, storageLocationCode: string | null) => {
      const { place, onSaved } = latest.current;
      const at = new Date().toISOString();
      const input = receiveInput(parcel, { ...place, storageLocationCode }, at);
      onSaved(savedParcel(parcel));
      void attempt(async () => {
        const { queue } = latest.current;
        const record = parcel.correction === null ? queue.add : queue.resend;
        await record(input, parcel.photos, recordKindOf(parcel));
      });
    },
    [attempt, latest],
  );
  const move = useCallback(
    (key: string, { labelCode, name, storageLocationCode }: Move) => {
      const { place, onSaved } = latest.current;
      const input = {
        warehouseId: place.warehouseId,
        storageLocationCode,
        labelCode,
        scan: name,
        recordedAt: new Date().toISOString(),
        idempotencyKey: key,
      };
      onSaved({ key, name, kind: "stored", storageLocationCode, isConfirmed: false });
      void attempt(() => latest.current.queue.addMove(input));
    },
    [attempt, latest],
  );
  const saveAgain = useCallback(() => {
    for (const { store } of unsaved) void attempt(store);
    setUnsaved([]);
  }, [attempt, unsaved]);
  return { save, move, unsaved, saveAgain };
}
