import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { QueuedShipRequest } from "#shipping/contract/packing.ts";
import { brandSlug } from "#platform/rules/brand.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { advanceClock, advanceClockUntilShown, stopClock } from "#test/screen/fake-clock.ts";
import { createFakeStream } from "#test/screen/fake-stream.ts";
import {
  idOf,
  pictureUrl,
  parcelToPack as parcel,
  queueCounts,
  queuedRequest as queued,
  requestToPack as request,
  warehouse,
  workToDo as work,
} from "#test/screen/packing-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import type { ApiClient } from "#app/web/api.ts";
import { LiveChanges } from "#ui/web/change-stream/live-changes.tsx";
import PackingPage from "./packing-page.tsx";

type Scan = Parameters<ApiClient["packing"]["scanIntoBox"]>[0];
type Close = Parameters<ApiClient["packing"]["closeBox"]>[0];

/** The page with one request, whose parcels are found as the server would find them. */
async function showDesk(
  answers: NonNullable<FakeAnswers["packing"]> = {},
  auth: NonNullable<FakeAnswers["auth"]> = {},
) {
  const scans: Scan[] = [];
  let shown = request;
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    hasPortals: true,
    answers: {
      auth,
      receiving: { listReceivingWarehouses: async () => ({ items: [warehouse] }) },
      packing: {
        listQueue: async () => ({ items: [queued], total: 1, counts: queueCounts }),
        readShipRequest: async () => shown,
        scanIntoBox: async (input) => {
          scans.push(input);
          const found = shown.parcels.find(({ labelCode }) => labelCode === input.scan);
          if (found === undefined) throw rejected("wrong_parcel");
          const outcome = found.state === "in_box" ? "already_in_box" : "in_box";
          const parcels = shown.parcels.map((one) =>
            one === found ? { ...one, state: "in_box" as const } : one,
          );
          const foundCount = parcels.filter(({ state }) => state === "in_box").length;
          shown = { ...shown, state: "packing", parcels, foundCount };
          const { inboundParcelId, labelCode } = found;
          const { state, parcelsCount } = shown;
          return { outcome, inboundParcelId, labelCode, state, foundCount, parcelsCount };
        },
        ...answers,
      },
    },
  });
  await screen.getByRole("button", { name: "Open SR000123" }).click();
  const field = screen.getByRole("textbox", { name: "Scan a parcel, or enter weight and size" });
  const enter = async (text: string) => {
    await field.fill(text);
    await userEvent.keyboard("{Enter}");
  };
  await expect.element(field).toBeVisible();
  return { screen, enter, scans };
}

beforeEach(async () => {
  localStorage.setItem(`${brandSlug}-receiving-desk`, JSON.stringify({ isMuted: true }));
  await page.viewport(1280, 800);
});

test("parcels are scanned into the box, and a wrong one blocks until it is put aside", async () => {
  const { screen, enter, scans } = await showDesk();
  await expect.element(screen.getByRole("heading", { name: "SR000123" })).toBeVisible();
  await expect.element(screen.getByText(/^P-1024 · S7K3-2QX · Super · /)).toBeVisible();
  await expect.element(screen.getByText("Please fold the coat.")).toBeVisible();
  await enter("22222222");
  await expect.element(screen.getByRole("heading", { name: "In the box" })).toBeVisible();
  await enter("99999999");
  await expect.element(screen.getByRole("heading", { name: "Wrong parcel" })).toBeVisible();
  await expectAccessible();
  // A scan neither counts nor confirms meanwhile.
  await enter("33333333");
  await expect.element(screen.getByRole("heading", { name: "Wrong parcel" })).toBeVisible();
  expect(scans.map(({ scan }) => scan)).toEqual(["22222222", "99999999"]);
  await screen.getByRole("button", { name: "I have put it aside" }).click();
  await enter("33333333");
  await expect
    .element(screen.getByRole("heading", { name: "All parcels are in the box" }))
    .toBeVisible();
});

