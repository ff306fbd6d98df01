/** The columns of a request whose box is not packed, or no longer. */
export const noPackedBox = {
  boxId: null,
  packedGrams: null,
  packedLengthMm: null,
  packedWidthMm: null,
  packedHeightMm: null,
  packedBy: null,
  packedAt: null,
  closingKey: null,
} as const;
