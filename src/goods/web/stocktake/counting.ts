import { useCallback, useEffect, useRef, useState } from "react";
import { writeOpenShelf, type ActiveCount, type OpenShelf } from "./count-memory.ts";
import { answerScan, type ScanAnswer, type StoredIndex } from "./scan-answer.ts";
import type { StocktakeDetails, StoredParcel } from "#goods/contract/stocktakes.ts";
import { scansOfStocktake, type ScanOutbox, type ScansOfStocktake } from "./scan-records.ts";

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

/** Counting shelf by shelf: each scan is answered from `index` at once and goes into the outbox. */
export function useCounting(options: {
  readonly count: ActiveCount;
  readonly index: StoredIndex;
  readonly outbox: ScanOutbox;
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
    const { count, outbox, onAnswer } = latest.current;
    const { current } = shelfNow;
    const now = new Date().toISOString();
    if (current !== null && (labelCode !== null || next.outcome === "empty")) {
      const { stocktakeId } = count;
      const { code: storageLocationCode, scannedAt: locationScannedAt } = current;
      const place = { stocktakeId, storageLocationCode, locationScannedAt };
      void outbox.add({ ...place, labelCode, scannedAt: now });
    }
    if (next.outcome === "shelf" && next.code !== current?.code) {
      const opened = { code: next.code, scannedAt: now };
      shelfNow.current = opened;
      setShelf(opened);
      void writeOpenShelf(opened);
      // What was found on the shelf before is complete.
      outbox.hurry();
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
      const { count, index, outbox, isCountedElsewhere } = latest.current;
      const { byLabel, counted } = scansOfStocktake(outbox.state().records, count.stocktakeId);
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

/** A parcel on the wrong shelf. */
type MisplacedParcel = {
  readonly labelCode: string;
  readonly trackingNumber: string | null;
  readonly recordedLocationCode: string | null;
  readonly foundLocationCode: string;
};

export type ShelfProgress = {
  /** How many parcels are recorded there. */
  readonly recordedCount: number;
  /** How many of them were found there. */
  readonly foundCount: number;
  /** Recorded there and not found anywhere yet. */
  readonly missing: readonly StoredParcel[];
  /** Found there though recorded elsewhere, and recorded there though found elsewhere. */
  readonly misplaced: readonly MisplacedParcel[];
  /** Labels that were scanned there and are not recorded as parcels of this warehouse. */
  readonly notHere: readonly string[];
  readonly isCounted: boolean;
};

/** What other devices have found; null where the server has not counted the shelf, or its list is cut off. */
function missingByServer(details: StocktakeDetails | undefined, code: string) {
  if (details === undefined) return null;
  const { differences, locations, missingCount, misplacedCount } = details;
  const isWhole = differences.length === missingCount + misplacedCount;
  if (!isWhole || !locations.some((location) => location.code === code)) return null;
  return new Set(
    differences
      .filter((one) => one.kind === "missing" && one.recordedLocationCode === code)
      .map(({ labelCode }) => labelCode),
  );
}

function misplacedOf(
  index: StoredIndex,
  byLabel: ScansOfStocktake["byLabel"],
  details: StocktakeDetails | undefined,
  code: string,
): readonly MisplacedParcel[] {
  const byServer = (details?.differences ?? []).flatMap((one) =>
    one.foundLocationCode === null || byLabel.has(one.labelCode)
      ? []
      : [{ ...one, foundLocationCode: one.foundLocationCode }],
  );
  const own = [...byLabel.values()].flatMap(({ labelCode, storageLocationCode }) => {
    const parcel = index.byLabel.get(labelCode ?? "");
    if (parcel === undefined || parcel.storageLocationCode === storageLocationCode) return [];
    return [
      {
        labelCode: parcel.labelCode,
        trackingNumber: parcel.trackingNumber,
        recordedLocationCode: parcel.storageLocationCode,
        foundLocationCode: storageLocationCode,
      },
    ];
  });
  return [...own, ...byServer].filter(
    ({ recordedLocationCode, foundLocationCode }) =>
      recordedLocationCode === code || foundLocationCode === code,
  );
}

export function shelfProgress(
  index: StoredIndex,
  scans: ScansOfStocktake,
  details: StocktakeDetails | undefined,
  code: string,
): ShelfProgress {
  const recorded = index.byLocation.get(code) ?? [];
  const onServer = missingByServer(details, code);
  const missing = recorded.filter(
    ({ labelCode }) =>
      !scans.byLabel.has(labelCode) && (onServer === null || onServer.has(labelCode)),
  );
  const misplaced = misplacedOf(index, scans.byLabel, details, code);
  const elsewhereCount = misplaced.filter(
    ({ foundLocationCode }) => foundLocationCode !== code,
  ).length;
  return {
    recordedCount: recorded.length,
    foundCount: recorded.length - missing.length - elsewhereCount,
    missing,
    misplaced,
    notHere: [...scans.byLabel.values()].flatMap(({ labelCode, storageLocationCode, isNotHere }) =>
      labelCode !== null &&
      storageLocationCode === code &&
      (isNotHere === true || !index.byLabel.has(labelCode))
        ? [labelCode]
        : [],
    ),
    isCounted: scans.counted.has(code) || onServer !== null,
  };
}

export type CountedShelf = {
  readonly code: string;
  readonly recordedCount: number;
  readonly foundCount: number;
};

/** The shelves that were counted, by code: as the server knows them, and those whose scans it does not have yet. */
export function countedShelves(
  index: StoredIndex,
  scans: ScansOfStocktake,
  details: StocktakeDetails | undefined,
): readonly CountedShelf[] {
  const found = Map.groupBy(scans.byLabel.values(), (scan) => scan.storageLocationCode);
  const foundHere = (code: string) =>
    found.get(code)?.filter(({ isNotHere }) => isNotHere !== true).length ?? 0;
  const known = (details?.locations ?? []).map((location) => ({
    ...location,
    foundCount: Math.max(location.foundCount, foundHere(location.code)),
  }));
  const codes = new Set(known.map(({ code }) => code));
  const own = [...scans.counted]
    .filter((code) => !codes.has(code))
    .map((code) => ({
      code,
      recordedCount: index.byLocation.get(code)?.length ?? 0,
      foundCount: foundHere(code),
    }));
  return [...known, ...own].toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

/** What the server knows, without the differences of parcels whose newest scan it does not have yet. */
export function detailsWithoutUnsent(
  scans: Pick<ScansOfStocktake, "byLabel">,
  details: StocktakeDetails | undefined,
): StocktakeDetails | undefined {
  if (details === undefined) return undefined;
  const isUnsent = ({ labelCode }: { readonly labelCode: string }) =>
    scans.byLabel.get(labelCode)?.isSent === false;
  const unsent = details.differences.filter(isUnsent);
  const missing = unsent.filter(({ kind }) => kind === "missing").length;
  return {
    ...details,
    differences: details.differences.filter((difference) => !isUnsent(difference)),
    missingCount: details.missingCount - missing,
    misplacedCount: details.misplacedCount - (unsent.length - missing),
  };
}
