// What is printed on a parcel's label and where, for PDF and ZPL alike.
import { formatLabelCode } from "#goods/rules/label-code.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { ParcelStickerFacts } from "./label-queries.ts";

/** Of the whole label, in millimetres. */
export const stickerSize = { width: 100, height: 50 } as const;

/** Where a QR code is, without the empty margin that the standard requires around it. */
export type QrSquare = { readonly x: number; readonly y: number; readonly side: number };

/** That of a parcel's label. */
export const qrSquare: QrSquare = { x: 6, y: 9, side: 32 };

/** One line of text; lengths in millimetres, `y` is the upper edge. */
export type StickerText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** A longer text is made smaller. */
  readonly width: number;
  readonly height: number;
  readonly isBold: boolean;
};

export type Sticker = {
  readonly texts: readonly StickerText[];
  readonly qrText: string;
  readonly qrSquare: QrSquare;
};

/** Stands where a fact is not known. */
const unknown = "-";

const left = 43;
const right = 97;
const third = (right - left) / 3;

type Field = {
  readonly term: string;
  readonly value: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The name of a fact in small letters, and the fact below. */
function fieldTexts({ term, value, x, y, width, height }: Field): StickerText[] {
  return [
    { text: term, x, y, width, height: 2.2, isBold: false },
    { text: value, x, y: y + 3.2, width, height, isBold: true },
  ];
}

/** All lines of a label. They are in English, since printers know Latin letters alone. */
export function parcelStickerTexts(facts: ParcelStickerFacts): StickerText[] {
  const { labelCode, memberCode, place, storageLocationCode, weightGrams } = facts;
  const small = { y: 39, height: 3.3 };
  const fields: Field[] = [
    {
      term: "Member",
      value: memberCode === null ? "Unknown" : formatMemberCode(memberCode),
      x: left,
      y: 16.5,
      width: third * 2 - 3,
      height: 5.2,
    },
    {
      term: "Parcel",
      value: place === null ? unknown : `${place.number} of ${place.total}`,
      x: left + third * 2,
      y: 16.5,
      width: third,
      height: 5.2,
    },
    {
      term: "Storage location",
      value: storageLocationCode ?? unknown,
      x: left,
      y: 28,
      width: right - left,
      height: 5.6,
    },
    { ...small, term: "Received", value: facts.receivedOn ?? unknown, x: left, width: 20.5 },
    {
      ...small,
      term: "Weight",
      value: weightGrams === null ? unknown : formatKilograms(weightGrams),
      x: left + 22,
      width: 15.5,
    },
    { ...small, term: "Warehouse", value: facts.warehouseCode ?? unknown, x: left + 39, width: 15 },
  ];
  const code = { text: formatLabelCode(labelCode), x: left, y: 4, width: right - left, height: 9 };
  return [{ ...code, isBold: true }, ...fields.flatMap(fieldTexts)];
}
