// The parcel that is open at the receiving desk, before it is saved.
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import {
  goodsTakenOff,
  type ParcelCondition,
  type ScaleSource,
  type TakenOff,
} from "#goods/rules/receiving.ts";
import { parseMemberCode } from "#people/rules/member-code.ts";
import { choicesOf, type DeskAnswer, type DeskChoice } from "./desk-answer.ts";
import type { DeskPhoto, ParcelBody, ReceiveInput, RecordKind } from "./receiving-records.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";

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
  readonly note: string;
  readonly photos: readonly DeskPhoto[];
  readonly pendingPhotosCount: number;
  /** What of a refused record is corrected: all, or its photos, because the server has the rest. */
  readonly correction: "record" | "photos" | null;
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
    note: "",
    photos: [],
    pendingPhotosCount: 0,
    correction: null,
  };
}

/** The parcel of a refused record as it was entered. */
export function parcelOfRecord({ input, photos, inboundParcelId }: ParcelBody): OpenParcel {
  const isRecorded = inboundParcelId !== undefined;
  const { weightGrams, sidesMm, condition, battery, goodsFlags, scale, note } = input.measurements;
  return {
    ...newParcel(input.idempotencyKey, input.scan ?? null),
    memberCode: input.memberCode ?? null,
    weight: { weightGrams, scale: scale ?? "typed" },
    sidesMm: sidesMm ?? null,
    condition: condition ?? nothingMarked.condition,
    battery: battery ?? nothingMarked.battery,
    goodsFlags: goodsFlags ?? [],
    note: note ?? "",
    photos,
    isReading: !isRecorded,
    correction: isRecorded ? "photos" : "record",
  };
}

/** What a parcel has before anything is entered: nothing, or what is known of one that is measured again. */
function beginningOf(choice: DeskChoice | null): Marks & Pick<OpenParcel, "sidesMm"> {
  const measured = choice?.kind === "measure_again" ? choice.parcel.measured : null;
  return measured ?? { ...nothingMarked, sidesMm: null };
}

/** What stays recorded of a parcel that is measured again, although it was taken off here; null: nothing. */
export function goodsThatStay(parcel: OpenParcel): TakenOff | null {
  return goodsTakenOff(beginningOf(parcel.choice), parcel);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The parcel with another choice; what was not entered becomes what it begins with. */
export function withChoice(parcel: OpenParcel, choice: DeskChoice | null): OpenParcel {
  const [before, after] = [beginningOf(parcel.choice), beginningOf(choice)];
  return {
    ...parcel,
    choice,
    ...(isSame(parcel.sidesMm, before.sidesMm) && { sidesMm: after.sidesMm }),
    ...(isSame(parcel.condition, before.condition) && { condition: after.condition }),
    ...(isSame(parcel.battery, before.battery) && { battery: after.battery }),
    ...(isSame(parcel.goodsFlags, before.goodsFlags) && { goodsFlags: after.goodsFlags }),
  };
}

/** Whether putting the parcel aside would lose something that was entered. */
export function hasEntries(parcel: OpenParcel): boolean {
  const beginning = beginningOf(parcel.choice);
  return (
    parcel.weight !== null ||
    parcel.note !== "" ||
    parcel.photos.length > 0 ||
    parcel.pendingPhotosCount > 0 ||
    parcel.memberCode !== null ||
    !isSame(parcel.sidesMm, beginning.sidesMm) ||
    parcel.condition !== beginning.condition ||
    parcel.battery !== beginning.battery ||
    !isSame(parcel.goodsFlags, beginning.goodsFlags)
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
  if (parcel.correction === "photos") return null;
  if (answer === null) return "scan_again";
  if (choice === null && answer.outcome === "seen_before") return "adds_nothing";
  const mustChoose = answer.outcome === "two_owners" || answer.outcome === "near_match";
  if (mustChoose && choice === null) return "choice_needed";
  return parcel.weight === null ? "weight_needed" : null;
}

/** A parcel that is here, and the shelf on which it is put now. */
export type Move = {
  readonly labelCode: string;
  /** What people call the parcel. */
  readonly name: string;
  readonly storageLocationCode: string;
};

/**
 * The move that Enter makes with a parcel that is here, since nothing else was entered or chosen; a weight that only the
 * scale says is not entered. null: no shelf was scanned, or it lies there.
 */
export function moveOf(parcel: OpenParcel, storageLocationCode: string | null): Move | null {
  const { answer, choice, weight, isReading, correction } = parcel;
  if (storageLocationCode === null || choice !== null || isReading) return null;
  // The key of a refused record is that record's.
  if (correction !== null) return null;
  if (answer?.outcome !== "seen_before" || answer.labelCode === null) return null;
  if (hasEntries(weight?.scale === "typed" ? parcel : { ...parcel, weight: null })) return null;
  const { labelCode } = answer;
  const isThere = answer.parcel?.storageLocationCode === storageLocationCode;
  if (isThere && answer.parcel?.missingSince === null) return null;
  const name = parcelName({ trackingNumber: answer.parcel?.trackingNumber ?? null, labelCode });
  return { labelCode, name, storageLocationCode };
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

export function recordKindOf({ choice }: OpenParcel): RecordKind {
  return choice?.kind === "measure_again" ? "measured_again" : "received";
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
    inboundParcelId: choice !== null && "parcel" in choice ? choice.parcel.id : null,
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
      note: parcel.note,
    },
    recordedAt,
    idempotencyKey: parcel.key,
  };
}
