// How staff name a box: on desks, lists, labels and manifests.
import { packageNumberText } from "#goods/rules/package-number.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";

export type BoxName = {
  /** The number of its ship request. */
  readonly reference: string;
  /** null: its package was deleted. */
  readonly packageNumber: number | null;
  /** null: its customer has none. */
  readonly memberCode: string | null;
};

/** Which package is in a box and whose it is, each as it is printed; empty where that is not known. */
export function boxOwnerTexts({ packageNumber, memberCode }: Omit<BoxName, "reference">): {
  readonly packageText: string;
  readonly memberText: string;
} {
  return {
    packageText: packageNumber === null ? "" : packageNumberText(packageNumber),
    memberText: memberCode === null ? "" : formatMemberCode(memberCode),
  };
}

/** A box on one line: SR000123 · P-1024 · S7K3-2QX. */
export function boxNameText(box: BoxName): string {
  const { packageText, memberText } = boxOwnerTexts(box);
  return [box.reference, packageText, memberText].filter(Boolean).join(" · ");
}