test("on a phone the parcels come before the settings of scale and sounds", async () => {
  await page.viewport(390, 844);
  const { screen } = await showDesk();
  const topOf = (name: string) =>
    screen.getByRole("region", { name, exact: true }).element().getBoundingClientRect().top;
  await expect.element(screen.getByRole("region", { name: "Box", exact: true })).toBeVisible();
  expect(topOf("Parcels")).toBeLessThan(topOf("Box"));
  expect(topOf("Box")).toBeLessThan(topOf("Scale"));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("a scan without an answer is sent again as the same scan, before those that follow", async () => {
  const sent: Scan[] = [];
  let isLost = true;
  const { screen, enter } = await showDesk({
    scanIntoBox: async (input) => {
      sent.push(input);
      if (isLost) throw new TypeError("Failed to fetch");
      const { parcelsCount } = request;
      const labelCode = input.scan;
      const state = "packing";
      return {
        outcome: "in_box",
        inboundParcelId: idOf(11),
        labelCode,
        state,
        foundCount: 1,
        parcelsCount,
      };
    },
  });
  await enter("22222222");
  await expect.element(screen.getByRole("heading", { name: "Not sent" })).toBeVisible();
  isLost = false;
  await screen.getByRole("button", { name: "Send again" }).click();
  await expect.element(screen.getByRole("heading", { name: "In the box" })).toBeVisible();
  await enter("33333333");
  await expect.poll(() => sent.length).toBe(3);
  const keys = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(sent.map(({ scan }) => scan)).toEqual(["22222222", "22222222", "33333333"]);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a scan after the session has ended waits, and is sent once somebody signs in again", async () => {
  const sent: Scan[] = [];
  let isSignedIn = false;
  const { screen, enter } = await showDesk(
    {
      scanIntoBox: async (input) => {
        sent.push(input);
        if (!isSignedIn) throw rejected("signed_out");
        const { parcelsCount } = request;
        const { scan: labelCode } = input;
        const found = { inboundParcelId: idOf(11), labelCode, foundCount: 1, parcelsCount };
        return { outcome: "in_box", state: "packing", ...found };
      },
    },
    { readSession: async () => (isSignedIn ? sessionOf(mei) : null) },
  );
  await enter("22222222");
  await expect.element(screen.getByRole("heading", { name: "Not sent" })).toBeVisible();
  isSignedIn = true;
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.element(screen.getByRole("heading", { name: "In the box" })).toBeVisible();
  expect(sent.map(({ scan }) => scan)).toEqual(["22222222", "22222222"]);
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
});

test("a box is closed with weight and sides, and an unusual weight is confirmed first", async () => {
  const opening = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opening.mockRestore());
  const closed: Close[] = [];
  let shown = request;
  const { screen, enter } = await showDesk({
    readShipRequest: async () => shown,
    closeBox: async (input) => {
      closed.push(input);
      if (!input.isWeightConfirmed) throw rejected("unusual_weight");
      const { weightGrams, boxId = null } = input;
      shown = {
        ...request,
        state: "waiting_for_customer",
        waitingReason: "price",
        packed: {
          weightGrams,
          sidesMm: [...input.sidesMm],
          boxId,
          packedAt: "2031-04-02T09:30:00.000Z",
        },
      };
      return shown;
    },
  });
  const box = screen.getByRole("region", { name: "Box", exact: true });
  await box.getByRole("button", { name: "Close the box" }).click();
  await expect.element(box.getByText("Weigh the closed box first.")).toBeVisible();
  await enter("3.4");
  await enter("40 30 25");
  await expect.element(box.getByText("40 × 30 × 25 cm", { exact: true })).toBeVisible();
  await box.getByRole("button", { name: "Close the box" }).click();
  await expect
    .element(box.getByText("Box 3.4 kg, parcels together 1.8 kg.", { exact: true }))
    .toBeVisible();
  await box.getByRole("button", { name: "The weight is right, close the box" }).click();
  await expect.element(screen.getByText("Closed box")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Print the slip" })).toHaveFocus();
  await expect.element(screen.getByText("Customer chooses the service")).toBeVisible();
  expect(closed).toMatchObject([
    { weightGrams: 3_400, sidesMm: [400, 300, 250], boxId: idOf(30), isWeightConfirmed: false },
    { weightGrams: 3_400, isWeightConfirmed: true },
  ]);
  expect(opening.mock.calls.map(([address]) => address)).toEqual([
    `/api/admin/packing/ship-requests/${request.id}/slip.pdf`,
  ]);
});

test("Space takes the photos one after the other, also while the first is still being sent", async () => {
  const kinds: string[] = [];
  const { screen } = await showDesk({
    addPackingImage: async ({ kind }) => {
      kinds.push(kind);
      return await new Promise<never>(() => undefined);
    },
  });
  const photo = new File(["photo"], "box.gif", { type: "image/gif" });
  const input = screen.getByLabelText("Take a photo", { exact: true });
  for (const count of [1, 2]) {
    await userEvent.keyboard(" ");
    await userEvent.upload(input, photo);
    await expect.poll(() => kinds.length).toBe(count);
  }
  expect(kinds).toEqual(["open_box", "closed_on_scale"]);
  await expect.element(screen.getByText("2 photos are being sent…")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Close the box" })).toBeDisabled();
});

test("the queue and an open request follow what others do, and ask nothing in between", async () => {
  stopClock();
  onTestFinished(() => void vi.useRealTimers());
  const stream = createFakeStream();
  const reads = { queue: 0, request: 0 };
  let packer: QueuedShipRequest["packer"] = null;
  const { screen } = await showScreen({
    element: (
      <>
        <LiveChanges userId={crypto.randomUUID()} />
        <PackingPage />
      </>
    ),
    path: "/admin/dashboard/packing",
    answers: {
      changeStream: { subscribeToChanges: stream.subscribeToChanges },
      receiving: { listReceivingWarehouses: async () => ({ items: [warehouse] }) },
      packing: {
        listQueue: async () => {
          reads.queue += 1;
          return { items: [{ ...queued, packer }], total: 1, counts: queueCounts };
        },
        readShipRequest: async () => {
          reads.request += 1;
          return { ...request, packer };
        },
      },
    },
  });
  const change = [{ topic: "ship_request", subjectId: request.id }] as const;
  const notify = async (id: string) => {
    await vi.waitFor(() => expect(stream.connections).toHaveLength(1));
    stream.connections[0]?.notify(id, change);
    await advanceClock(2_000);
  };
  await advanceClockUntilShown("SR000123");
  expect(
    screen
      .getByRole("tab")
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(["To pack 1", "Waiting 2", "Ready 3", "Extra services 4"]);
  await advanceClock(60_000);
  expect(reads).toEqual({ queue: 1, request: 0 });
  packer = { isReader: false, initial: "L", mayTakeOver: false };
  await notify("1");
  await advanceClockUntilShown("packed by L");
  packer = null;
  await screen.getByRole("button", { name: "Open SR000123" }).click();
  await advanceClockUntilShown("Please fold the coat.");
  const { request: readsBefore } = reads;
  await advanceClock(60_000);
  expect(reads.request).toBe(readsBefore);
  packer = { isReader: false, initial: "K", mayTakeOver: false };
  await notify("2");
  await advanceClockUntilShown("Take over");
});

test("a photo whose address has expired is read again", async () => {
  let reads = 0;
  const imageUrl = () => (reads === 1 ? "/expired.png" : pictureUrl);
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: {
      packing: {
        readShipRequest: async () => {
          reads += 1;
          return { ...request, parcels: [{ ...parcel(1, "22222222"), imageUrl: imageUrl() }] };
        },
      },
    },
  });
  await expect.poll(() => reads).toBe(2);
  const card = screen.getByRole("region", { name: "Parcels" }).element();
  await expect.poll(() => card.querySelector("img")?.getAttribute("src")).toBe(pictureUrl);
});

test("what somebody else packs is taken over by a button", async () => {
  const packer = { isReader: false, initial: "L", mayTakeOver: false };
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: {
      packing: {
        readShipRequest: async () => ({ ...request, state: "packing", packer }),
        takeOver: async () => ({
          ...request,
          state: "packing",
          packer: { ...packer, isReader: true },
        }),
      },
    },
  });
  await screen.getByRole("button", { name: "Take over" }).click();
  await expect
    .element(screen.getByRole("textbox", { name: "Scan a parcel, or enter weight and size" }))
    .toBeVisible();
});

