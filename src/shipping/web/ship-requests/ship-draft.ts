import { useContext, useEffect } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { removeDraft } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";

/** The name of the draft of the form that sends a package. */
export function shipDraftName(packageId: string): string {
  return `ship:${packageId}`;
}

/** Removes the draft of a request that is open: sent again after it was canceled, it would only lead back to it. */
export function useSpentDraft(request: ShipRequest | undefined): void {
  const owner = useContext(DraftOwner);
  const packageId = request?.endedAt === null ? request.packageId : null;
  useEffect(() => {
    if (owner !== null && packageId !== null) removeDraft(owner, shipDraftName(packageId));
  }, [owner, packageId]);
}
