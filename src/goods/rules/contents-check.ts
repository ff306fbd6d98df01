// What was found when the contents of a parcel were compared with what its customer declared.

/** What a goods item turned out to be. */
export const itemFindings = ["as_declared", "differs", "missing"] as const;
export type ItemFinding = (typeof itemFindings)[number];

/** A goods item as it was declared when it was checked. */
export type CheckedItem = {
  readonly description: string;
  readonly quantity: number;
  readonly finding: ItemFinding;
};
