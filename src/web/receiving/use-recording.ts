import { useCallback, useState, type RefObject } from "react";
import { receiveInput, recordKindOf, type OpenParcel } from "./desk-parcel.ts";
import type { ReceiveInput } from "./receiving-queue.ts";
import type { DeskOptions } from "./use-desk.ts";

/** A record that this browser could not store, and why. */
export type UnsavedRecord = {
  readonly parcel: OpenParcel;
  readonly input: ReceiveInput;
  readonly reason: string;
};

/** Puts parcels into the queue. */
export function useRecording(latest: RefObject<DeskOptions>) {
  const [unsaved, setUnsaved] = useState<readonly UnsavedRecord[]>([]);
  const store = useCallback(
    async (parcel: OpenParcel, input: ReceiveInput) => {
      const { queue } = latest.current;
      try {
        const record = parcel.correction === null ? queue.add : queue.resend;
        await record(input, parcel.photos, recordKindOf(parcel));
      } catch (error) {
        const reason = error instanceof Error ? error.message : "";
        setUnsaved((before) => [...before, { parcel, input, reason }]);
      }
    },
    [latest],
  );
  const save = useCallback(
    (parcel: OpenParcel, storageLocationCode: string | null) => {
      const { place, onSaved } = latest.current;
      const at = new Date().toISOString();
      const input = receiveInput(parcel, { ...place, storageLocationCode }, at);
      onSaved(parcel);
      void store(parcel, input);
    },
    [latest, store],
  );
  const saveAgain = useCallback(() => {
    for (const { parcel, input } of unsaved) void store(parcel, input);
    setUnsaved([]);
  }, [store, unsaved]);
  return { save, unsaved, saveAgain };
}
