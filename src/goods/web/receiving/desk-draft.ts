// What was entered about the open parcel of the receiving desk, kept as a draft: a reload and a role that ends lose none of it.
import { useCallback, useContext, useRef, useState } from "react";
import * as z from "zod/mini";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { parcelConditions, scaleSources } from "#goods/rules/receiving.ts";
import { readDraft, removeDraft, writeDraft } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { initialDesk, type DeskState } from "./desk-events.ts";
import { hasEntries, newParcel } from "./desk-parcel.ts";

const draftVersion = "1";

const storedDesk = z.object({
  key: z.string(),
  scan: z.nullable(z.string()),
  memberCode: z.nullable(z.string()),
  weight: z.nullable(z.object({ weightGrams: z.int(), scale: z.enum(scaleSources) })),
  sidesMm: z.nullable(z.array(z.int())),
  condition: z.enum(parcelConditions),
  battery: z.enum(batteryKinds),
  goodsFlags: z.array(z.enum(goodsFlags)),
  note: z.string(),
  photosCount: z.int(),
  heldScans: z.array(z.string()),
  storageLocationCode: z.nullable(z.string()),
});

/** The text that `restoredDesk` reads; null while nothing would be lost. A refused record that is corrected is in the outbox. */
export function deskDraft({ parcel, heldScans, storageLocationCode }: DeskState): string | null {
  if (parcel === null || parcel.correction !== null) return null;
  if (!hasEntries(parcel) && heldScans.length === 0) return null;
  const { answer: _answer, choice: _choice, photos, ...entered } = parcel;
  const desk = { ...entered, photosCount: photos.length, heldScans, storageLocationCode };
  return JSON.stringify(z.parse(storedDesk, desk));
}

function parsed(text: string) {
  try {
    return z.parse(storedDesk, JSON.parse(text));
  } catch {
    return null;
  }
}

/** The desk with the parcel that was open, whose scan has to be read again. No browser keeps its photos here. */
export function restoredDesk(text: string | undefined): DeskState {
  const stored = text === undefined ? null : parsed(text);
  if (stored === null) return initialDesk;
  const { photosCount, heldScans, storageLocationCode, ...entered } = stored;
  return {
    ...initialDesk,
    parcel: { ...newParcel(entered.key, entered.scan), ...entered },
    heldScans,
    storageLocationCode,
    notice: { kind: photosCount === 0 ? "restored" : "restored_without_photos" },
  };
}

/** The desk as it begins, and what keeps the draft of the account at the desk. */
export function useDeskDraft(warehouseId: string) {
  const owner = useContext(DraftOwner);
  const name = `receiving-desk:${warehouseId}`;
  const [initial] = useState(() =>
    restoredDesk(owner === null ? undefined : readDraft(owner, name, draftVersion)?.values["desk"]),
  );
  const last = useRef(deskDraft(initial));
  const keep = useCallback(
    (state: DeskState) => {
      const desk = deskDraft(state);
      if (owner === null || desk === last.current) return;
      last.current = desk;
      if (desk === null) removeDraft(owner, name);
      else writeDraft(owner, name, { values: { desk }, originals: {}, version: draftVersion });
    },
    [owner, name],
  );
  return { initial, keep };
}
