import { formatLabelCode } from "#goods/rules/receiving.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { ParcelMistakes } from "#goods/web/admin/inbound-parcels/parcel-mistakes.tsx";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import {
  answerOf,
  declared,
  deskStorageKey,
  matched,
  owner,
  showDesk,
} from "#test/screen/receiving-desk.tsx";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { formatMemberCode, memberCodeOf } from "#people/rules/member-code.ts";

type Receiving = NonNullable<FakeAnswers["receiving"]>;
type OwnerInput = Parameters<NonNullable<Receiving["correctParcelOwner"]>>[0];
type UndoInput = Parameters<NonNullable<Receiving["undoReceiving"]>>[0];

const here: StaffInboundParcel = {
  ...declared,
  trackingNumber: "SF4000000000001",
  state: "received",
  receivedAt: "2031-04-02T08:30:00.000Z",
};

const rightCode = memberCodeOf("A2B3C4");

/** What a wedge scanner does: keys without a pause, and Enter. */
const scan = (text: string) => userEvent.keyboard(`${text}{Enter}`);

/** Enter as a person presses it, too late to be the second one of a scanner's pair. */
async function enter(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await scan("");
}

beforeEach(() => localStorage.removeItem(deskStorageKey));
afterEach(async () => await page.viewport(1280, 800));

/** A desk that has received one parcel. */
async function deskWithParcel(answers: Receiving = {}) {
  const desk = await showDesk(
    {
      SF4000000000001: matched("SF4000000000001"),
      SF4000000000002: matched("SF4000000000002"),
      SF4000000000003: matched("SF4000000000003"),
      SF4000000000004: matched("SF4000000000004"),
    },
    { answers },
  );
  await expect.element(desk.screen.getByText("Ready to scan")).toBeVisible();
  await scan("SF4000000000001");
  await desk.banner("Matched");
  await scan("1.25");
  await enter();
  await desk.banner("Ready to scan");
  return desk;
}

test("U undoes the parcel that was received last, by keyboard alone", async () => {
  const undone: UndoInput[] = [];
  const { screen, confirm } = await deskWithParcel({
    undoReceiving: async (input) => {
      undone.push(input);
      return { state: "expected" };
    },
  });
  await scan("U");
  await expect.element(screen.getByText(/^The last parcel waits for the server/)).toBeVisible();
  confirm(here);
  await expect.element(screen.getByText("Recorded", { exact: true })).toBeVisible();
  await scan("u");
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await expect.element(dialog).toHaveAccessibleName("SF4000000000001: undo receiving");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Undone", { exact: true })).toBeVisible();
  expect(shownToasts()).toContain("SF4000000000001 is awaited again");
  expect(undone).toMatchObject([{ inboundParcelId: here.id, reason: "Received by mistake" }]);
  await expect.element(screen.getByLabelText("Scan a parcel")).toHaveFocus();
  await scan("U");
  await expect.element(screen.getByText(/^You have received no parcel here today/)).toBeVisible();
});

