// The weight that a carrier charges for a piece.
import type { WeightRule } from "./shipping-service.ts";

/** Length, width and height in millimetres. */
export type SidesMm = readonly [number, number, number];

/** A piece as it is weighed and measured; without sides its volume is not known. */
export type Piece = { readonly weightGrams: number; readonly sidesMm: SidesMm | null };

/** The heaviest and largest piece that is computed with, so that every product stays exact. */
export const pieceLimits = { weightGrams: 1_000_000, sideMm: 10_000 } as const;

const sideRoundingMm = 10;

/** How a chargeable weight came about, in grams. */
export type ChargeableWeight = {
  readonly actualGrams: number;
  /** null where the volume does not count, or is not known. */
  readonly volumetricGrams: number | null;
  /** The sides that the volume was computed from. */
  readonly volumetricSidesMm: SidesMm | null;
  readonly chargeableGrams: number;
  readonly decidedBy: "actual" | "volumetric" | "minimum";
};

function isWhole(value: number, maximum: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= maximum;
}

/** Whether a piece has a whole positive weight and sides within `pieceLimits`. */
export function isPiece({ weightGrams, sidesMm }: Piece): boolean {
  return (
    isWhole(weightGrams, pieceLimits.weightGrams) &&
    (sidesMm === null || sidesMm.every((side) => isWhole(side, pieceLimits.sideMm)))
  );
}

export function longestSideMm(sidesMm: SidesMm): number {
  return Math.max(...sidesMm);
}

/** The longest side and twice the sum of the others, which posts and couriers limit. */
export function girthMm(sidesMm: SidesMm): number {
  const longest = longestSideMm(sidesMm);
  const sum = sidesMm.reduce((total, side) => total + side, 0);
  return longest + 2 * (sum - longest);
}

/** The smallest multiple of `step` that is not below `value`. */
function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/** The sides that the volume is computed from, or null where the volume does not count. */
function volumetricSides(sidesMm: SidesMm | null, rule: WeightRule): SidesMm | null {
  const { divisor, volumetricFromSideMm, roundsSidesUp } = rule;
  if (sidesMm === null || divisor === null) return null;
  if (volumetricFromSideMm !== null && longestSideMm(sidesMm) < volumetricFromSideMm) return null;
  const [length, width, height] = sidesMm;
  const side = (mm: number) => (roundsSidesUp ? roundUp(mm, sideRoundingMm) : mm);
  return [side(length), side(width), side(height)];
}

/**
 * The greatest of weight, volume and minimum, rounded up to the step. A cubic millimetre divided by the divisor is the gram
 * that it counts for. Throws a RangeError for what `isPiece` refuses.
 */
export function chargeableWeight(piece: Piece, rule: WeightRule): ChargeableWeight {
  if (!isPiece(piece)) throw new RangeError("A piece has a whole weight and whole sides.");
  const { weightGrams: actualGrams } = piece;
  const sides = volumetricSides(piece.sidesMm, rule);
  const volumetricGrams =
    sides === null || rule.divisor === null
      ? null
      : Math.ceil((sides[0] * sides[1] * sides[2]) / rule.divisor);
  const ofPiece = Math.max(actualGrams, volumetricGrams ?? 0);
  const decidedBy =
    rule.minimumGrams > ofPiece ? "minimum" : ofPiece > actualGrams ? "volumetric" : "actual";
  return {
    actualGrams,
    volumetricGrams,
    volumetricSidesMm: sides,
    chargeableGrams: roundUp(Math.max(ofPiece, rule.minimumGrams), rule.roundingGrams),
    decidedBy,
  };
}
