// A parcel that is open when the desk goes: by a reload, or because a role ends.
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  declared,
  deskStorageKey,
  matched,
  owner,
  showDesk,
} from "#test/screen/receiving-desk.tsx";
import { mei } from "#test/screen/users.ts";
import { initialDesk } from "./desk-events.ts";
import { deskDraft, restoredDesk } from "./desk-draft.ts";
import { newParcel } from "./desk-parcel.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";

const scans = {
  SF4000000000001: matched("SF4000000000001"),
  SF4000000000002: matched("SF4000000000002"),
};
const show = () => showDesk(scans, { draftOwner: mei.id });
const line = (text: string) => userEvent.keyboard(`${text}{Enter}`);

/** Enter as a person presses it, too late to be the second one of a scanner's pair. */
async function enter(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await line("");
}

beforeEach(() => localStorage.removeItem(deskStorageKey));
afterEach(async () => {
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

test("weight, sides, contents and what was scanned ahead are there when the desk is back, and saved once", async () => {
  const first = await show();
  await expect.element(first.screen.getByText("Ready to scan")).toBeVisible();
  await line("B-04-1");
  await line("SF4000000000001");
  await first.banner("Matched");
  await line("40 30 20");
  await line("n one side is soft");
  await line("SF4000000000002");
  await first.screen.unmount();

  const again = await show();
  await again.banner("Matched");
  await expect
    .element(again.screen.getByText("This parcel was not saved yet. What you had entered is back."))
    .toBeVisible();
  await line("1.25");
  await enter();
  await expect.poll(() => again.added.length).toBe(1);
  expect(again.added[0]?.input).toMatchObject({
    scan: "SF4000000000001",
    storageLocationCode: "B-04-1",
    measurements: { weightGrams: 1250, sidesMm: [400, 300, 200], note: "one side is soft" },
  });
  await again.banner("Matched");
  await line("0.5");
  await enter();
  await expect.poll(() => again.added.map(({ input }) => input.scan)).toHaveLength(2);
  await again.screen.unmount();

  const last = await show();
  await last.banner("Ready to scan");
});

test("a draft says of photos that they are lost, and is none without entries or for a refused record", () => {
  const parcel = { ...newParcel("key", "SF1"), isReading: false };
  const desk = { ...initialDesk, parcel };
  expect(deskDraft(desk)).toBeNull();
  const photo = { kind: "outside", file: new Blob(["x"]), idempotencyKey: "photo" } as const;
  const choice = { kind: "measure_again", parcel: declared } as const;
  const entered = { ...parcel, choice, photos: [photo], goodsFlags: ["food"] as const };
  expect(deskDraft({ ...desk, parcel: { ...entered, correction: "record" } })).toBeNull();
  const draft = deskDraft({ ...desk, parcel: entered }) ?? undefined;
  // Whose it is is read again.
  expect(draft).not.toContain(owner.memberCode);
  const restored = restoredDesk(draft);
  expect(restored.notice).toEqual({ kind: "restored_without_photos" });
  expect(restored.parcel).toEqual({ ...newParcel("key", "SF1"), goodsFlags: ["food"] });
  for (const text of [undefined, "", "{", JSON.stringify({ key: 1 })])
    expect(restoredDesk(text)).toEqual(initialDesk);
});
