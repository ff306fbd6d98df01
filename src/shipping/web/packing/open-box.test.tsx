import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { noGoods } from "#goods/rules/goods-item.ts";
import type { PackingRequest, PackingScan } from "#shipping/contract/packing.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { idOf, requestToPack, workToDo } from "#test/screen/packing-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import PackingPage from "./packing-page.tsx";

const request: PackingRequest = { ...requestToPack, state: "packing" };

afterEach(() => {
  removeDraftsOf(mei.id);
});

const show = (
  packing: NonNullable<FakeAnswers["packing"]> = {},
  extraServices: FakeAnswers["extraServices"] = {},
) =>
  showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <PackingPage />
      </DraftOwner>
    ),
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: { packing: { readShipRequest: async () => request, ...packing }, extraServices },
  });

const scanned: PackingScan = {
  outcome: "in_box",
  inboundParcelId: idOf(11),
  labelCode: "22222222",
  state: "packing",
  foundCount: 1,
  parcelsCount: 2,
};

const fieldName = "Scan a parcel, or enter weight and size";

test("weight and sides of an open box are there after a reload", async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole("textbox", { name: fieldName })).toHaveFocus();
  await userEvent.keyboard("3.4{Enter}40 30 25{Tab}");
  const box = screen.getByRole("region", { name: "Box", exact: true });
  await expect.element(box.getByText("40 × 30 × 25 cm", { exact: true })).toBeVisible();
  await screen.unmount();
  const again = (await show()).screen.getByRole("region", { name: "Box", exact: true });
  await expect.element(again.getByText("3.4 kg", { exact: true })).toBeVisible();
  await expect.element(again.getByText("40 × 30 × 25 cm", { exact: true })).toBeVisible();
});

test("a parcel that its customer left out after it was packed is to be taken out of the box", async () => {
  const [first, second] = requestToPack.parcels;
  if (first === undefined || second === undefined) throw new Error("There are two parcels.");
  const stays = { ...second, state: "left_out" } as const;
  const opened = (isToTakeOut: boolean): PackingRequest => ({
    ...request,
    parcelsCount: 1,
    foundCount: 1,
    parcels: [
      { ...first, state: "in_box" },
      { ...stays, isToTakeOut },
    ],
  });
  let isIn = true;
  const { screen } = await show({
    readShipRequest: async () => opened(isIn),
    removeFromBox: async ({ inboundParcelId }) => {
      expect(inboundParcelId).toBe(second.inboundParcelId);
      isIn = false;
      return opened(isIn);
    },
  });
  const name = second.trackingNumber ?? "";
  await expect.element(screen.getByText(`Take ${name} out of the box`)).toBeVisible();
  await expect.element(screen.getByText("All parcels are in the box")).not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole("button", { name: `Take out ${name}` }).click();
  await expect.element(screen.getByText("All parcels are in the box")).toBeVisible();
  await expect.element(screen.getByText("Stays here", { exact: true })).toBeVisible();
});

test("a box that was opened again is closed anew, also with the same weight", async () => {
  const opening = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opening.mockRestore());
  const keys: (string | undefined)[] = [];
  const { screen } = await show({
    // As where it is opened again at once.
    closeBox: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return request;
    },
  });
  await expect.element(screen.getByRole("textbox", { name: fieldName })).toHaveFocus();
  await userEvent.keyboard("3.4{Enter}40 30 25{Enter}");
  for (const count of [1, 2]) {
    await screen.getByRole("button", { name: "Close the box" }).click();
    await expect.poll(() => keys).toHaveLength(count);
  }
  expect(new Set(keys).size).toBe(2);
});

test.each([
  [true, "Do or refuse the extra service first."],
  [false, "Do the extra service first."],
])(
  "extra services to do stand first and block closing with the reason",
  async (canRefuse, reason) => {
    const work = {
      ...workToDo,
      canRefuse,
      inboundParcelId: idOf(11),
      labelCode: "22222222",
      packageId: null,
    };
    const [first, ...others] = request.parcels;
    const parcels = first === undefined ? [] : [{ ...first, extraServices: [work] }, ...others];
    await page.viewport(390, 844);
    const { screen } = await show({ readShipRequest: async () => ({ ...request, parcels }) });
    const card = screen.getByRole("alert").filter({ hasText: "1 extra service to do first" });
    await expect.element(card.getByText(/2222 2222 · A-03-2/)).toBeVisible();
    await expect.element(card.getByRole("button", { name: "Do it: Detail photo" })).toBeVisible();
    await expect.element(screen.getByText("To do: Detail photo × 2")).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Close the box" })).toBeDisabled();
    await expect.element(screen.getByText(reason)).toBeVisible();
    await expectAccessible();
    await page.viewport(1280, 800);
  },
);

