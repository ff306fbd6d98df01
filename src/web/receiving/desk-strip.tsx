import { Button, Card, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Code, weightText } from "#web/ui/figures.tsx";
import type { SessionParcel } from "./session-parcels.ts";
import type { QueuedReceiving, ReceivingQueue } from "./receiving-queue.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";

const refreshMilliseconds = 30_000;

/** Today's figures, and how many records wait. */
export function DeskStrip({ warehouseId, queue }: { warehouseId: string; queue: ReceivingQueue }) {
  const api = useApi();
  const { onReceived } = queue;
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
  const waiting = queue.items.filter(({ state }) => state !== "refused").length;
  const figures = [
    t("receiving.strip.today", { count: data?.todayCount ?? "–" }),
    t("receiving.strip.lastHour", { count: data?.lastHourCount ?? "–" }),
    t("receiving.strip.waiting", { count: waiting }),
  ];
  return (
    <p className={classes["strip"]} aria-label={t("receiving.strip.label")}>
      {figures.map((figure, index) => (
        <span key={index}>{figure}</span>
      ))}
    </p>
  );
}

/** Records that the server did not accept, until each is corrected or discarded. */
export function RefusedRecords(props: {
  queue: ReceivingQueue;
  onCorrect: (item: QueuedReceiving) => void;
}) {
  const { queue } = props;
  const [discarded, setDiscarded] = useState<QueuedReceiving | null>(null);
  const refused = queue.items.filter(({ state }) => state === "refused");
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
                  <Button variant="default" size="md" onClick={() => props.onCorrect(item)}>
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
          if (discarded !== null) await queue.discard(discarded.idempotencyKey);
        }}
      >
        {t("receiving.discardText", {
          scan: discarded?.input.scan ?? t("receiving.noLabel"),
          count: discarded?.photos.length ?? 0,
        })}
      </ConfirmDialog>
    </>
  );
}

/** What was saved at this desk since the page was opened, newest first. */
export function SessionParcels({ parcels }: { parcels: readonly SessionParcel[] }) {
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
}
