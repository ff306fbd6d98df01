import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
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
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const [runningId, setRunningId] = useState<string | null>(null);
  const make = async (item: PackageToLabel) => {
    setRunningId(item.shipRequestId);
    try {
      const { label } = await client.labels.makeLabel({
        shipRequestId: item.shipRequestId,
        trackingNumber: null,
      });
      showToast({
        title: t("shipping-labels.made"),
        description: t("shipping-labels.madeHint", { number: label?.trackingNumber ?? "" }),
        kind: "success",
        place: "labels",
      });
      if (label !== null) window.open(labelAddress(label.id), "_blank", "noopener");
    } catch (error) {
      if (apiErrorCode(error) === "no_numbers_left") onOut(item);
      else {
        const description = apiErrorMessage(error, t("toasts.unexpected.description"));
        showToast({
          title: t("shipping-labels.notMade"),
          description,
          kind: "destructive",
          place: "labels",
        });
      }
    }
    setRunningId(null);
    void queryClient.invalidateQueries({ queryKey: api.labels.key() });
  };
  return { make: (item: PackageToLabel) => void make(item), runningId };
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
