// Opens what is stuck on boxes in a new tab, in which a browser shows and prints the PDF.
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { maxLabelsAtOnce } from "#shipping/rules/shipping-label.ts";
import { openStickers } from "#goods/web/receiving/labels/parcel-stickers.tsx";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useToasts } from "#ui/web/toast.tsx";
import { useApiClient } from "./api.ts";

function openInTab(address: string): void {
  window.open(address, "_blank", "noopener");
}

/** Why a package got no label when it was asked for, and what its customer does now; null where it has one. */
export function stoppedHint({ label, obstacle }: PackageToLabel): string | null {
  if (label !== null) return null;
  return t(
    obstacle === "declaration"
      ? "shipping-labels.stoppedDeclarationHint"
      : "shipping-labels.stoppedHint",
  );
}

/** The address under which a label is opened and printed. */
export function labelAddress(labelId: string): string {
  return `/api/admin/labels/${labelId}/label.pdf`;
}

export function openLabel(labelId: string): void {
  openInTab(labelAddress(labelId));
}

/** The address under which the customs paper of a label is opened and printed. */
export function papersAddress(labelId: string): string {
  return `/api/admin/labels/${labelId}/customs-papers.pdf`;
}

export function openSlip(shipRequestId: string): void {
  openInTab(`/api/admin/packing/ship-requests/${shipRequestId}/slip.pdf`);
}

/** Opens the customs paper of a box that has a label; one of whose goods nothing is stated has none. */
export function useOpenPapers() {
  const client = useApiClient();
  return useAction(
    {
      mutationFn: async (shipRequestId: string) => {
        // A box that has a label keeps it; of one that was made void meanwhile another is made, unless its customer is asked.
        const made = await client.labels.makeLabel({ shipRequestId, trackingNumber: null });
        const { label } = made;
        const hasPapers = label !== null && label.customsForm !== null;
        if (hasPapers) openInTab(papersAddress(label.id));
        return { hasPapers, stopped: stoppedHint(made) };
      },
    },
    {
      done: ({ hasPapers, stopped }) => {
        if (hasPapers) return null;
        if (stopped === null) return { title: t("packing.noPapers") };
        return { title: t("packing.papersNotOpened"), description: stopped, kind: "warning" };
      },
      failed: () => t("packing.papersNotOpened"),
    },
  );
}

/** Opens several labels as one file; those beyond what one file holds are left out. */
export function useOpenLabels() {
  const client = useApiClient();
  return async (labelIds: readonly string[]): Promise<void> => {
    const printed = labelIds.slice(0, maxLabelsAtOnce);
    const file = await client.labels.printShippingLabels({ labelIds: printed });
    openStickers(file, "pdf", printed.length);
  };
}

/**
 * Opens what a closed box needs: its label where it is paid, which is made with the next number of its service, else its slip.
 * A paid box of which no label can be made, or whose customer is asked in place of that, gets its slip, and it is said why.
 */
export function usePrintBox() {
  const client = useApiClient();
  const { showToast } = useToasts();
  return async (box: { readonly id: string; readonly state: string }): Promise<void> => {
    if (box.state !== "accepted" && box.state !== "labelled") return openSlip(box.id);
    const input = { shipRequestId: box.id, trackingNumber: null };
    const sayWhy = (description: string, kind: "destructive" | "warning") =>
      showToast({ title: t("packing.slipInstead"), description, kind });
    const made = await client.labels.makeLabel(input).catch((error: unknown) => {
      sayWhy(apiErrorMessage(error, t("common.noDataLost")), "destructive");
      return null;
    });
    if (made !== null && made.label !== null) return openLabel(made.label.id);
    const stopped = made && stoppedHint(made);
    if (stopped !== null) sayWhy(stopped, "warning");
    openSlip(box.id);
  };
}
