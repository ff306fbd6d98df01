import { useContext, useEffect } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { readDraft, removeDraft, setAsideName } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";

/** The name of the draft of the form that sends parcels of the shelf; it says itself which. */
export const parcelsDraftName = "ship:parcels";

/** The name of the draft of the form that sends a package. */
export function shipDraftName(packageId: string): string {
  return `ship:${packageId}`;
}

/** What a request states of the parcels that go; the server takes none of them twice. */
export function draftContents(ids: readonly string[]): string {
  return ids.toSorted().join(" ");
}

/** Removes the draft of a request that is open: sent again after it was canceled, it would only lead back to it. */
export function useSpentDraft(request: ShipRequest | undefined): void {
  const owner = useContext(DraftOwner);
  useEffect(() => {
    if (owner === null || request?.endedAt !== null) return;
    const { packageId, parcels } = request;
    const requested = parcels.map(({ inboundParcelId }) => inboundParcelId);
    if (packageId !== null) removeDraft(owner, shipDraftName(packageId));
    removeDraft(owner, setAsideName(parcelsDraftName, draftContents(requested)));
    // That of the shelf may be about other parcels.
    const sent = readDraft(owner, parcelsDraftName, "")?.request?.contents.split(" ") ?? [];
    if (sent.length > 0 && sent.every((id) => requested.includes(id)))
      removeDraft(owner, parcelsDraftName);
  }, [owner, request]);
}