test("what was saved before the page was opened can be put right too, and U undoes the last of it", async () => {
  const undone: UndoInput[] = [];
  const earlier = { ...here, id: "00000000-0000-4000-8000-000000000991", trackingNumber: null };
  const record = { outcome: "matched", savedAt: "2031-04-02T08:31:00.000Z" } as const;
  const records = [
    { ...record, kind: "measured_again", parcel: earlier },
    { ...record, kind: "received", parcel: here },
  ] as const;
  const { screen } = await showDesk(
    {},
    {
      answers: {
        listOwnRecords: async () => ({
          items: records.filter(({ parcel }) =>
            undone.every((one) => one.inboundParcelId !== parcel.id),
          ),
        }),
        undoReceiving: async (input) => {
          undone.push(input);
          return { state: "expected" };
        },
      },
    },
  );
  const row = screen.getByRole("button", { name: /^SF4000000000001/ });
  await expect.element(row.getByText(/^Matched · .* · 8:31\sAM$/)).toBeVisible();
  await row.click();
  for (const name of ["Measure again", "Wrong owner", "Undo", "Print label"]) {
    await expect.element(screen.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await page.viewport(320, 700);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1280, 800);
  await row.click();
  await screen
    .getByRole("button", { name: new RegExp(`^${formatLabelCode(earlier.labelCode)}`) })
    .click();
  await expect.element(screen.getByRole("button", { name: "Measure again" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  await screen.getByLabelText("Scan a parcel").click();
  await scan("U");
  await expect
    .element(screen.getByRole("dialog"))
    .toHaveAccessibleName("SF4000000000001: undo receiving");
  await userEvent.keyboard("{Enter}");
  await expect.element(row).not.toBeInTheDocument();
  expect(undone).toMatchObject([{ inboundParcelId: here.id }]);
});

test("a saved row opens for what can be done: another owner, a refusal, the label, new measurements", async () => {
  const given: OwnerInput[] = [];
  let isRefused = true;
  const { screen, added, confirm, banner } = await deskWithParcel({
    correctParcelOwner: async (input) => {
      given.push(input);
      if (isRefused) throw rejected("parcel_in_box");
      const { memberCode = null } = input;
      return { ...here, owner: memberCode === null ? null : { ...owner, memberCode } };
    },
  });
  confirm(here);
  const row = screen.getByRole("button", { name: /^SF4000000000001/ });
  await row.click();
  await page.viewport(390, 844);
  await expectAccessible();
  await page.viewport(320, 700);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1280, 800);
  await screen.getByRole("button", { name: "Wrong owner" }).click();
  await expect.element(screen.getByLabelText("Member code of the right customer")).toHaveFocus();
  await userEvent.keyboard("nonsense{Enter}");
  await expect.element(screen.getByText(/^This is not a member code/)).toBeVisible();
  await expectAccessible();
  await screen.getByLabelText("Member code of the right customer").fill("");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/^This parcel lies in a box/)).toBeVisible();
  isRefused = false;
  await screen.getByLabelText("Member code of the right customer").fill(rightCode);
  await screen.getByRole("button", { name: "Correct owner" }).click();
  const right = formatMemberCode(rightCode);
  await expect.poll(() => shownToasts()).toContain(`SF4000000000001 belongs to ${right} now`);
  await expect.element(row.getByText(`Matched · ${right} · 1.25 kg · No photos`)).toBeVisible();
  await expect.element(row.getByText("Owner corrected")).toBeVisible();
  await screen.getByRole("button", { name: "Wrong owner" }).click();
  await expect.element(screen.getByText(new RegExp(`ship request of ${right}`))).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => shownToasts()).toContain("SF4000000000001 has no owner now");
  await expect.element(row.getByText(/^Matched · Owner unknown/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Wrong owner" })).not.toBeInTheDocument();
  expect(given.at(-1)).toMatchObject({
    inboundParcelId: here.id,
    fromUserId: owner.userId,
    memberCode: null,
    reason: "Recorded for the wrong customer",
  });
  await scan("SF4000000000002");
  await banner("Matched");
  await scan("0.5");
  await enter();
  await row.click();
  confirm({ ...here, id: crypto.randomUUID(), trackingNumber: "SF4000000000002" });
  await screen.getByRole("button", { name: /^SF4000000000002/ }).click();
  await screen.getByRole("button", { name: "Measure again" }).click();
  await banner("Measure again");
  await scan("0.75");
  await enter();
  expect(added.at(-1)).toMatchObject({
    kind: "measured_again",
    input: { measurements: { weightGrams: 750 } },
  });
});

test("three labels that are scanned ahead are opened one after the other, also ended by Tab", async () => {
  const { screen, added, banner } = await deskWithParcel();
  await scan("SF4000000000002");
  await userEvent.keyboard("SF4000000000003{Tab}");
  await scan("SF4000000000004");
  for (const weight of ["0.2", "0.3", "0.4"]) {
    await banner("Matched");
    await scan(weight);
    await enter();
  }
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  expect(added.map(({ input }) => [input.scan, input.measurements.weightGrams])).toEqual([
    ["SF4000000000001", 1250],
    ["SF4000000000002", 200],
    ["SF4000000000003", 300],
    ["SF4000000000004", 400],
  ]);
});

test("a code of a shelf that is typed by hand sets the shelf, also while a parcel is open", async () => {
  const { screen, added, banner } = await showDesk({
    SF4000000000001: matched("SF4000000000001"),
    "SHELF:B-04-1": answerOf({ outcome: "storage_location", storageLocationCode: "B-04-1" }),
    RACK7: answerOf({ outcome: "storage_location", storageLocationCode: "RACK7" }),
  });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await scan("RACK7");
  await expect.element(screen.getByText("RACK7", { exact: true })).toBeVisible();
  await scan("SF4000000000001");
  await banner("Matched");
  await scan("b-04-1");
  await scan("1.25");
  await enter();
  expect(added[0]?.input.storageLocationCode).toBe("B-04-1");
});

test("staff's page of a parcel has both, for one that is here", async () => {
  const undone: UndoInput[] = [];
  const { screen } = await showScreen({
    element: <ParcelMistakes parcel={here} onCover={() => undefined} />,
    path: "/admin/dashboard/inbound-parcels",
    answers: {
      receiving: {
        undoReceiving: async (input) => {
          undone.push(input);
          return { state: "expected" };
        },
      },
    },
  });
  await expect.element(screen.getByRole("button", { name: "Wrong owner" })).toBeVisible();
  await screen.getByRole("button", { name: "Undo receiving" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("SF4000000000001 is awaited again")).toBeVisible();
  expect(undone).toHaveLength(1);
});

test("of a parcel without an owner nobody is told that it was not received", async () => {
  const { screen } = await showScreen({
    element: <ParcelMistakes parcel={{ ...here, owner: null }} onCover={() => undefined} />,
    path: "/admin/dashboard/inbound-parcels",
    answers: { receiving: { undoReceiving: async () => ({ state: "cancelled" }) } },
  });
  await expect.element(screen.getByRole("button", { name: "Undo receiving" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Wrong owner" })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Undo receiving" }).click();
  await expect.element(screen.getByText(/Nobody is told, since it has no owner\.$/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("SF4000000000001 is no longer on the shelf")).toBeVisible();
});
