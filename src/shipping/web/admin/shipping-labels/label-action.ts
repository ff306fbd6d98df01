import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";

/** What a dialog of the page is for. */
export type LabelAction =
  | {
      readonly kind: "type_number";
      readonly item: PackageToLabel;
      /** Whether the numbers of its service have run out. */
      readonly isOut: boolean;
    }
  | { readonly kind: "void"; readonly item: PackageToLabel }
  | { readonly kind: "file" }
  | { readonly kind: "import" };
