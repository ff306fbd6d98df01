import { useCallback, useEffect, useState } from "react";
import type { ScanOutcome } from "#core/receiving.ts";
import { chosenOutcome } from "./desk-answer.ts";
import { recordKindOf, type OpenParcel } from "./desk-parcel.ts";
import type { ReceivingQueue, RecordKind } from "./receiving-queue.ts";

export type SessionParcel = {
  readonly key: string;
  /** The tracking number; null where no label could be read. */
  readonly name: string | null;
  readonly kind: RecordKind;
  readonly outcome: ScanOutcome;
  readonly weightGrams: number;
  readonly photosCount: number;
  readonly isConfirmed: boolean;
};

const shownCount = 12;

function sessionParcel(parcel: OpenParcel): SessionParcel {
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

/** The newest parcels that were saved here, with what the server made of them. */
export function useSessionParcels({ onReceived }: ReceivingQueue) {
  const [parcels, setParcels] = useState<readonly SessionParcel[]>([]);
  useEffect(
    () =>
      onReceived(({ idempotencyKey }, { outcome }) =>
        setParcels((before) =>
          before.map((parcel) =>
            parcel.key === idempotencyKey ? { ...parcel, outcome, isConfirmed: true } : parcel,
          ),
        ),
      ),
    [onReceived],
  );
  const add = useCallback((parcel: OpenParcel) => {
    const saved = sessionParcel(parcel);
    setParcels((before) =>
      [saved, ...before.filter(({ key }) => key !== saved.key)].slice(0, shownCount),
    );
  }, []);
  return { parcels, add };
}
