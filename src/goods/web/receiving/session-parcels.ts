import { useCallback, useEffect, useState } from "react";
import type { ScanOutcome } from "#goods/rules/receiving.ts";
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { chosenOutcome } from "./desk-answer.ts";
import { recordKindOf, type OpenParcel } from "./desk-parcel.ts";
import type { ReceivingQueue, RecordKind } from "./receiving-queue.ts";

type Saved = {
  readonly key: string;
  /** The tracking number; null where no label could be read. */
  readonly name: string | null;
  readonly isConfirmed: boolean;
};

/** A parcel that was received or measured here, or one that was moved. */
export type SessionParcel =
  | (Saved & {
      readonly kind: RecordKind;
      readonly outcome: ScanOutcome;
      readonly weightGrams: number;
      readonly photosCount: number;
    })
  | (Saved & {
      readonly kind: "stored";
      readonly storageLocationCode: string;
      /** Where it is by the server, once that has the record: somebody may have moved it later. */
      readonly currentCode?: string | null;
    });

const shownCount = 12;

export function savedParcel(parcel: OpenParcel): SessionParcel {
  const { answer, choice } = parcel;
  return {
    key: parcel.key,
    name: answer?.trackingNumber ?? parcel.scan,
    kind: recordKindOf(parcel),
    outcome: answer === null ? "unmatched" : chosenOutcome(answer, choice),
    weightGrams: parcel.weight?.weightGrams ?? 0,
    photosCount: parcel.photos.length,
    isConfirmed: false,
  };
}

function confirmed(saved: SessionParcel, { outcome, parcel }: ReceivedParcel): SessionParcel {
  return saved.kind === "stored"
    ? { ...saved, currentCode: parcel.storageLocationCode, isConfirmed: true }
    : { ...saved, outcome, isConfirmed: true };
}

/** The newest parcels that were saved here, with what the server made of them. */
export function useSessionParcels({ onReceived }: ReceivingQueue) {
  const [parcels, setParcels] = useState<readonly SessionParcel[]>([]);
  useEffect(
    () =>
      onReceived(({ idempotencyKey }, answer) =>
        setParcels((before) =>
          before.map((parcel) =>
            parcel.key === idempotencyKey ? confirmed(parcel, answer) : parcel,
          ),
        ),
      ),
    [onReceived],
  );
  const add = useCallback((saved: SessionParcel) => {
    setParcels((before) =>
      [saved, ...before.filter(({ key }) => key !== saved.key)].slice(0, shownCount),
    );
  }, []);
  return { parcels, add };
}
