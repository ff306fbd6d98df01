// The parcel that is open at the receiving desk, before it is saved.
import type {
  BatteryKind,
  GoodsFlag,
  ParcelCondition,
  ParcelImageKind,
  ScaleSource,
} from "#core/receiving.ts";
import { parseMemberCode } from "#core/member-code.ts";
import { choicesOf, type DeskAnswer, type DeskChoice } from "./desk-answer.ts";
import type { ReceiveInput } from "./receiving-queue.ts";

export type DeskPhoto = { readonly kind: ParcelImageKind; readonly file: Blob };

/** What the letters of commands change, and a faster following scan takes back. */
export type Marks = {
  readonly battery: BatteryKind;
  readonly condition: ParcelCondition;
  readonly goodsFlags: readonly GoodsFlag[];
};

export type OpenParcel = Marks & {
  /** The idempotency key of its record. */
  readonly key: string;
  /** null: no label can be read. */
  readonly scan: string | null;
  /** As it was typed; null: none was. */
  readonly memberCode: string | null;
  /** null until the scan was read, and where it was refused. */
  readonly answer: DeskAnswer | null;
  readonly isReading: boolean;
  readonly choice: DeskChoice | null;
  readonly weight: { readonly weightGrams: number; readonly scale: ScaleSource } | null;
  /** Length, width and height. */
  readonly sidesMm: readonly number[] | null;
  readonly photos: readonly DeskPhoto[];
  readonly pendingPhotosCount: number;
  /** Of a refused record that is corrected: the photos that the queue has already. */
  readonly queuedPhotosCount: number;
  readonly isCorrection: boolean;
};

const nothingMarked: Marks = { battery: "unknown", condition: "perfect", goodsFlags: [] };

export function newParcel(key: string, scan: string | null): OpenParcel {
  return {
    ...nothingMarked,
    key,
    scan,
    memberCode: null,
    answer: null,
    isReading: true,
    choice: null,
    weight: null,
    sidesMm: null,
    photos: [],
    pendingPhotosCount: 0,
    queuedPhotosCount: 0,
    isCorrection: false,
  };
}

/** A refused record as it was entered. */
export function parcelOfRecord(input: ReceiveInput, queuedPhotosCount: number): OpenParcel {
  const { weightGrams, sidesMm, condition, battery, goodsFlags, scale } = input.measurements;
  return {
    ...newParcel(input.idempotencyKey, input.scan ?? null),
    memberCode: input.memberCode ?? null,
    weight: { weightGrams, scale: scale ?? "typed" },
    sidesMm: sidesMm ?? null,
    condition: condition ?? nothingMarked.condition,
    battery: battery ?? nothingMarked.battery,
    goodsFlags: goodsFlags ?? [],
    queuedPhotosCount,
    isCorrection: true,
  };
}

/** Whether putting the parcel aside would lose something that was entered. */
export function hasEntries(parcel: OpenParcel): boolean {
  return (
    parcel.weight !== null ||
    parcel.sidesMm !== null ||
    parcel.photos.length > 0 ||
    parcel.pendingPhotosCount > 0 ||
    parcel.memberCode !== null ||
    parcel.condition !== nothingMarked.condition ||
    parcel.battery !== nothingMarked.battery ||
    parcel.goodsFlags.length > 0
  );
}

/** Why the parcel cannot be saved yet; `wait` ends by itself. */
export type SaveObstacle =
  | "wait"
  | "scan_again"
  | "adds_nothing"
  | "choice_needed"
  | "weight_needed";

export function saveObstacle(parcel: OpenParcel): SaveObstacle | null {
  const { answer, choice } = parcel;
  if (parcel.isReading || parcel.pendingPhotosCount > 0) return "wait";
  if (answer === null) return "scan_again";
  if (choice === null && answer.outcome === "seen_before") return "adds_nothing";
  const mustChoose = answer.outcome === "two_owners" || answer.outcome === "near_match";
  if (mustChoose && choice === null) return "choice_needed";
  return parcel.weight === null ? "weight_needed" : null;
}

/** The choice of the number key, if there is one. */
export function choiceOfNumber(answer: DeskAnswer | null, number: number): DeskChoice | null {
  const choices = choicesOf(answer);
  if (number === 0) return choices.find(({ kind }) => kind === "none") ?? null;
  const choice = choices[number - 1];
  return choice === undefined || choice.kind === "none" ? null : choice;
}

function storedMemberCode(parcel: OpenParcel): string | null {
  const { choice } = parcel;
  const text = choice?.kind === "owner" ? choice.owner.memberCode : parcel.memberCode;
  if (text === null) return null;
  const parsed = parseMemberCode(text);
  return parsed.ok ? parsed.code : text;
}

/** The record of a parcel without obstacles. */
export function receiveInput(
  parcel: OpenParcel,
  place: { warehouseId: string; station: string; storageLocationCode: string | null },
  recordedAt: string,
): ReceiveInput {
  const { choice, weight } = parcel;
  if (weight === null) throw new Error("A parcel is saved with its weight.");
  return {
    ...place,
    scan: parcel.scan,
    inboundParcelId: choice?.kind === "parcel" ? choice.parcel.id : null,
    memberCode: storedMemberCode(parcel),
    isUndeclared: choice?.kind === "owner" && choice.isUndeclared,
    isAnotherPiece: choice?.kind === "another_piece",
    measurements: {
      weightGrams: weight.weightGrams,
      sidesMm: parcel.sidesMm === null ? null : [...parcel.sidesMm],
      condition: parcel.condition,
      battery: parcel.battery,
      goodsFlags: [...parcel.goodsFlags],
      scale: weight.scale,
      note: "",
    },
    recordedAt,
    idempotencyKey: parcel.key,
  };
}
