import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useCallback, useMemo, useState } from "react";
import { useApi } from "#goods/web/api.ts";
import type { ReceivingOutbox, RecordKind } from "./receiving-records.ts";
import classes from "./receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { receivingLimits, type ScanOutcome } from "#goods/rules/receiving.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { OwnReceivingRecord, ReceivedParcel } from "#goods/contract/receiving.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { chosenOutcome } from "./desk-answer.ts";
import type { Correction } from "./mistake-dialog.tsx";
import { recordKindOf, type OpenParcel } from "./desk-parcel.ts";

const refreshMilliseconds = 30_000;

/** Today's figures, and how many records wait. */
export const DeskStrip = memo(function DeskStrip(props: {
  warehouseId: string;
  /** null while it is not known. */
  waitingCount: number | null;
  onAnswer: ReceivingOutbox["onAnswer"];
}) {
  const { warehouseId, onAnswer } = props;
  const api = useApi();
  const { data, refetch } = useQuery(
    api.receiving.readReceivingDay.queryOptions({
      input: { warehouseId },
      refetchInterval: refreshMilliseconds,
    }),
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onAnswer(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), 1_000);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onAnswer, refetch]);
  const figures = [
    t("receiving.strip.today", { count: data?.todayCount ?? "–" }),
    t("receiving.strip.lastHour", { count: data?.lastHourCount ?? "–" }),
    t("receiving.strip.waiting", { count: props.waitingCount ?? "–" }),
  ];
  return (
    <p className={classes["strip"]} aria-label={t("receiving.strip.label")}>
      {figures.map((figure, index) => (
        <span key={index}>{figure}</span>
      ))}
    </p>
  );
});

type Saved = {
  readonly key: string;
  /** The tracking number; null where no label could be read. */
  readonly name: string | null;
  readonly isConfirmed: boolean;
  /** As the server has it, once it does. */
  readonly parcel: StaffInboundParcel | null;
  /** What was put right since. */
  readonly correction: Correction["kind"] | null;
};

/** A parcel that was received or measured here, or one that was moved. */
export type SessionParcel =
  | (Saved & {
      readonly kind: RecordKind;
      readonly outcome: ScanOutcome;
      readonly weightGrams: number;
      /** null: saved before the page was opened. */
      readonly photosCount: number | null;
      readonly savedAt?: string;
    })
  | (Saved & {
      readonly kind: "stored";
      readonly storageLocationCode: string;
      /** Where it is by the server, once that has the record: somebody may have moved it later. */
      readonly currentCode?: string | null;
    });

const shownCount = receivingLimits.shownRecords;

/** Of what the server does not have yet. */
export const unconfirmed = { isConfirmed: false, parcel: null, correction: null } as const;

export function savedParcel(parcel: OpenParcel): SessionParcel {
  const { answer, choice } = parcel;
  return {
    key: parcel.key,
    name: answer?.trackingNumber ?? parcel.scan,
    kind: recordKindOf(parcel),
    outcome: answer === null ? "unmatched" : chosenOutcome(answer, choice),
    weightGrams: parcel.weight?.weightGrams ?? 0,
    photosCount: parcel.photos.length,
    ...unconfirmed,
  };
}

function confirmed(saved: SessionParcel, { outcome, parcel }: ReceivedParcel): SessionParcel {
  return saved.kind === "stored"
    ? { ...saved, parcel, currentCode: parcel.storageLocationCode, isConfirmed: true }
    : { ...saved, parcel, outcome, isConfirmed: true };
}

/** What was saved before the page was opened. */
function savedBefore({ kind, outcome, parcel, savedAt }: OwnReceivingRecord): SessionParcel {
  return {
    key: parcel.id,
    name: parcelName(parcel),
    kind,
    outcome,
    weightGrams: parcel.measured?.weightGrams ?? 0,
    photosCount: null,
    savedAt,
    ...unconfirmed,
    parcel,
    isConfirmed: true,
  };
}

/** The newest parcels that the receiver saved today, here or before the page was opened, with what the server made of them. */
export function useSessionParcels({ onAnswer }: ReceivingOutbox, warehouseId: string) {
  const api = useApi();
  const { data } = useQuery(api.receiving.listOwnRecords.queryOptions({ input: { warehouseId } }));
  const [session, setParcels] = useState<readonly SessionParcel[]>([]);
  useEffect(
    () =>
      onAnswer((record, answer) =>
        setParcels((before) =>
          before.map((parcel) => (parcel.key === record.key ? confirmed(parcel, answer) : parcel)),
        ),
      ),
    [onAnswer],
  );
  const add = useCallback((saved: SessionParcel) => {
    setParcels((before) =>
      [saved, ...before.filter(({ key }) => key !== saved.key)].slice(0, shownCount),
    );
  }, []);
  /** Shows what was put right with everything that was saved of the parcel. */
  const markCorrected = useCallback(({ kind: correction, parcel }: Correction) => {
    setParcels((before) =>
      before.map((saved) =>
        saved.parcel?.id === parcel.id ? { ...saved, parcel, correction } : saved,
      ),
    );
  }, []);
  const parcels = useMemo(() => {
    const shown = new Set(session.map(({ kind, parcel }) => `${kind} ${parcel?.id ?? ""}`));
    const before = (data?.items ?? []).filter(
      ({ kind, parcel }) => !shown.has(`${kind} ${parcel.id}`),
    );
    return [...session, ...before.map(savedBefore)].slice(0, shownCount);
  }, [session, data]);
  return { parcels, add, markCorrected };
}
