import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import {
  answerOf,
  declared,
  deskStorageKey,
  matched,
  owner,
  showDesk,
  warehouse,
} from "#test/screen/receiving-desk.tsx";
import { connectSerialScale } from "#test/screen/serial-scale.ts";
import { barcodeFormats } from "#ui/web/desk/camera.tsx";
import type { ReceiveInput, ReceivingRecord } from "./receiving-records.ts";

/** A scale of WebHID that was chosen before. */
function plugInScale() {
  const device = Object.assign(new EventTarget(), {
    opened: false,
    open: async () => undefined,
    close: async () => undefined,
  });
  const hid = Object.assign(new EventTarget(), {
    getDevices: async () => [device],
    requestDevice: async () => [device],
  });
  Object.defineProperty(navigator, "hid", { value: hid, configurable: true });
  return {
    hid,
    report: (...bytes: readonly number[]) => {
      const data = new DataView(Uint8Array.from(bytes).buffer);
      device.dispatchEvent(Object.assign(new Event("inputreport"), { data }));
    },
  };
}

const stored = { userId: "u", addedAt: 1, isSent: false };

/** What a wedge scanner does: keys without a pause, and Enter. */
const scan = (text: string) => userEvent.keyboard(`${text}{Enter}`);

/** Enter as a person presses it, too late to be the second one of a scanner's pair. */
async function enter(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await scan("");
}

/** Chooses a picture of 3,000 by 1,500 pixels. */
async function choosePhoto(): Promise<void> {
  const canvas = new OffscreenCanvas(3000, 1500);
  canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
  const file = new File([await canvas.convertToBlob()], "parcel.png", { type: "image/png" });
  chooseFiles(document.querySelector("input[type=file]"), [file]);
}

