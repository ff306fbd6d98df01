// Where parcels were found during a stocktake, and how that is sent.
import type { ApiClient } from "#goods/web/api.ts";
import { formatLabelCode, stocktakeLimits } from "#goods/rules/receiving.ts";
import { isWaiting, type OutboxRecord } from "#ui/web/desk/outbox-records.ts";
import type { Outbox, OutboxKind } from "#ui/web/desk/outbox.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Where a parcel was found; of several scans of a parcel the newest. */
export type Scan = {
  readonly stocktakeId: string;
  readonly storageLocationCode: string;
  /** When that storage location was scanned. */
  readonly locationScannedAt: string;
  /** null: nothing lay there. */
  readonly labelCode: string | null;
  readonly scannedAt: string;
  /** The server does not know the parcel as one of this warehouse. */
  readonly isNotHere?: boolean;
  /** It is the account's own parcel, which a colleague counts. */
  readonly isOwn?: boolean;
};

/** A scan that was sent stays until its device joins another stocktake, so that progress is there after a reload. */
export type ScanRecord = OutboxRecord<Scan>;
/** Answers that scans were sent. */
export type ScanOutbox = Outbox<Scan, null>;

/** A scan is sent at once, and those that follow it together, so that a stocktake makes few requests. */
const batchMilliseconds = 3_000;

/** The oldest waiting scans of one storage location. */
function batchOf(waiting: readonly ScanRecord[]): readonly ScanRecord[] {
  const [first] = waiting;
  return waiting
    .filter(
      ({ body }) =>
        body.stocktakeId === first?.body.stocktakeId &&
        body.storageLocationCode === first.body.storageLocationCode,
    )
    .slice(0, stocktakeLimits.scansPerRequest);
}

function sentScan(
  record: ScanRecord,
  { notHere, own }: Awaited<ReturnType<ApiClient["stocktakes"]["recordScans"]>>,
): ScanRecord {
  const { labelCode } = record.body;
  if (labelCode !== null && own.includes(labelCode)) {
    const refusal = t("stocktake.own", { label: formatLabelCode(labelCode) });
    return { ...record, refusal, body: { ...record.body, isOwn: true } };
  }
  const isNotHere = labelCode !== null && notHere.includes(labelCode);
  return { ...record, isSent: true, body: { ...record.body, isNotHere } };
}

/** The outbox of a stocktake. The newest scan of a parcel counts at the server, whatever is sent twice. */
export function scanKind(client: {
  readonly stocktakes: Pick<ApiClient["stocktakes"], "recordScans">;
}): OutboxKind<Scan, null> {
  return {
    name: "stocktake-outbox",
    keyOf: ({ stocktakeId, labelCode, storageLocationCode }) =>
      [stocktakeId, labelCode ?? `empty ${storageLocationCode}`].join(" "),
    batchOf,
    batchMilliseconds,
    async send(records, { options, answered }) {
      const [first] = records;
      if (first === undefined) return (record) => record;
      const { stocktakeId, storageLocationCode } = first.body;
      const [scannedAt = ""] = records.map(({ body }) => body.locationScannedAt).toSorted();
      const items = records.flatMap(({ body: { labelCode, scannedAt: at } }) =>
        labelCode === null ? [] : [{ labelCode, scannedAt: at }],
      );
      const input = { stocktakeId, storageLocationCode, scannedAt, items };
      const recorded = await client.stocktakes.recordScans(input, options());
      answered(first, null);
      return (record) => sentScan(record, recorded);
    },
    serverFailed: () => t("toasts.unexpected.description"),
  };
}

/** The scans for a stocktake that were accepted or wait, by label, and the shelves on which there were some. */
export function scansOfStocktake(records: readonly ScanRecord[], stocktakeId: string) {
  const byLabel = new Map<string, Scan & { readonly isSent: boolean }>();
  const counted = new Set<string>();
  for (const { body, isSent, refusal } of records) {
    if (body.stocktakeId !== stocktakeId || refusal !== null) continue;
    counted.add(body.storageLocationCode);
    if (body.labelCode !== null) byLabel.set(body.labelCode, { ...body, isSent });
  }
  return { byLabel, counted };
}

export type ScansOfStocktake = ReturnType<typeof scansOfStocktake>;

/** How many scans wait. */
export function countUnsent(records: readonly ScanRecord[]): number {
  return records.filter(isWaiting).length;
}
