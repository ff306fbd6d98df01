import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage, StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffRole } from "#platform/rules/staff-role.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { measured, measuredParcel, parcelImage } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { OfflineError } from "#ui/web/api.tsx";
import { PermissionsContext } from "#ui/web/permissions.ts";
import InboundParcelsPage from "./inbound-parcels-page.tsx";

afterEach(() => page.viewport(1280, 800));

const parcel: StaffInboundParcel = {
  ...measuredParcel,
  owner: null,
  storageLocationCode: "A-03-2",
  missingSince: null,
};
const first: StaffReceivingRecord = {
  ...measured,
  sidesMm: [400, 300, 250],
  id: "00000000-0000-4000-8000-000000000701",
  kind: "received",
  weightGrams: 12_500,
  scale: "typed",
  note: "Tape is loose",
  station: "Desk 1",
  reason: "",
  replacesId: null,
  recordedAt: "2031-04-05T02:00:00.000Z",
  createdAt: "2031-04-05T02:00:01.000Z",
  createdByEmail: "rita@example.com",
};
const corrected: StaffReceivingRecord = {
  ...first,
  id: "00000000-0000-4000-8000-000000000702",
  kind: "corrected",
  weightGrams: 1250,
  note: "",
  reason: "Decimal point",
  replacesId: first.id,
  recordedAt: "2031-04-05T03:00:00.000Z",
  createdAt: "2031-04-05T05:00:00.000Z",
};

async function showRecords(
  options: {
    role?: StaffRole;
    records?: StaffReceivingRecord[];
    images?: ParcelImage[];
    receiving?: FakeAnswers["receiving"];
  } = {},
) {
  const viewer = {
    isAdmin: false,
    roles: [options.role ?? ("receiver" as const)],
    hasTwoFactor: true,
  };
  const counts = {
    all: 1,
    awaited: 0,
    here: 1,
    unmatched: 0,
    overdue: 0,
    long_stored: 0,
    removal_asked: 0,
    proof_sent: 0,
    gone: 0,
  };
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={(work) => mayUse(viewer, roleAccess[work])}>
        <InboundParcelsPage />
      </PermissionsContext>
    ),
    path: "/admin/dashboard/inbound-parcels",
    address: `/admin/dashboard/inbound-parcels?parcel=${parcel.id}`,
    answers: {
      receiving: options.receiving ?? {},
      inboundParcels: {
        listAllInboundParcels: async () => ({ items: [parcel], total: 1, counts }),
        readAnyInboundParcel: async () => ({
          goodsItems: [],
          warnings: [],
          parcel,
          images: options.images ?? [parcelImage(1), parcelImage(2, { kind: "scale" })],
          carrierEvents: [],
          records: options.records ?? [first, corrected],
          events: [],
          removal: null,
          proof: null,
        }),
      },
    },
  });
  return screen;
}

test("a parcel shows its photos, where it lies, and who recorded what, replaced records struck through", async () => {
  const screen = await showRecords();
  const dialog = screen.getByRole("dialog", { name: "Inbound parcel SF4000000000002" });
  await expect.element(dialog.getByText("A-03-2")).toBeVisible();
  await expect.element(dialog.getByRole("img", { name: "Photo of the parcel" })).toBeVisible();
  const records = dialog.getByRole("listitem").filter({ hasText: "rita@example.com" });
  const [newest, oldest] = [records.nth(0), records.nth(1)];
  await expect.element(newest.getByText("1.25 kg")).toBeVisible();
  await expect.element(newest.getByText(/Recorded .* by the device's clock/)).toBeVisible();
  await expect.element(oldest.getByText("Reason: Decimal point")).toBeVisible();
  await expect.element(oldest.getByText("Note: Tape is loose")).toBeVisible();
  expect(oldest.element().querySelector("del")?.textContent).toContain("12.5 kg");
  expect(dialog.getByRole("button", { name: /^Correct/ }).elements()).toHaveLength(1);
  await expectAccessible();
});

test("a packer reads the records and changes none", async () => {
  const screen = await showRecords({ role: "packer" });
  await expect.element(screen.getByText("Note: Tape is loose")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Correct/ })).not.toBeInTheDocument();
  await expect.element(screen.getByText("Measure again")).not.toBeInTheDocument();
});

test("new measurements begin with the last ones, are checked, and are kept when they cannot be sent", async () => {
  const sent: unknown[] = [];
  let isOffline = true;
  const screen = await showRecords({
    receiving: {
      measureAgain: async (input) => {
        sent.push(input);
        if (isOffline) throw new OfflineError();
        return parcel;
      },
    },
  });
  await screen.getByRole("button", { name: "Measure again" }).click();
  const dialog = screen.getByRole("dialog", { name: "Measure SF4000000000002 again" });
  const weight = dialog.getByRole("textbox", { name: "Weight in kg" });
  await expect.element(weight).toHaveValue("1.25");
  await weight.fill("101");
  const sides = dialog.getByRole("textbox", { name: "Length, width and height in cm" });
  await expect.element(sides).toHaveValue("40 30 25");
  await sides.fill("40 30");
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  await expect.element(dialog.getByText(/at most 100 kg/)).toBeVisible();
  await expect.element(dialog.getByText(/three sides of at most 300 cm/)).toBeVisible();
  expect(sent).toEqual([]);
  await weight.fill("1.3");
  await sides.fill("41x30x25.5");
  await dialog.getByText("Liquid", { exact: true }).click();
  await expectAccessible();
  await save.click();
  await expect.element(dialog.getByText(/^You are offline/)).toBeVisible();
  await expect.element(weight).toHaveValue("1.3");
  isOffline = false;
  await save.click();
  await expect.poll(shownToasts).toContain("Measurements saved");
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({
    inboundParcelId: parcel.id,
    measurements: {
      weightGrams: 1300,
      sidesMm: [410, 300, 255],
      condition: "perfect",
      battery: "none",
      goodsFlags: ["liquid"],
      scale: "typed",
    },
  });
  expect(sent[1]).toMatchObject({
    idempotencyKey: (sent[0] as { idempotencyKey: string }).idempotencyKey,
  });
});