test("a check of contents asks of each line that was declared what was found", async () => {
  const teapots = { ...noGoods, description: "Stoneware teapots", descriptionOriginal: "紫砂壺" };
  const work = {
    ...workToDo,
    code: "contents_check",
    name: "Contents check",
    inboundParcelId: idOf(11),
    packageId: null,
    needsImages: false,
    declaredItems: [
      { ...teapots, quantity: 2 },
      { ...noGoods, description: "Cotton socks", quantity: 3 },
    ],
  };
  const [first, ...others] = request.parcels;
  const parcelsWith = (declaredItems: typeof work.declaredItems) =>
    first === undefined
      ? []
      : [{ ...first, extraServices: [{ ...work, declaredItems }] }, ...others];
  let parcels = parcelsWith(work.declaredItems);
  const sent: unknown[] = [];
  await page.viewport(390, 844);
  const { screen } = await show(
    { readShipRequest: async () => ({ ...request, parcels }) },
    {
      finishExtraService: async (input) => {
        sent.push(input);
        if (sent.length > 1) return { ...work, state: "done" };
        const [line, ...more] = work.declaredItems;
        parcels = parcelsWith(line === undefined ? [] : [{ ...line, quantity: 4 }, ...more]);
        throw rejected("conflict");
      },
    },
  );
  const card = screen.getByRole("alert").filter({ hasText: "1 extra service to do first" });
  await card.getByRole("button", { name: "Do it: Contents check" }).click();
  const dialog = screen.getByRole("dialog", { name: /Contents check/ });
  await expect.element(dialog.getByText("紫砂壺")).toBeVisible();
  const pots = dialog.getByRole("radiogroup", { name: "2 × Stoneware teapots" });
  const socks = dialog.getByRole("radiogroup", { name: "3 × Cotton socks" });
  await pots.getByText("As declared").click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.element(dialog.getByText("Choose what you found for each line.")).toBeVisible();
  expect(sent).toEqual([]);
  await socks.getByText("Missing").click();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await dialog.getByRole("button", { name: "Done" }).click();
  const sentOf = (quantity: number, finding: string) => ({
    extraServiceRequestId: work.id,
    resultText: "",
    checkedItems: [
      { description: "Stoneware teapots", quantity, finding },
      { description: "Cotton socks", quantity: 3, finding: "missing" },
    ],
  });
  await expect.poll(() => sent).toEqual([sentOf(2, "as_declared")]);
  // Its customer has declared more meanwhile: what was found of the line before is not taken over.
  const more = dialog.getByRole("radiogroup", { name: "4 × Stoneware teapots" });
  await expect.element(more).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.element(dialog.getByText("Choose what you found for each line.")).toBeVisible();
  await more.getByText("Differs").click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => sent).toEqual([sentOf(2, "as_declared"), sentOf(4, "differs")]);
  await page.viewport(1280, 800);
});

test("scans ahead of a wrong parcel were not kept, and the desk says how many", async () => {
  const scans: string[] = [];
  let answer: () => void = () => undefined;
  const { screen } = await show({
    scanIntoBox: async ({ scan }) => {
      scans.push(scan);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      throw rejected("wrong_parcel");
    },
  });
  await expect.element(screen.getByRole("textbox", { name: fieldName })).toHaveFocus();
  await userEvent.keyboard("99999999{Enter}22222222{Enter}33333333{Enter}");
  await expect.poll(() => scans).toEqual(["99999999"]);
  answer();
  await expect
    .element(screen.getByText(/2 scans after it were not kept\. Scan them again\.$/))
    .toBeVisible();
  await userEvent.keyboard("33333333{Enter}");
  await expect.element(screen.getByText(/3 scans after it were not kept/)).toBeVisible();
  expect(scans).toEqual(["99999999"]);
  await expectAccessible();
});

test("a parcel is taken out of the open box, and a refusal is said until the next scan works", async () => {
  const inBox = request.parcels.map((parcel) => ({ ...parcel, state: "in_box" as const }));
  const taken: string[] = [];
  const { screen } = await show({
    readShipRequest: async () => ({ ...request, parcels: inBox, foundCount: 2 }),
    removeFromBox: async ({ inboundParcelId }) => {
      taken.push(inboundParcelId);
      if (taken.length === 1) throw rejected("conflict");
      return { ...request, foundCount: 1 };
    },
    scanIntoBox: async () => ({ ...scanned, outcome: "already_in_box" }),
  });
  const take = screen.getByRole("button", { name: "Take out YT100000000000001" });
  await take.click();
  await expect.poll(() => taken).toHaveLength(1);
  const refusal = screen.getByRole("alert").filter({ hasText: rejected("conflict").message });
  await expect.element(refusal).toBeVisible();
  await userEvent.keyboard("22222222{Enter}");
  await expect.element(refusal).not.toBeInTheDocument();
  await take.click();
  await expect.element(screen.getByText("1 of 2 parcels in the box").first()).toBeVisible();
  await expect.element(take).not.toBeInTheDocument();
  // The banner no longer says of the newest scan that it is in the box.
  await expect.element(screen.getByRole("heading", { name: "Scan a parcel" })).toBeVisible();
  expect(taken).toEqual([idOf(11), idOf(11)]);
});

test("a box is packed and closed by keyboard alone", async () => {
  const opening = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opening.mockRestore());
  const scans: string[] = [];
  const closed: unknown[] = [];
  let shown = request;
  const { screen } = await show({
    readShipRequest: async () => shown,
    scanIntoBox: async ({ scan }) => {
      scans.push(scan);
      return scanned;
    },
    closeBox: async (input) => {
      closed.push(input);
      const { weightGrams, sidesMm, boxId = null } = input;
      const packed = { weightGrams, sidesMm: [...sidesMm], boxId, packedAt: request.createdAt };
      shown = { ...request, state: "waiting_for_customer", waitingReason: "price", packed };
      return shown;
    },
  });
  const field = screen.getByRole("textbox", { name: fieldName });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("22222222{Tab}33333333{Enter}3.4{Enter}40 30 25{Tab}");
  await expect.poll(() => scans).toEqual(["22222222", "33333333"]);
  await expect.element(field).toHaveFocus();
  const close = screen.getByRole("button", { name: "Close the box" }).element();
  for (let tabs = 0; tabs < 40 && document.activeElement !== close; tabs += 1)
    await userEvent.keyboard("{Tab}");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => closed).toMatchObject([{ weightGrams: 3400, sidesMm: [400, 300, 250] }]);
  await expect.element(screen.getByRole("button", { name: "Print the slip" })).toHaveFocus();
});
