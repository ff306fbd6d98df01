import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ListedShipment } from "#goods/contract/packages.ts";
import { legFieldsOf, type LegFields } from "#goods/rules/leg-edit.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ShipmentsPage from "./shipments-page.tsx";

const pkg: ListedShipment = {
  ...parcelUnderWay,
  userEmail: mei.email,
  customer: meiAsCustomer,
};
const leg = pkg.legs[1] ?? parcelUnderWay.legs[0];
if (!leg) throw new Error("The package under way has no legs.");
const shown: LegFields = legFieldsOf(leg);
const theirs: LegFields = { ...shown, carrier: "DHL", notes: "Sent by air" };

afterEach(() => page.viewport(1280, 800));

/** The details of the package; `packages` are the fake operations, and `now` is what is read after a change. */
async function showDetails(packages: FakeAnswers["packages"], now: () => ListedShipment) {
  await showScreen({
    element: <ShipmentsPage />,
    path: "/admin/dashboard/shipments",
    address: `/admin/dashboard/shipments?package=${pkg.id}`,
    answers: {
      packages: {
        listShipments: async () => ({
          items: [now()],
          total: 1,
          counts: { all: 1, active: 1, delivered: 0 },
        }),
        listQrCodes: async () => ({ items: [] }),
        readShipment: async () => ({
          package: now(),
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          planMaxWeightGrams: null,
          shipRequestReference: null,
        }),
        ...packages,
      },
    },
  });
  const dialog = page.getByRole("dialog", { name: /^Package Details/ });
  await expect.element(dialog.getByRole("heading", { name: "Shipping legs" })).toBeInTheDocument();
  await dialog.getByRole("button", { name: "By hand" }).click();
  return dialog;
}

/** Edits the second leg, whose carrier and notes somebody else has changed in the meantime. */
async function editChangedLeg() {
  const sent: unknown[] = [];
  let legs = pkg.legs;
  const dialog = await showDetails(
    {
      updateLeg: async (input) => {
        sent.push(input);
        if (sent.length > 1) return pkg;
        legs = legs.map((each) => (each.id === leg?.id ? { ...each, ...theirs } : each));
        throw rejected("conflict", { details: { current: theirs } });
      },
    },
    () => ({ ...pkg, legs }),
  );
  await dialog.getByRole("button", { name: "Edit leg 2" }).click();
  const form = dialog.getByRole("form", { name: "Edit leg 2" });
  await form.getByRole("combobox", { name: "Carrier" }).fill("UPS");
  await form.getByRole("button", { name: "Save leg" }).click();
  await expect.element(form.getByText("Somebody else saved this leg first")).toBeVisible();
  return { sent, form };
}

test("both versions of a leg are shown, on a phone too, and the own one can be saved on top", async () => {
  await page.viewport(390, 800);
  const { sent, form } = await editChangedLeg();
  await expect.element(page.getByText("Failed to update shipping leg.")).toBeVisible();
  await expect.element(form.getByRole("row", { name: "Carrier DHL UPS" })).toBeVisible();
  expect(form.getByRole("row").elements()).toHaveLength(2);
  await expectAccessible();
  await form.getByRole("button", { name: "Save mine" }).click();
  await expect.element(page.getByText("Shipping leg updated successfully.")).toBeVisible();
  expect(sent).toEqual([
    { legId: leg.id, ...shown, carrier: "UPS", expectedVersion: shown },
    { legId: leg.id, ...theirs, carrier: "UPS", expectedVersion: theirs },
  ]);
});

test("the other version can be taken, and then fills the form", async () => {
  const { form, sent } = await editChangedLeg();
  await form.getByRole("button", { name: "Keep theirs" }).click();
  await expect.element(form.getByRole("combobox", { name: "Carrier" })).toHaveValue("DHL");
  await expect.element(form.getByRole("textbox", { name: "Notes" })).toHaveValue("Sent by air");
  expect(sent).toHaveLength(1);
});

test("conflicts of a leg's status, the package's status and the final weight are shown too", async () => {
  const sent: unknown[] = [];
  /** Rejects the first request with a conflict, and records each. */
  const rejectFirst = (current: unknown) => {
    let isFirst = true;
    return async (input: object) => {
      sent.push(input);
      if (isFirst) {
        isFirst = false;
        throw rejected("conflict", { details: { current } });
      }
      return pkg;
    };
  };
  const dialog = await showDetails(
    {
      setLegStatus: rejectFirst("cancelled"),
      setFinalWeight: rejectFirst(1200),
      setPackageStatus: rejectFirst("voided"),
    },
    () => pkg,
  );
  const saveMine = dialog.getByRole("button", { name: "Save mine" });

  await dialog.getByRole("combobox", { name: "Status of leg 2" }).click();
  await page.getByRole("option", { name: "Delivered" }).click();
  await expect
    .element(dialog.getByRole("row", { name: "Status cancelled Delivered" }))
    .toBeVisible();
  await saveMine.click();
  await expect.element(page.getByText("Leg status updated successfully.")).toBeVisible();
  await expect.element(dialog.getByRole("combobox", { name: "Status of leg 2" })).toHaveFocus();

  await dialog.getByLabelText("Final weight (kg)").fill("1.3");
  await dialog.getByRole("button", { name: "Save weight" }).click();
  await expect
    .element(dialog.getByRole("row", { name: "Final weight 1.2 kg 1.3 kg" }))
    .toBeVisible();
  await saveMine.click();
  await expect.element(page.getByText("Final weight: 1.3 kg")).toBeVisible();
  await expect.element(dialog.getByLabelText("Final weight (kg)")).toHaveFocus();

  await dialog.getByRole("combobox", { name: "Package status" }).click();
  await page.getByRole("option", { name: "Processing" }).click();
  await dialog.getByRole("button", { name: "Update status" }).click();
  await expect.element(dialog.getByRole("row", { name: "Status voided Processing" })).toBeVisible();
  await saveMine.click();
  await expect.element(page.getByText("Package status set to Processing")).toBeVisible();

  const [packageId, legId] = [pkg.id, leg.id];
  expect(sent).toEqual([
    { legId, status: "delivered", expectedVersion: "in_transit" },
    { legId, status: "delivered", expectedVersion: "cancelled" },
    { packageId, finalWeightGrams: 1300, expectedVersion: null },
    { packageId, finalWeightGrams: 1300, expectedVersion: 1200 },
    { packageId, status: "processing", setsLegs: false, expectedVersion: "in_transit" },
    { packageId, status: "processing", setsLegs: false, expectedVersion: "voided" },
  ]);
});
