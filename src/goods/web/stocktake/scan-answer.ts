// What a scan says during a stocktake, by the list that was loaded before; no request is needed for it.
import type { StoredParcel } from "#goods/contract/stocktakes.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { parseScan, type ScanReading } from "#goods/rules/scan.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { DeskLook } from "#ui/web/desk/desk-screen.tsx";

/** What lies in the warehouse by what is recorded, and its storage locations. */
export type StoredIndex = {
  readonly byLabel: ReadonlyMap<string, StoredParcel>;
  /** Several parcels can have a number, such as the pieces of a delivery. */
  readonly byNumber: ReadonlyMap<string, readonly StoredParcel[]>;
  readonly byLocation: ReadonlyMap<string, readonly StoredParcel[]>;
  readonly locationCodes: ReadonlySet<string>;
};

/** Why a scan changed nothing: no shelf is open, no such shelf, several parcels have the number, or another label. */
type StopReason = "no_shelf" | "unknown_shelf" | "several" | "package";

export type ScanAnswer =
  /** `uncounted`: the shelf before, on which nothing was scanned. */
  | { readonly outcome: "shelf"; readonly code: string; readonly uncounted: string | null }
  /** `empty`: it was said that nothing lies on the shelf. */
  | { readonly outcome: "empty"; readonly code: string }
  | { readonly outcome: "right" | "misplaced" | "repeated"; readonly parcel: StoredParcel }
  | { readonly outcome: "not_here"; readonly labelCode: string }
  | { readonly outcome: "unknown"; readonly text: string }
  | { readonly outcome: "stop"; readonly reason: StopReason; readonly text: string };

export type ScanOutcome = ScanAnswer["outcome"];

function grouped(
  parcels: readonly StoredParcel[],
  keyOf: (parcel: StoredParcel) => string | null,
): ReadonlyMap<string, readonly StoredParcel[]> {
  const groups = new Map<string, StoredParcel[]>();
  for (const parcel of parcels) {
    const key = keyOf(parcel);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [parcel]);
    else group.push(parcel);
  }
  return groups;
}

export function indexStored(
  parcels: readonly StoredParcel[],
  locationCodes: readonly string[],
): StoredIndex {
  return {
    byLabel: new Map(parcels.map((parcel) => [parcel.labelCode, parcel])),
    byNumber: grouped(parcels, ({ trackingNumber }) => trackingNumber),
    byLocation: grouped(parcels, ({ storageLocationCode }) => storageLocationCode),
    locationCodes: new Set(locationCodes),
  };
}

/** The parcels with the label or the courier's number that was read. */
function parcelsOf(index: StoredIndex, reading: ScanReading): readonly StoredParcel[] {
  if (reading.kind !== "label" && reading.kind !== "number") return [];
  const labelled = reading.kind === "label" ? index.byLabel.get(reading.labelCode) : undefined;
  if (labelled !== undefined) return [labelled];
  const spellings = reading.number?.spellings ?? [];
  return [...new Set(spellings.flatMap((spelling) => index.byNumber.get(spelling) ?? []))];
}

/** The storage location that was scanned, or whose code was typed; null for any other text. */
function locationOf(index: StoredIndex, text: string, reading: ScanReading): string | null {
  if (reading.kind === "storage_location") return reading.code;
  const typed = text.trim().toUpperCase();
  return index.locationCodes.has(typed) ? typed : null;
}

/**
 * What a scan says on the open shelf.
 * @param options.code of the open shelf; null: none is open.
 * @param options.isCounted whether something was scanned there, or it was said to be empty.
 * @param options.placeOf where this stocktake has found a parcel so far.
 */
export function answerScan(
  index: StoredIndex,
  text: string,
  options: {
    readonly code: string | null;
    readonly isCounted: boolean;
    readonly placeOf: (labelCode: string) => string | undefined;
  },
): ScanAnswer {
  const reading = parseScan(text);
  const shelf = locationOf(index, text, reading);
  if (shelf !== null) {
    if (!index.locationCodes.has(shelf)) {
      return { outcome: "stop", reason: "unknown_shelf", text: shelf };
    }
    const isLeft = options.code !== null && options.code !== shelf && !options.isCounted;
    return { outcome: "shelf", code: shelf, uncounted: isLeft ? options.code : null };
  }
  const shown = text.trim();
  if (options.code === null) return { outcome: "stop", reason: "no_shelf", text: shown };
  if (reading.kind === "package") return { outcome: "stop", reason: "package", text: shown };
  const [parcel, ...others] = parcelsOf(index, reading);
  if (others.length > 0) return { outcome: "stop", reason: "several", text: shown };
  if (parcel === undefined) {
    const { labelCode } = reading.kind === "label" ? reading : { labelCode: null };
    return labelCode === null
      ? { outcome: "unknown", text: shown }
      : { outcome: "not_here", labelCode };
  }
  if (options.placeOf(parcel.labelCode) === options.code) return { outcome: "repeated", parcel };
  const isRight = parcel.storageLocationCode === options.code;
  return { outcome: isRight ? "right" : "misplaced", parcel };
}

/** What was scanned, as the list of the newest scans names it. */
export function scannedName(answer: ScanAnswer): string {
  if ("parcel" in answer) return parcelName(answer.parcel);
  if ("labelCode" in answer) return formatLabelCode(answer.labelCode);
  return "code" in answer ? answer.code : answer.text;
}

/** The place of a parcel in a sentence's stead: its shelf, or that none is recorded. */
export function belongsText(code: string | null): string {
  return code === null ? t("stocktake.noShelfRecorded") : t("stocktake.belongsTo", { code });
}

/** The answer in one word, and what it means. */
export function answerWords(answer: ScanAnswer): { title: string; hint: string } {
  const title = t(`stocktake.outcome.${answer.outcome}`);
  if (answer.outcome === "shelf") {
    const { code, uncounted } = answer;
    const hint =
      uncounted === null
        ? t("stocktake.hint.shelf")
        : t("stocktake.hint.uncounted", { code: uncounted });
    return { title: t("stocktake.shelf", { code }), hint };
  }
  if (answer.outcome === "empty") {
    return { title, hint: t("stocktake.hint.empty", { code: answer.code }) };
  }
  if (answer.outcome === "misplaced") {
    const { storageLocationCode } = answer.parcel;
    return {
      title: belongsText(storageLocationCode),
      hint: t("stocktake.hint.misplaced", { name: scannedName(answer) }),
    };
  }
  if (answer.outcome === "stop") {
    return { title, hint: t(`stocktake.stop.${answer.reason}`, { text: answer.text }) };
  }
  return { title, hint: t(`stocktake.hint.${answer.outcome}`, { name: scannedName(answer) }) };
}

export const scanLooks = {
  shelf: "place",
  empty: "place",
  right: "right",
  misplaced: "unsure",
  repeated: "again",
  not_here: "conflict",
  unknown: "stop",
  stop: "stop",
} as const satisfies Record<ScanOutcome, DeskLook>;
