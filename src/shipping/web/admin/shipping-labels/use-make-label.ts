import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The address under which a label is opened and printed; a browser shows the PDF. */
export function labelAddress(labelId: string): string {
  return `/api/admin/labels/${labelId}/label.pdf`;
}

/**
 * Makes labels with the next number of their service and opens them. `onOut` is called where there are no numbers left, so
 * that one can be typed.
 */
export function useMakeLabel(onOut: (item: PackageToLabel) => void) {
  const client = useApiClient();
  const makeNext = async ({ shipRequestId }: PackageToLabel) => {
    try {
      return await client.labels.makeLabel({ shipRequestId, trackingNumber: null });
    } catch (error) {
      if (apiErrorCode(error) === "no_numbers_left") return null;
      throw error;
    }
  };
  const { run, input } = useAction(
    { mutationFn: makeNext },
    {
      done: (made, item) => {
        if (made === null) {
          onOut(item);
          return null;
        }
        const { label } = made;
        if (label !== null) window.open(labelAddress(label.id), "_blank", "noopener");
        return {
          title: t("shipping-labels.made"),
          description: t("shipping-labels.madeHint", { number: label?.trackingNumber ?? "" }),
        };
      },
      failed: () => t("shipping-labels.notMade"),
    },
  );
  return {
    make: (item: PackageToLabel) => void run(item),
    runningId: input?.shipRequestId ?? null,
  };
}

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
