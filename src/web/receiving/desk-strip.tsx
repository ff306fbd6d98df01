import { Button, Card, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useState } from "react";
import { useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Code, weightText } from "#web/ui/figures.tsx";
import { parcelOfRecord } from "./desk-parcel.ts";
import type { SessionParcel } from "./session-parcels.ts";
import type { QueuedReceiving, ReceivingQueue } from "./receiving-queue.ts";
import type { Desk } from "./use-desk.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";

const refreshMilliseconds = 30_000;

/** Today's figures, and how many records wait. */
export const DeskStrip = memo(function DeskStrip(props: {
  warehouseId: string;
  waitingCount: number;
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
    t("receiving.strip.waiting", { count: props.waitingCount }),
  ];
  return (
    <p className={classes["strip"]} aria-label={t("receiving.strip.label")}>
      {figures.map((figure, index) => (
        <span key={index}>{figure}</span>
      ))}
    </p>
  );
});

/** Records that the server did not accept, until each is corrected or discarded. */
export const RefusedRecords = memo(function RefusedRecords(props: {
  refused: readonly QueuedReceiving[];
  discard: ReceivingQueue["discard"];
  dispatch: Desk["dispatch"];
}) {
  const { refused, discard, dispatch } = props;
  const [discarded, setDiscarded] = useState<QueuedReceiving | null>(null);
  return (
    <>
      {refused.length === 0 ? null : (
        <Card component="section" className={classes["refused"]}>
          <Title order={2} size="h4" mb="xs">
            {t("receiving.refused", { count: refused.length })}
          </Title>
          <ul className={classes["rows"]}>
            {refused.map((item) => (
              <li key={item.idempotencyKey} className={classes["row"]}>
                <div>
                  <Code>{item.input.scan ?? t("receiving.noLabel")}</Code>
                  <Text size="sm">{item.errorMessage}</Text>
                </div>
                <div className={classes["actions"]}>
                  <Button
                    variant="default"
                    size="md"
                    onClick={() => dispatch({ kind: "correct", parcel: parcelOfRecord(item) })}
                  >
                    {t("receiving.correct")}
                  </Button>
                  <Button variant="subtle" color="red" size="md" onClick={() => setDiscarded(item)}>
                    {t("receiving.discard")}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ConfirmDialog
        isOpen={discarded !== null}
        onClose={() => setDiscarded(null)}
        title={t("receiving.discardTitle")}
        confirmLabel={t("receiving.discard")}
        isDestructive
        onConfirm={async () => {
          if (discarded !== null) await discard(discarded.idempotencyKey);
        }}
      >
        {t("receiving.discardText", {
          scan: discarded?.input.scan ?? t("receiving.noLabel"),
          count: discarded?.photos.length ?? 0,
        })}
      </ConfirmDialog>
    </>
  );
});

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
                <div className={classes["quiet"]}>
                  {parcel.kind === "measured_again"
                    ? t("receiving.measuredAgain")
                    : t(`receiving.outcome.${parcel.outcome}`)}
                  {" · "}
                  {weightText(parcel.weightGrams)}
                  {" · "}
                  {t("receiving.photosCount", { count: parcel.photosCount })}
                </div>
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
