// Proofs of what is in a parcel, which rules may ask for before a service takes it.
import {
  flagsOfContents,
  type BoxContents,
  type GoodsRule,
  type RuledFlag,
} from "#catalogue/rules/goods-rule.ts";

/** Whether staff still have to look at it, have seen it, or ask for another one. */
export const goodsProofStates = ["sent", "seen", "not_enough"] as const;
export type GoodsProofState = (typeof goodsProofStates)[number];

/** Files of one parcel: as large as those of a claim, and more, since others are sent where the first are not enough. */
export const goodsProofLimits = { files: 5, fileBytes: 10_000_000 } as const;

/** The properties of goods for which some service asks for a proof that nobody has seen yet. */
export function unprovenFlags(
  contents: BoxContents,
  rules: readonly Pick<GoodsRule, "flag" | "needsProof">[],
): RuledFlag[] {
  const asked = new Set(rules.filter(({ needsProof }) => needsProof).map(({ flag }) => flag));
  const proven = new Set(contents.proven);
  return flagsOfContents(contents).filter((flag) => asked.has(flag) && !proven.has(flag));
}