test("an extra service is refused with a reason", async () => {
  const refusals: unknown[] = [];
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    hasPortals: true,
    answers: {
      packing: { readShipRequest: async () => ({ ...request, extraServices: [work] }) },
      extraServices: {
        refuseExtraService: async (input) => {
          refusals.push(input);
          return work;
        },
      },
    },
  });
  await screen.getByRole("button", { name: "Do it: Detail photo" }).click();
  const dialog = screen.getByRole("dialog", { name: "Detail photo × 2" });
  await expect.element(dialog.getByText(/^7XKD 9M2P · A-03-2 · due Apr 3, 2031/)).toBeVisible();
  await expect.element(dialog.getByRole("img", { name: /^Photo of/ })).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Result" })).toBeVisible();
  await dialog.getByRole("button", { name: "Refuse it…" }).click();
  await dialog.getByRole("button", { name: "Refuse", exact: true }).click();
  await expect.element(dialog.getByText("Enter why it cannot be done.")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The lid is glued.");
  await dialog.getByRole("button", { name: "Refuse", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(refusals).toEqual([{ extraServiceRequestId: work.id, reason: "The lid is glued." }]);
});

test("canceling a request needs a reason", async () => {
  const reasons: string[] = [];
  const { screen } = await showDesk({
    cancelShipRequest: async ({ reason }) => {
      reasons.push(reason);
      return { ...request, state: "cancelled" };
    },
  });
  await screen.getByRole("button", { name: "Cancel the request" }).click();
  const dialog = screen.getByRole("dialog", { name: "Cancel the request" });
  const send = dialog.getByRole("button", { name: "Cancel the request" });
  await expect.element(send).toBeVisible();
  await send.click();
  await expect.element(dialog.getByText("Enter a reason.")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked for twice");
  await send.click();
  await expect.element(screen.getByText("The request is cancelled")).toBeVisible();
  expect(reasons).toEqual(["Asked for twice"]);
});