beforeEach(() => localStorage.removeItem(deskStorageKey));
afterEach(async () => {
  Reflect.deleteProperty(navigator, "hid");
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

test("01, point 3: keyboard only, four matched, one undeclared, one unmatched, one seen before", async () => {
  const scale = plugInScale();
  const { screen, added, moved, banner } = await showDesk({
    SF4000000000001: matched("SF4000000000001"),
    SF4000000000002: matched("SF4000000000002"),
    SF4000000000003: matched("SF4000000000003"),
    SF4000000000004: matched("SF4000000000004"),
    YT1: answerOf({ trackingNumber: "YT1" }),
    YT2: answerOf({ trackingNumber: "YT2" }),
    SF4000000000009: answerOf({
      outcome: "seen_before",
      trackingNumber: "SF4000000000009",
      parcel: { ...declared, state: "received" },
    }),
    "YT2 S7K3-2QX": answerOf({ outcome: "undeclared", trackingNumber: "YT2", owner }),
  });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await expect.element(screen.getByText("Today 214")).toBeVisible();
  await scan("SHELF:A-03-2");
  await expect.element(screen.getByText("A-03-2", { exact: true }).first()).toBeVisible();
  for (const [index, weight] of ["1.25", "0.85", "30"].entries()) {
    await scan(`SF400000000000${index + 1}`);
    await banner("Matched");
    await scan(weight);
    await scan("");
  }
  await scan("SF4000000000004");
  await banner("Matched");
  scale.report(3, 2, 0, 0xe2, 0x04);
  await expect.element(screen.getByText("Waiting for a stable weight")).toBeVisible();
  scale.report(4, 2, 0, 0xe2, 0x04);
  await expect.element(screen.getByText("From the USB scale")).toBeVisible();
  await expectAccessible();
  await scan("YT2");
  await banner("Unmatched");
  await scan("S7K3-2QX");
  await banner("Not declared, owner known");
  await scan("2.5");
  await scan("40 30 25");
  await scan("YT1");
  await banner("Unmatched");
  await scan("0.4");
  await scan("SF4000000000009");
  await banner("Received before");
  await userEvent.keyboard("{Escape}");
  await banner("Ready to scan");
  expect(moved).toEqual([]);
  expect(
    added.map(({ input }) => [
      input.scan,
      input.measurements.weightGrams,
      input.measurements.scale,
    ]),
  ).toEqual([
    ["SF4000000000001", 1250, "typed"],
    ["SF4000000000002", 850, "typed"],
    ["SF4000000000003", 30_000, "typed"],
    ["SF4000000000004", 1250, "hid"],
    ["YT2", 2500, "typed"],
    ["YT1", 400, "typed"],
  ]);
  expect(added[4]?.input).toMatchObject({
    memberCode: "S7K32QX",
    storageLocationCode: "A-03-2",
    station: "Desk 2",
    warehouseId: warehouse.id,
    measurements: { sidesMm: [400, 300, 250] },
  });
});

test("the server's sentence stops the desk, and a choice is made by its number", async () => {
  const { screen, added, banner } = await showDesk({
    "https://shop.example": rejected("not_a_waybill"),
    SF4000000000001: answerOf({
      outcome: "near_match",
      trackingNumber: "SF4000000000001",
      candidates: [{ ...declared, owner: { ...owner, accountState: "suspended", plan: null } }],
    }),
    "SF4000000000001 S7K3-2QY": rejected("invalid_member_code"),
  });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await scan("https://shop.example");
  await banner("Stop");
  await expect.element(screen.getByText(/^This is not a waybill/)).toBeVisible();
  await expectAccessible();
  await scan("SF4000000000001");
  await banner("Did you mean one of these?");
  await scan("S7K3-2QY");
  await expect.element(screen.getByText(/^This is not a member code/)).toBeVisible();
  await scan("1");
  await banner("Matched");
  await expect.element(screen.getByText(/^This account is suspended/)).toBeVisible();
  await expect.element(screen.getByText(/^This customer has no plan/)).toBeVisible();
  await scan("1.25");
  await scan("");
  expect(added[0]?.input).toMatchObject({ inboundParcelId: declared.id, memberCode: null });
});

test("without a network a scan is matched with the awaited numbers; an unplugged scale leaves typing", async () => {
  const scale = plugInScale();
  const { screen, added, banner } = await showDesk({
    SF4000000000001: new TypeError("No network"),
  });
  await expect.element(screen.getByText("The scale is connected.")).toBeVisible();
  await scan("SF4000000000001");
  await banner("Matched");
  await expect.element(screen.getByText(/^Not checked/)).toBeVisible();
  scale.hid.dispatchEvent(new Event("disconnect"));
  await expect.element(screen.getByText(/^The scale is no longer connected/)).toBeVisible();
  await scan("1.25");
  await scan("");
  expect(added[0]?.input.measurements).toMatchObject({ weightGrams: 1250, scale: "typed" });
});

test("a refused record shows why, is corrected with a new scan, or discarded after a question", async () => {
  const input: ReceiveInput = {
    warehouseId: warehouse.id,
    scan: "WRONG1",
    measurements: { weightGrams: 1250 },
    recordedAt: "2031-04-02T08:30:00.000Z",
    idempotencyKey: "00000000-0000-4000-8000-000000000601",
  };
  const refused: ReceivingRecord = {
    ...stored,
    key: input.idempotencyKey,
    refusal: "This is not a waybill.",
    body: {
      kind: "received",
      input,
      photos: [
        { kind: "outside", file: new Blob(["a photo"]), idempotencyKey: "first" },
        { kind: "outside", file: new Blob(["another"]), idempotencyKey: "second" },
      ],
    },
  };
  const { screen, resent, discarded, banner } = await showDesk(
    { WRONG1: rejected("not_a_waybill"), SF4000000000001: matched("SF4000000000001") },
    { records: [refused] },
  );
  await expect.element(screen.getByText("1 record was not accepted")).toBeVisible();
  await expect.element(screen.getByText("Waiting to be sent 0")).toBeVisible();
  await screen.getByRole("button", { name: "Correct" }).click();
  await banner("Stop");
  await screen.getByRole("button", { name: "Remove photo 1" }).click();
  await choosePhoto();
  await expect.element(screen.getByRole("img", { name: "Photo 2" })).toBeVisible();
  // The click gave the focus back to the field.
  await scan("SF4000000000001");
  await banner("Matched");
  await enter();
  await expect.poll(() => resent).toHaveLength(1);
  expect(resent[0]?.input).toMatchObject({
    scan: "SF4000000000001",
    idempotencyKey: input.idempotencyKey,
    measurements: { weightGrams: 1250 },
  });
  const photos = resent[0]?.photos.map(({ idempotencyKey }) => idempotencyKey);
  expect(photos).toEqual(["second", expect.any(String)]);
  await screen.getByRole("button", { name: "Discard" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => discarded).toEqual([input.idempotencyKey]);
});

test("a chosen photo becomes a JPEG of at most 2,000 pixels, and is saved with its parcel", async () => {
  const { screen, added, banner } = await showDesk({ YT1: answerOf({ trackingNumber: "YT1" }) });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await scan("YT1");
  await banner("Unmatched");
  await choosePhoto();
  await expect.element(screen.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await scan("1.25");
  await scan("");
  const photo = added[0]?.photos[0]?.file;
  expect(photo?.type).toBe("image/jpeg");
  const { width, height } = await createImageBitmap(photo ?? new Blob());
  expect([width, height]).toEqual([2000, 1000]);
});

test("the camera scans once, also after an unreadable picture, rests while keys come, and takes photos as JPEG", async () => {
  const canvas = document.createElement("canvas");
  canvas.width = 320;
  canvas.getContext("2d")?.fillRect(0, 0, 100, 100);
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockResolvedValue(canvas.captureStream());
  let detections = 0;
  const detect = async () => {
    detections += 1;
    if (detections === 1) throw new DOMException("The video has no picture.", "InvalidStateError");
    return detections > 2 ? [{ rawValue: "YT1" }] : [];
  };
  const FakeDetector = function construct() {
    return { detect };
  };
  const getSupportedFormats = async () => barcodeFormats;
  vi.stubGlobal("BarcodeDetector", Object.assign(FakeDetector, { getSupportedFormats }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { screen, added, banner } = await showDesk({ YT1: answerOf({ trackingNumber: "YT1" }) });
  await screen.getByRole("button", { name: "Turn on camera" }).click();
  await banner("Unmatched");
  await userEvent.keyboard(" ");
  await expect.element(screen.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await scan("1.25");
  await scan("");
  const before = detections;
  await userEvent.keyboard("Y");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(detections).toBe(before);
  expect(added[0]?.photos[0]?.file.type).toBe("image/jpeg");
});

test("a serial scale: stable and unstable lines, garbage, another baud rate, unplugged", async () => {
  const scale = connectSerialScale();
  const { screen, added, banner } = await showDesk({
    YT1: answerOf({ trackingNumber: "YT1" }),
    YT2: answerOf({ trackingNumber: "YT2" }),
  });
  const rate = screen.getByRole("combobox", { name: "Baud rate of the serial scale" });
  await expect.element(rate).toHaveValue("9600");
  await rate.selectOptions("4800");
  await screen.getByRole("button", { name: "Connect serial scale" }).click();
  await expect.element(screen.getByText("The scale is connected.")).toBeVisible();
  scale.send("ST,GS,+  1.250kg", "ST,GS,+  1.250kg");
  for (let part = 0; part < 3; part += 1) scale.sendPart("ST,GS,+  1.250kg".repeat(20));
  await expect.element(screen.getByText(/what it sends is not a weight: “\uFFFD+”/)).toBeVisible();
  await rate.selectOptions("9600");
  await expect.element(screen.getByText("The scale is connected.")).toBeVisible();
  expect(scale.baudRate()).toBe(9600);
  expect(localStorage.getItem(deskStorageKey)).toContain('"baudRate":9600');
  // The change has given the focus back to the field.
  await scan("YT1");
  await banner("Unmatched");
  scale.send("US,GS,+  0.700kg");
  await expect.element(screen.getByText("Waiting for a stable weight")).toBeVisible();
  scale.breakFrame();
  scale.sendPart("ST,GS,+  1.2");
  scale.send("50kg", "ST,GS,+  0.0");
  await expect.element(screen.getByText("From the serial scale")).toBeVisible();
  await scan("");
  await scan("YT2");
  await banner("Unmatched");
  scale.unplug();
  await expect.element(screen.getByText(/^The scale is no longer connected/)).toBeVisible();
  await scan("2");
  await scan("");
  expect(added.map(({ input }) => input.measurements)).toMatchObject([
    { weightGrams: 1250, scale: "serial" },
    { weightGrams: 2000, scale: "typed" },
  ]);
});

test("a parcel that is here is measured again, with a note; a scan into the note's field is a scan", async () => {
  const measured = {
    weightGrams: 900,
    sidesMm: [100, 200, 300],
    condition: "wet" as const,
    battery: "none" as const,
    goodsFlags: [],
    found: { batteries: [], goods: [] },
  };
  const here = { ...declared, state: "received" as const, measured };
  const { screen, added, banner } = await showDesk({
    SF4000000000009: answerOf({ outcome: "seen_before", parcel: here }),
    YT4000000000010: answerOf({ trackingNumber: "YT4000000000010" }),
  });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await scan("SF4000000000009");
  await banner("Received before");
  await expect.element(screen.getByText("0.9 kg · 10 × 20 × 30 cm")).toBeVisible();
  await scan("2");
  await banner("Measure again");
  const choice = screen.getByRole("button", { name: /Measure again/, pressed: true });
  await expect.element(choice).toBeVisible();
  await scan("1.1");
  const note = screen.getByRole("textbox", { name: "Note" });
  await note.fill("Dried, weighed again ");
  await note.click();
  // On a busy machine the keys come slower than a scanner's.
  const times = vi.spyOn(Event.prototype, "timeStamp", "get").mockReturnValue(1_000);
  await scan("YT4000000000010");
  times.mockRestore();
  await banner("Unmatched");
  await expect.element(screen.getByText(/^Measured again/)).toBeVisible();
  expect(added).toMatchObject([
    {
      kind: "measured_again",
      input: {
        inboundParcelId: declared.id,
        measurements: { weightGrams: 1100, condition: "wet", note: "Dried, weighed again " },
      },
    },
  ]);
  await scan("N corner torn");
  await expect.element(note).toHaveValue("corner torn");
});

test("measuring again says what stays of the goods although it was taken off, and where to correct it", async () => {
  const measured = {
    weightGrams: 900,
    sidesMm: null,
    condition: "perfect" as const,
    battery: "none" as const,
    goodsFlags: ["food" as const],
    found: { batteries: [], goods: [] },
  };
  const here = { ...declared, state: "received" as const, measured };
  const { screen, banner } = await showDesk({
    SF4000000000009: answerOf({ outcome: "seen_before", parcel: here }),
  });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await scan("SF4000000000009");
  await banner("Received before");
  await scan("2");
  await banner("Measure again");
  const stays = screen.getByText(/this stays: Food\. To take it off, correct the record/);
  await expect.element(stays).not.toBeInTheDocument();
  await screen.getByRole("button", { name: /^G/ }).click();
  await screen.getByRole("button", { name: /Food/, pressed: true }).click();
  await expect.element(stays).toBeVisible();
  await screen.getByRole("textbox", { name: "Note" }).click();
  await enter();
  await enter();
  await scan("1.1");
  await enter();
  await banner("Ready to scan");
  await expect.element(stays).toBeVisible();
});

test("a parcel that is here is stored on the shelf that was scanned, and what the server refuses again", async () => {
  const here = { ...declared, state: "received" as const, storageLocationCode: "B-01" };
  const idempotencyKey = "00000000-0000-4000-8000-000000000602";
  const refused: ReceivingRecord = {
    ...stored,
    key: idempotencyKey,
    refusal: "This warehouse has no such storage location.",
    body: {
      kind: "stored",
      input: {
        warehouseId: warehouse.id,
        storageLocationCode: "OLD-1",
        labelCode: "9M4PT7RB",
        scan: "YT4000000000011",
        recordedAt: "2031-04-02T08:30:00.000Z",
        idempotencyKey,
      },
    },
  };
  const { screen, moved, movedAgain, discarded, banner } = await showDesk(
    { SF4000000000009: answerOf({ outcome: "seen_before", parcel: here }) },
    { records: [refused] },
  );
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await scan("SF4000000000009");
  await expect.element(screen.getByText(/To move it, scan a shelf\./)).toBeVisible();
  await scan("SHELF:A-03-2");
  await expect.element(screen.getByText("Press Enter to store it on A-03-2.")).toBeVisible();
  const list = screen.getByRole("listitem").filter({ hasText: "YT4000000000011" });
  await list.getByRole("button", { name: "Store on A-03-2" }).click();
  await screen.getByRole("button", { name: "Store on A-03-2" }).first().click();
  await banner("Ready to scan");
  await expect.element(screen.getByText(`${here.trackingNumber} is now on A-03-2.`)).toBeVisible();
  await expect.element(screen.getByText("Stored on A-03-2")).toBeVisible();
  expect(moved).toMatchObject([{ labelCode: here.labelCode, storageLocationCode: "A-03-2" }]);
  expect(movedAgain).toMatchObject([{ labelCode: "9M4PT7RB", storageLocationCode: "A-03-2" }]);
  await list.getByRole("button", { name: "Discard" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/YT4000000000011 lies on OLD-1/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => discarded).toEqual([refused.key]);
});

test("what waits is a dash until it has been read", async () => {
  const { screen } = await showDesk({}, { isRead: false });
  await expect.element(screen.getByText("Waiting to be sent –")).toBeVisible();
});

test("a full queue stops the next scan; why stands above the desk, once", async () => {
  const { screen, banner } = await showDesk({}, { isFull: true });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await scan("SF4000000000001");
  await banner("Stop");
  await expect.element(screen.getByText("The queue of this device is full.")).toBeVisible();
  expect(document.body.textContent).not.toContain("300 records wait");
});

test("on a phone the station is chosen, everything fits and can be pressed", async () => {
  await page.viewport(390, 844);
  const { screen, banner } = await showDesk(
    { SF4000000000001: matched("SF4000000000001") },
    { isUnknown: true },
  );
  await screen.getByRole("textbox", { name: "Name of this station" }).fill("Phone 1");
  await screen.getByRole("button", { name: "Start receiving" }).click();
  await expect.element(screen.getByText("Kwun Tong · Phone 1")).toBeVisible();
  await scan("SF4000000000001");
  await banner("Matched");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const small = [...document.querySelectorAll("button, summary")]
    .map((target) => ({ name: target.outerHTML.slice(0, 90), box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.height < 44);
  expect(small).toEqual([]);
  await expectAccessible();
});
