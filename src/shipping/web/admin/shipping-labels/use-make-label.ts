import type { MadeLabels, PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { useAction } from "#ui/web/action.ts";
import { useRef, useState } from "react";
import { useRefusedScans } from "#shipping/web/refused-scans.tsx";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { openLabel, stoppedHint, useOpenLabels } from "#shipping/web/print-box.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** What is said once a label was asked for: a package whose customer is asked got none. */
export function saidOfLabel(made: PackageToLabel) {
  const stopped = stoppedHint(made);
  return stopped === null
    ? ({
        title: t("shipping-labels.made"),
        description: t("shipping-labels.madeHint", { number: made.label?.trackingNumber ?? "" }),
        kind: "success",
      } as const)
    : ({
        title: t("shipping-labels.stopped"),
        description: stopped,
        kind: "warning",
      } as const);
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
        if (made.label !== null) openLabel(made.label.id);
        return saidOfLabel(made);
      },
      failed: () => t("shipping-labels.notMade"),
    },
  );
  return {
    make: run,
    runningId: input?.shipRequestId ?? null,
  };
}

/** Opens labels as one file. */
export function usePrintLabels() {
  const openLabels = useOpenLabels();
  return useAction(
    { mutationFn: openLabels },
    { done: () => null, failed: () => t("shipping-labels.notPrinted") },
  );
}

/**
 * Makes all labels of a carrier that can be made, and opens them as one file; a further press makes the next hundred. What
 * came of it stays on the screen, since the file opens in another tab.
 */
export function useMakeLabels() {
  const client = useApiClient();
  const printing = usePrintLabels();
  const [made, setMade] = useState<MadeTogether | null>(null);
  const { run, isRunning } = useAction(
    {
      mutationFn: async (carrierCode: string) => {
        const key = { idempotencyKey: crypto.randomUUID() };
        return await client.labels.makeLabels({
          ...key,
          ...(carrierCode !== "" && { carrierCode }),
        });
      },
    },
    {
      done: (labels) => {
        const { labelIds } = labels;
        setMade({ ...labels, isOpened: null });
        if (labelIds.length > 0)
          void printing
            .run(labelIds)
            .then((isOpened) => setMade((shown) => shown && { ...shown, isOpened }));
        return null;
      },
      failed: () => t("shipping-labels.notMadeTogether"),
    },
  );
  return {
    made,
    isRunning,
    run: (carrierCode: string) => {
      setMade(null);
      void run(carrierCode);
    },
    dismiss: () => setMade(null),
  };
}

/** Labels that were made together; `isOpened` is null while they are drawn. */
export type MadeTogether = MadeLabels & { readonly isOpened: boolean | null };

/** Makes and opens the label of each box whose slip, label or parcel is scanned, one after the other. */
export function useLabelScans(make: (item: PackageToLabel) => Promise<boolean>) {
  const client = useApiClient();
  const { refused, refuse, settle, dismiss } = useRefusedScans();
  const last = useRef(Promise.resolve());
  const label = async (scan: string): Promise<void> => {
    try {
      const item = await client.labels.findPackageToLabel({ scan });
      settle(scan);
      if (item.label !== null) openLabel(item.label.id);
      else await make(item);
    } catch (error) {
      refuse({ scan, message: apiErrorMessage(error, t("toasts.unexpected.description")) });
    }
  };
  const enter = (text: string) => {
    const scan = text.trim();
    if (scan !== "") last.current = last.current.then(() => label(scan));
  };
  return { enter, refused, dismiss };
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
