import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { useApi } from "#goods/web/api.ts";
import { ScanCamera } from "#ui/web/desk/camera.tsx";
import type { DeskSettings } from "#goods/web/receiving/desk-memory.ts";
import { playSound } from "#ui/web/desk/sounds.ts";
import { momentText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import type { ActiveCount, OpenShelf, StoredList } from "./count-memory.ts";
import {
  CountedShelves,
  Differences,
  RecentScans,
  ScanBanner,
  ShelfCard,
} from "./scan-results.tsx";
import { indexStored, type StoredIndex, scanLooks } from "./scan-answer.ts";
import { countUnsent, scansOfStocktake, type Scan, type ScanOutbox } from "./scan-records.ts";
import type { OutboxState } from "#ui/web/desk/outbox-records.ts";
import { countedShelves, detailsWithoutUnsent, shelfProgress, useCounting } from "./counting.ts";
import { ScanProblems, WaitingCount } from "./waiting-scans.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { DeskColumns, DeskHead, DeskScreen, OnlineMark } from "#ui/web/desk/desk-screen.tsx";
import { ScanField } from "#ui/web/desk/scan-field.tsx";

const FinishDialog = laterPart(async () => (await import("./finish-dialog.tsx")).FinishDialog);

/** So that what other devices count appears. */
const refreshMilliseconds = 15_000;

type CountingProps = {
  count: ActiveCount;
  outbox: ScanOutbox;
  state: OutboxState<Scan>;
  settings: DeskSettings;
  onSettings: (settings: DeskSettings) => void;
  /** Ends counting on this device. */
  onLeave: () => void;
  onFinished: () => void;
};

/** What the server knows of the stocktake, read again whenever scans were sent. */
function useDetails(stocktakeId: string, outbox: ScanOutbox): StocktakeDetails | undefined {
  const api = useApi();
  const { data, refetch } = useQuery(
    api.stocktakes.readStocktake.queryOptions({
      input: { stocktakeId },
      refetchInterval: refreshMilliseconds,
    }),
  );
  useEffect(() => outbox.onAnswer(() => void refetch()), [outbox, refetch]);
  return data;
}

function useProgress(
  count: ActiveCount,
  index: StoredIndex,
  state: OutboxState<Scan>,
  details: StocktakeDetails | undefined,
  code: string | null,
) {
  const { stocktakeId } = count;
  const scans = useMemo(
    () => scansOfStocktake(state.records, stocktakeId),
    [state.records, stocktakeId],
  );
  const progress = useMemo(
    () => (code === null ? null : shelfProgress(index, scans, details, code)),
    [index, scans, details, code],
  );
  const shelves = useMemo(() => countedShelves(index, scans, details), [index, scans, details]);
  const shownDetails = useMemo(() => detailsWithoutUnsent(scans, details), [scans, details]);
  return { progress, shelves, shownDetails };
}

/** Counting with a known list of what lies in the warehouse. */
export function CountingScreen(
  props: CountingProps & { list: StoredList; initialShelf: OpenShelf | null },
) {
  const { count, outbox, state, settings, list } = props;
  const [isFinishing, setFinishing] = useState(false);
  const index = useMemo(() => indexStored(list.parcels, list.locationCodes), [list]);
  const details = useDetails(count.stocktakeId, outbox);
  const isFinished = details !== undefined && details.stocktake.finishedAt !== null;
  const counting = useCounting({
    count,
    index,
    outbox,
    initialShelf: props.initialShelf,
    isCountedElsewhere: (code) => details?.locations.some((one) => one.code === code) ?? false,
    onAnswer: ({ outcome }) => {
      if (!settings.isMuted) playSound(scanLooks[outcome]);
    },
  });
  const { answer, scan } = counting;
  const code = counting.shelf?.code ?? null;
  const { progress, shelves, shownDetails } = useProgress(count, index, state, details, code);
  return (
    <DeskScreen look={answer === null ? "idle" : scanLooks[answer.outcome]}>
      <DeskHead
        title={t("stocktake.title")}
        description={[
          count.warehouseName,
          t("stocktake.since", { moment: momentText(count.startedAt, true) }),
        ].join(" · ")}
      >
        <OnlineMark
          isOnline={state.isOnline}
          label={t(state.isOnline ? "stocktake.online" : "stocktake.offline")}
        />
        <Button variant="default" size="md" onClick={props.onLeave}>
          {t("stocktake.leave")}
        </Button>
      </DeskHead>
      <WaitingCount state={state} />
      <ScanProblems outbox={outbox} state={state} />
      {isFinished ? (
        <Alert color="orange" role="alert" title={t("stocktake.finishedElsewhere")}>
          <Button size="md" onClick={props.onFinished}>
            {t("stocktake.showResult")}
          </Button>
        </Alert>
      ) : (
        <>
          <ScanField
            label={t("stocktake.field")}
            description={t("stocktake.fieldHint")}
            onLine={scan}
          />
          <ScanBanner answer={answer} code={code} />
        </>
      )}
      <DeskColumns
        camera={
          <ScanCamera
            label={t("stocktake.camera")}
            isScanning={!isFinishing && !isFinished}
            onScan={scan}
            problemOf={(state) => t(`stocktake.camera.${state}`)}
            soundsLabel={t("stocktake.sounds")}
            isMuted={settings.isMuted}
            onMuted={(isMuted) => props.onSettings({ ...settings, isMuted })}
          />
        }
        work={
          <>
            <ShelfCard code={code} progress={progress} onEmpty={counting.markEmpty} />
            <RecentScans recent={counting.recent} />
          </>
        }
        devices={
          <>
            <Button size="lg" disabled={isFinished} onClick={() => setFinishing(true)}>
              {t("stocktake.finishAction")}
            </Button>
            <CountedShelves shelves={shelves} shelvesCount={list.locationCodes.length} />
            <Differences details={shownDetails} />
          </>
        }
      />
      <FinishDialog
        isWanted={isFinishing}
        isOpen={isFinishing}
        stocktakeId={count.stocktakeId}
        details={details}
        shelvesCount={list.locationCodes.length}
        unsentCount={countUnsent(state.records)}
        onFinished={props.onFinished}
        onClose={() => setFinishing(false)}
      />
    </DeskScreen>
  );
}