test("a correction needs a reason, and says when somebody else was faster", async () => {
  await page.viewport(390, 844);
  const sent: unknown[] = [];
  const screen = await showRecords({
    records: [first],
    receiving: {
      correctReceivingRecord: async (input) => {
        sent.push(input);
        throw rejected("conflict");
      },
    },
  });
  await screen.getByRole("button", { name: /^Correct the record/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Correct a record of SF4000000000002" });
  await dialog.getByRole("textbox", { name: "Weight in kg" }).fill("1.25");
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  await expect.element(dialog.getByText("Please state the reason.")).toBeVisible();
  await dialog.getByRole("textbox", { name: /Reason for the correction/ }).fill("Decimal point");
  await save.click();
  await expect.element(dialog.getByText(/was corrected in the meantime/)).toBeVisible();
  expect(sent[0]).toMatchObject({ receivingRecordId: first.id, reason: "Decimal point" });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

async function aPicture(): Promise<File> {
  const bytes = await (await fetch(parcelImage(1).thumbnailUrl ?? "")).blob();
  return new File([bytes], "parcel.gif", { type: "image/gif" });
}

test("what was recorded of the goods is taken off with a photo of what is in the parcel", async () => {
  const sent: unknown[] = [];
  const photos: unknown[] = [];
  const imageId = "00000000-0000-4000-8000-000000000711";
  const screen = await showRecords({
    records: [{ ...first, goodsFlags: ["liquid"] }],
    receiving: {
      addInboundParcelImage: async ({ kind, idempotencyKey }) => {
        photos.push({ kind, idempotencyKey });
        return parcelImage(1, { id: imageId });
      },
      correctReceivingRecord: async (input) => {
        sent.push(input);
        if (sent.length === 1) throw new OfflineError();
        return parcel;
      },
    },
  });
  await screen.getByRole("button", { name: /^Correct the record/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Correct a record of SF4000000000002" });
  await dialog.getByRole("textbox", { name: /Reason for the correction/ }).fill("Books");
  await expect.element(dialog.getByText("Choose a photo")).not.toBeInTheDocument();
  await dialog.getByText("Liquid", { exact: true }).click();
  await expect.element(dialog.getByText("Choose a photo")).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  await expect.element(dialog.getByText(/^Please take a photo of what is in it/)).toBeVisible();
  expect(sent).toEqual([]);
  await expectAccessible();
  const input = document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"]');
  await page.elementLocator(input ?? document.body).upload(await aPicture());
  await expect.element(dialog.getByText("parcel.gif")).toBeVisible();
  await save.click();
  await expect.element(dialog.getByText(/^You are offline/)).toBeVisible();
  await save.click();
  await expect.poll(shownToasts).toContain("Record corrected");
  expect(sent[1]).toMatchObject({ imageId, reason: "Books", measurements: { goodsFlags: [] } });
  // The photo is sent again with its key, so that it is stored once.
  expect(photos[1]).toEqual(photos[0]);
});

test("a photo of what is in it that somebody took since goes with a correction, and none from before", async () => {
  const sent: unknown[] = [];
  const contents = (number: number, createdAt: string) =>
    parcelImage(number, { kind: "contents", createdAt });
  const screen = await showRecords({
    records: [{ ...first, goodsFlags: ["liquid"] }],
    images: [
      contents(1, "2031-04-05T01:00:00.000Z"),
      contents(2, "2031-04-05T03:00:00.000Z"),
      contents(3, "2031-04-05T04:00:00.000Z"),
      parcelImage(4, { createdAt: "2031-04-05T05:00:00.000Z" }),
    ],
    receiving: {
      correctReceivingRecord: async (input) => {
        sent.push(input);
        return parcel;
      },
    },
  });
  await screen.getByRole("button", { name: /^Correct the record/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Correct a record of SF4000000000002" });
  await dialog.getByRole("textbox", { name: /Reason for the correction/ }).fill("Books");
  await dialog.getByText("Liquid", { exact: true }).click();
  await expect
    .element(dialog.getByText(/^The photo of what is in it of .* goes with/))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(shownToasts).toContain("Record corrected");
  expect(sent).toMatchObject([{ imageId: parcelImage(3).id, measurements: { goodsFlags: [] } }]);
});

test("new measurements say what stays of the goods although it was taken off", async () => {
  const screen = await showRecords({ records: [{ ...first, goodsFlags: ["liquid"] }] });
  await screen.getByRole("button", { name: "Measure again" }).click();
  const dialog = screen.getByRole("dialog", { name: "Measure SF4000000000002 again" });
  await expect.element(dialog.getByText(/so this stays/)).not.toBeInTheDocument();
  await dialog.getByText("Liquid", { exact: true }).click();
  await expect.element(dialog.getByText(/so this stays: Liquid\./)).toBeVisible();
  await expect.element(dialog.getByText("Choose a photo")).not.toBeInTheDocument();
});
