import { useCallback, useEffect, useRef, useState } from "react";
import { writeOpenShelf, type ActiveCount, type OpenShelf } from "./count-memory.ts";
import { answerScan, type ScanAnswer, type StoredIndex } from "./scan-answer.ts";
import type { ScanQueue } from "./scan-queue.ts";
import { scansOfStocktake } from "./shelf-progress.ts";

/** A scan of this device, for the list of the newest. */
export type RecentScan = {
  readonly key: number;
  readonly answer: ScanAnswer;
  /** The shelf that was open then. */
  readonly code: string | null;
};

const recentCount = 6;

function foundLabel(answer: ScanAnswer): string | null {
  if (answer.outcome === "right" || answer.outcome === "misplaced") return answer.parcel.labelCode;
  return answer.outcome === "not_here" ? answer.labelCode : null;
}

/** Counting shelf by shelf: each scan is answered from `index` at once and goes into the queue. */
export function useCounting(options: {
  readonly count: ActiveCount;
  readonly index: StoredIndex;
  readonly queue: ScanQueue;
  readonly initialShelf: OpenShelf | null;
  /** Whether another device has counted a shelf. */
  readonly isCountedElsewhere: (code: string) => boolean;
  readonly onAnswer: (answer: ScanAnswer) => void;
}) {
  const [shelf, setShelf] = useState(options.initialShelf);
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  const [recent, setRecent] = useState<readonly RecentScan[]>([]);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  // Two scans can come before the page is rendered again.
  const shelfNow = useRef(options.initialShelf);
  const scansCount = useRef(0);

  const record = useCallback((next: ScanAnswer, labelCode: string | null) => {
    const { count, queue, onAnswer } = latest.current;
    const { current } = shelfNow;
    const now = new Date().toISOString();
    if (current !== null && (labelCode !== null || next.outcome === "empty")) {
      const { stocktakeId } = count;
      const { code: storageLocationCode, scannedAt: locationScannedAt } = current;
      const place = { stocktakeId, storageLocationCode, locationScannedAt };
      queue.add({ ...place, labelCode, scannedAt: now });
    }
    if (next.outcome === "shelf" && next.code !== current?.code) {
      const opened = { code: next.code, scannedAt: now };
      shelfNow.current = opened;
      setShelf(opened);
      void writeOpenShelf(opened);
      // What was found on the shelf before is complete.
      queue.wake();
    }
    setAnswer(next);
    scansCount.current += 1;
    const scan = { key: scansCount.current, answer: next, code: current?.code ?? null };
    setRecent((before) => [scan, ...before].slice(0, recentCount));
    onAnswer(next);
  }, []);

  const scan = useCallback(
    (text: string) => {
      if (text.trim() === "") return;
      const { count, index, queue, isCountedElsewhere } = latest.current;
      const { byLabel, counted } = scansOfStocktake(queue.state().scans, count.stocktakeId);
      const code = shelfNow.current?.code ?? null;
      const next = answerScan(index, text, {
        code,
        isCounted: code !== null && (counted.has(code) || isCountedElsewhere(code)),
        placeOf: (labelCode) => byLabel.get(labelCode)?.storageLocationCode,
      });
      record(next, foundLabel(next));
    },
    [record],
  );

  const markEmpty = useCallback(() => {
    if (shelfNow.current !== null) record({ outcome: "empty", code: shelfNow.current.code }, null);
  }, [record]);

  return { shelf, answer, recent, scan, markEmpty };
}
