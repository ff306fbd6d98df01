import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage, StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { ParcelMeasured } from "#goods/web/parcels/parcel-picture.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { momentText } from "#ui/web/figures.tsx";
import { MeasurementsDialog, type MeasurementsPurpose } from "./measurements-dialog.tsx";
import classes from "./inbound-parcels.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** A clock that differs by less is not worth telling. */
const toleratedMilliseconds = 2 * 60_000;

function timesOf({ recordedAt, createdAt }: StaffReceivingRecord): string[] {
  const difference = Math.abs(Date.parse(createdAt) - Date.parse(recordedAt));
  return [
    momentText(createdAt, true),
    ...(difference > toleratedMilliseconds
      ? [t("receiving-records.sentLater", { time: momentText(recordedAt, true) })]
      : []),
  ];
}

function Measured(props: { record: StaffReceivingRecord }) {
  const { record } = props;
  const goods = [batteryLabel(record.battery), ...record.goodsFlags.map(goodsFlagLabel)];
  return (
    <>
      <ParcelMeasured measured={record} />
      <span>{goods.join(" · ")}</span>
    </>
  );
}

function Record(props: {
  record: StaffReceivingRecord;
  /** The record that replaced it. */
  replacement: StaffReceivingRecord | undefined;
  onCorrect: (() => void) | null;
}) {
  const { record, replacement, onCorrect } = props;
  const who = record.createdByEmail ?? t("receiving-records.staff");
  const [time = "", ...otherTimes] = timesOf(record);
  const facts = [who, time, ...otherTimes, record.station].filter((text) => text !== "");
  return (
    <li className={classes["record"]}>
      <div className={classes["what"]}>
        <strong>{t(`receiving-records.kind.${record.kind}`)}</strong>
        {replacement === undefined ? (
          <Measured record={record} />
        ) : (
          <>
            <span>{t("receiving-records.replaced")}</span>
            <del>
              <Measured record={record} />
            </del>
          </>
        )}
        {record.note === "" ? null : (
          <span>{t("receiving-records.note", { note: record.note })}</span>
        )}
        {replacement === undefined || replacement.reason === "" ? null : (
          <span>{t("receiving-records.reason", { reason: replacement.reason })}</span>
        )}
        <span className={classes["who"]}>{facts.join(" · ")}</span>
      </div>
      {onCorrect === null ? null : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t("receiving-records.correctOf", { time })}
          onClick={onCorrect}
        >
          {t("receiving-records.correct")}
        </Button>
      )}
    </li>
  );
}

/** What was recorded about a parcel, newest first, with what receivers can do about it. */
export function ReceivingRecords(props: {
  parcel: StaffInboundParcel;
  images: readonly ParcelImage[];
  records: readonly StaffReceivingRecord[];
  /** Whether a dialog covers the one that this stands in. */
  onCover: (isCovered: boolean) => void;
}) {
  const { parcel, records } = props;
  const mayReceive = useMayUse("receiving");
  const [purpose, setPurpose] = useState<MeasurementsPurpose | null>(null);
  const show = (next: MeasurementsPurpose | null) => {
    setPurpose(next);
    props.onCover(next !== null);
  };
  const isHere = parcel.state === "received" || parcel.state === "packed";
  const last = records.at(-1);
  const replacementOf = (id: string) => records.find(({ replacesId }) => replacesId === id);
  return (
    <Stack gap="sm">
      <ol className={`plain-list ${classes["records"]}`} reversed>
        {records.toReversed().map((record) => {
          const replacement = replacementOf(record.id);
          const isCorrectable = mayReceive && isHere && replacement === undefined;
          return (
            <Record
              key={record.id}
              record={record}
              replacement={replacement}
              onCorrect={isCorrectable ? () => show({ kind: "correct", record }) : null}
            />
          );
        })}
      </ol>
      {mayReceive && isHere && last !== undefined ? (
        <Button
          size="sm"
          variant="default"
          className={classes["again"] ?? ""}
          onClick={() => show({ kind: "measure", record: last })}
        >
          {t("receiving-records.measureAgain")}
        </Button>
      ) : null}
      <MeasurementsDialog
        parcel={parcel}
        images={props.images}
        purpose={purpose}
        onClose={() => show(null)}
      />
    </Stack>
  );
}
