import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ReceivedParcel, ScanAnswer } from "#contract/receiving.ts";
import type { StaffInboundParcel } from "#contract/inbound-parcels.ts";
import { brandSlug } from "#core/brand.ts";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { expectedParcel } from "#testing/screen/parcels.ts";
import { connectSerialScale } from "#testing/screen/serial-scale.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import { barcodeFormats } from "./barcode-reader.ts";
import { useDeskSettings } from "./desk-memory.ts";
import { ReceivingDesk } from "./receiving-desk.tsx";
import type {
  AddedPhoto,
  QueuedReceiving,
  ReceiveInput,
  ReceivingQueue,
  RecordKind,
} from "./receiving-queue.ts";

const warehouse = {
  id: "00000000-0000-4000-8000-000000000401",
  code: "HK1",
  name: "Kwun Tong",
  isSample: false,
};
const mei: NonNullable<StaffInboundParcel["owner"]> = {
  userId: "00000000-0000-4000-8000-000000000002",
  nameInitial: "M",
  memberCode: "S7K32QX",
  plan: "Super",
  email: null,
  accountState: "active",
};
const declared: StaffInboundParcel = {
  ...expectedParcel,
  owner: mei,
  storageLocationCode: null,
  missingSince: null,
};

function answerOf(fields: Partial<ScanAnswer>): ScanAnswer {
  return {
    outcome: "unmatched",
    trackingNumber: null,
    carrierCode: null,
    parcel: null,
    candidates: [],
    owner: null,
    packageId: null,
    storageLocationCode: null,
    ...fields,
  };
}

const matched = (trackingNumber: string) =>
  answerOf({ outcome: "matched", trackingNumber, parcel: { ...declared, trackingNumber } });

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

type Added = { input: ReceiveInput; photos: readonly AddedPhoto[]; kind: RecordKind | undefined };

function Desk(props: { queue: ReceivingQueue }) {
  const { settings, change } = useDeskSettings();
  const awaited = [
    { trackingNumber: "SF4000000000001", memberCode: "S7K32QX", nameInitial: "M", plan: null },
  ];
  return (
    <ReceivingDesk queue={props.queue} awaited={awaited} settings={settings} onSettings={change} />
  );
}

async function showDesk(
  scans: Readonly<Record<string, ScanAnswer | Error>>,
  options: {
    readonly items?: readonly QueuedReceiving[];
    readonly isUnknown?: boolean;
    readonly isFull?: boolean;
  } = {},
) {
  const added: Added[] = [];
  const resent: Added[] = [];
  const discarded: string[] = [];
  const queue: ReceivingQueue = {
    items: options.items ?? [],
    isOnline: true,
    isFull: options.isFull ?? false,
    add: async (input, photos, kind) => {
      added.push({ input, photos, kind });
    },
    resend: async (input, photos, kind) => {
      resent.push({ input, photos, kind });
    },
    discard: async (key) => {
      discarded.push(key);
    },
    onReceived: (_listener: (item: QueuedReceiving, answer: ReceivedParcel) => void) => () =>
      undefined,
  };
  const readScan: NonNullable<FakeAnswers["receiving"]>["readScan"] = async ({
    scan,
    memberCode,
  }) => {
    const answer = scans[`${scan} ${memberCode ?? ""}`.trim()];
    if (answer === undefined) throw new Error(`No answer for ${scan}.`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  if (options.isUnknown !== true) {
    localStorage.setItem(
      `${brandSlug}-receiving-desk`,
      JSON.stringify({ warehouseId: warehouse.id, station: "Desk 2", isMuted: true }),
    );
  }
  const { screen } = await showScreen({
    element: <Desk queue={queue} />,
    path: "/admin/dashboard/receiving",
    answers: {
      receiving: {
        readScan,
        listReceivingWarehouses: async () => ({ items: [warehouse] }),
        readReceivingDay: async () => ({ todayCount: 214, lastHourCount: 61 }),
      },
    },
  });
  const banner = async (words: string) => {
    await expect.element(screen.getByRole("heading", { level: 2, name: words })).toBeVisible();
  };
  return { screen, added, resent, discarded, banner };
}

/** What a wedge scanner does: keys without a pause, and Enter. */
const scan = (text: string) => userEvent.keyboard(`${text}{Enter}`);

/** Chooses a picture of 3,000 by 1,500 pixels. */
async function choosePhoto(): Promise<void> {
  const canvas = new OffscreenCanvas(3000, 1500);
  canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
  const file = new File([await canvas.convertToBlob()], "parcel.png", { type: "image/png" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("There is no field for photos.");
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

beforeEach(() => localStorage.removeItem(`${brandSlug}-receiving-desk`));
afterEach(async () => {
  Reflect.deleteProperty(navigator, "hid");
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

test("01, point 3: keyboard only, four matched, one undeclared, one unmatched, one seen before", async () => {
  const scale = plugInScale();
  const { screen, added, banner } = await showDesk({
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
    "YT2 S7K3-2QX": answerOf({ outcome: "undeclared", trackingNumber: "YT2", owner: mei }),
  });
  await expect.element(screen.getByText("Ready to scan")).toBeVisible();
  await expect.element(screen.getByText("Today 214")).toBeVisible();
  await scan("SHELF:A-03-2");
  await expect.element(screen.getByText("A-03-2", { exact: true })).toBeVisible();
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
  await scan("");
  await banner("Ready to scan");
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
      candidates: [{ ...declared, owner: { ...mei, accountState: "suspended", plan: null } }],
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
  await expect.element(screen.getByText(/^The scale is not connected any longer/)).toBeVisible();
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
  const refused: QueuedReceiving = {
    idempotencyKey: input.idempotencyKey,
    userId: "u",
    kind: "received",
    input,
    photos: [
      { kind: "outside", file: new Blob(["a photo"]), idempotencyKey: "first" },
      { kind: "outside", file: new Blob(["another"]), idempotencyKey: "second" },
    ],
    state: "refused",
    isRecorded: false,
    errorMessage: "This is not a waybill.",
  };
  const { screen, resent, discarded, banner } = await showDesk(
    { WRONG1: rejected("not_a_waybill"), SF4000000000001: matched("SF4000000000001") },
    { items: [refused] },
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
  await scan("");
  await expect.poll(() => resent).toHaveLength(1);
  expect(resent[0]?.input).toMatchObject({
    scan: "SF4000000000001",
    idempotencyKey: input.idempotencyKey,
    measurements: { weightGrams: 1250 },
  });
  const photos = resent[0]?.photos.map(({ idempotencyKey }) => idempotencyKey);
  expect(photos).toEqual(["second", undefined]);
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

test("the camera scans once, rests while keys come, and takes photos as JPEG", async () => {
  const canvas = document.createElement("canvas");
  canvas.width = 320;
  canvas.getContext("2d")?.fillRect(0, 0, 100, 100);
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockResolvedValue(canvas.captureStream());
  let detections = 0;
  const detect = async () => ((detections += 1) > 1 ? [{ rawValue: "YT1" }] : []);
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
  await expect.element(screen.getByText(/what it sends is no weight/)).toBeVisible();
  await rate.selectOptions("9600");
  await expect.element(screen.getByText("The scale is connected.")).toBeVisible();
  expect(scale.baudRate()).toBe(9600);
  expect(localStorage.getItem(`${brandSlug}-receiving-desk`)).toContain('"baudRate":9600');
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
  await expect.element(screen.getByText(/^The scale is not connected any longer/)).toBeVisible();
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
