import { Card, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { memo, useEffect } from "react";
import { useApi } from "#goods/web/api.ts";
import { Code, weightText } from "#ui/web/figures.tsx";
import type { SessionParcel } from "./session-parcels.ts";
import type { ReceivingQueue } from "./receiving-queue.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";

const refreshMilliseconds = 30_000;

/** Today's figures, and how many records wait. */
export const DeskStrip = memo(function DeskStrip(props: {
  warehouseId: string;
  /** null while it is not known. */
  waitingCount: number | null;
  onReceived: ReceivingQueue["onReceived"];
}) {
  const { warehouseId, onReceived } = props;
  const api = useApi();
  const { data, refetch } = useQuery(
    api.receiving.readReceivingDay.queryOptions({
      input: { warehouseId },
      refetchInterval: refreshMilliseconds,
    }),
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onReceived(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), 1_000);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onReceived, refetch]);
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

function savedText(parcel: SessionParcel): string {
  if (parcel.kind === "stored") {
    const { storageLocationCode, currentCode = storageLocationCode } = parcel;
    return currentCode === null || currentCode === storageLocationCode
      ? t("receiving.move.done", { code: storageLocationCode })
      : t("receiving.move.later", { code: currentCode });
  }
  const { kind, outcome, weightGrams, photosCount } = parcel;
  return [
    kind === "measured_again" ? t("receiving.measuredAgain") : t(`receiving.outcome.${outcome}`),
    weightText(weightGrams),
    t("receiving.photosCount", { count: photosCount }),
  ].join(" · ");
}

/** What was saved at this desk since the page was opened, newest first. */
export const SessionParcels = memo(function SessionParcels(props: {
  parcels: readonly SessionParcel[];
}) {
  const { parcels } = props;
  return (
    <Card component="section">
      <Title order={2} size="h4" mb="xs">
        {t("receiving.recent")}
      </Title>
      {parcels.length === 0 ? (
        <Text c="dimmed">{t("receiving.noRecent")}</Text>
      ) : (
        <ul className={classes["rows"]}>
          {parcels.map((parcel) => (
            <li key={parcel.key} className={classes["row"]}>
              <div>
                <Code>{parcel.name ?? t("receiving.noLabel")}</Code>
                <div className={classes["quiet"]}>{savedText(parcel)}</div>
              </div>
              <span className={classes["quiet"]}>
                {t(parcel.isConfirmed ? "receiving.confirmed" : "receiving.waiting")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
});
