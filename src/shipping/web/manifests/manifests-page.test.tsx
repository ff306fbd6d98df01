import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { CarrierWeight, Manifest, ManifestPackage } from "#shipping/contract/manifests.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ManifestsPage from "./manifests-page.tsx";

const manifestId = "00000000-0000-4000-8000-000000000501";

const listed: ManifestPackage = {
  id: "00000000-0000-4000-8000-000000000511",
  shipRequestId: "00000000-0000-4000-8000-000000000521",
  packageId: "00000000-0000-4000-8000-000000000531",
  position: 1,
  reference: "SR000123",
  packageNumber: 1024,
  memberCode: "S7K32QX",
  trackingNumber: "RA123456785HK",
  countryCode: "GB",
  weightGrams: 2350,
  state: "listed",
  leftBehindReason: null,
  handedOverAt: null,
  takeBackUntil: null,
  takenBackReason: "",
  carrierWeight: null,
};

const open: Manifest = {
  id: manifestId,
  number: "M00007",
  warehouseId: "00000000-0000-4000-8000-000000000541",
  warehouseCode: "HK1",
  carrierCode: "hk-post",
  state: "open",
  packagesCount: 1,
  handedOverCount: 0,
  leftBehindCount: 0,
  openedAt: "2031-04-02T08:30:00.000Z",
  closedAt: null,
  handedOverAt: null,
  receiverName: "",
  signatureUrl: null,
  totalGrams: 2350,
  items: [listed],
};

const closed: Manifest = { ...open, state: "closed", closedAt: "2031-04-02T09:00:00.000Z" };

afterEach(() => {
  vi.restoreAllMocks();
});

function showPage(manifest: Manifest, manifests: NonNullable<FakeAnswers["manifests"]> = {}) {
  return showScreen({
    element: <ManifestsPage />,
    path: "/admin/dashboard/manifests",
    address: `/admin/dashboard/manifests?manifest=${manifestId}`,
    answers: { manifests: { readManifest: async () => manifest, ...manifests } },
  });
}

test("a refused scan says why in words until it is read, and the next one goes on", async () => {
  const scans: string[] = [];
  const { screen } = await showPage(open, {
    addScan: async ({ scan }) => {
      scans.push(scan);
      if (scan === "OTHER") throw rejected("wrong_carrier");
      return { isNew: true, item: listed, packagesCount: 1 };
    },
  });
  const field = screen.getByRole("textbox", { name: "Scan a label" });
  await expect.element(field).toHaveFocus();
  await expect.element(screen.getByText(/^SR000123 · P-1024 · S7K3-2QX · /)).toBeVisible();
  await field.fill("OTHER");
  await userEvent.keyboard("{Enter}");
  const banner = screen.getByRole("status").filter({ hasText: "Not added" });
  await expect
    .element(banner)
    .toHaveTextContent("Not addedOTHER: This package goes with another carrier.");
  await expect.element(field).toHaveValue("");
  await userEvent.keyboard("RA123456785HK{Enter}");
  await expect.element(screen.getByText("Added: RA123456785HK")).toBeVisible();
  expect(scans).toEqual(["OTHER", "RA123456785HK"]);
  const refused = screen.getByRole("alert").filter({ hasText: "Not added" });
  await expect.element(refused.getByRole("listitem")).toBeVisible();
  await expect
    .element(refused.getByRole("listitem"))
    .toHaveTextContent("OTHER This package goes with another carrier.");
  await expectAccessible();
  await screen.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(refused).not.toBeInTheDocument();
});

test("a closed manifest is opened to be printed", async () => {
  const opened: string[] = [];
  vi.spyOn(window, "open").mockImplementation((address) => {
    opened.push(String(address));
    return null;
  });
  let manifest: Manifest = open;
  const { screen } = await showPage(open, {
    readManifest: async () => manifest,
    closeManifest: async () => {
      manifest = closed;
      return closed;
    },
  });
  await screen.getByRole("button", { name: "Close and print" }).click();
  await expect.element(screen.getByRole("button", { name: "Hand over" })).toBeVisible();
  const link = screen.getByRole("link", { name: "Print list" }).element();
  expect(opened).toEqual([link.getAttribute("href")]);
});

test("handing over needs a name and a signature", async () => {
  const sent: string[] = [];
  const { screen } = await showPage(closed, {
    handOverManifest: async ({ receiverName, signature }) => {
      sent.push(`${receiverName} ${signature.type}`);
      return { ...closed, state: "handing_over" };
    },
  });
  await screen.getByRole("button", { name: "Hand over", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Hand over" });
  await send.click();
  await expect.element(dialog.getByText("Enter the name.")).toBeVisible();
  await expect.element(dialog.getByText("The signature is missing.")).toBeVisible();
  await expectAccessible();
  await dialog
    .getByRole("textbox", { name: "Name of the person who collects them" })
    .fill("Driver Lam");
  await send.click();
  await expect.element(dialog.getByText("The signature is missing.")).toBeVisible();
  expect(sent).toEqual([]);
  const pad = dialog.getByRole("img", { name: "Signature" });
  await userEvent.dragAndDrop(pad, pad, {
    sourcePosition: { x: 30, y: 40 },
    targetPosition: { x: 160, y: 80 },
  });
  await send.click();
  await expect.element(screen.getByText("Handing over: 0 of 1")).toBeVisible();
  expect(sent).toEqual(["Driver Lam image/png"]);
});

test("what stayed behind says why, and what left is taken back with a reason", async () => {
  const done: Manifest = {
    ...closed,
    state: "handed_over",
    handedOverAt: "2031-04-02T09:10:00.000Z",
    receiverName: "Driver Lam",
    packagesCount: 2,
    handedOverCount: 1,
    leftBehindCount: 1,
    items: [
      {
        ...listed,
        state: "handed_over",
        handedOverAt: "2031-04-02T09:10:00.000Z",
        takeBackUntil: "2031-04-02T11:10:00.000Z",
      },
      {
        ...listed,
        id: "00000000-0000-4000-8000-000000000512",
        trackingNumber: "RA123456799HK",
        state: "left_behind",
        leftBehindReason: "holds_missing",
      },
    ],
  };
  const reasons: string[] = [];
  const { screen } = await showPage(done, {
    takeBackPackage: async ({ reason }) => {
      reasons.push(reason);
      return done;
    },
  });
  await expect
    .element(screen.getByText("The money for its freight is no longer on hold."))
    .toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Take back RA123456785HK" }).click();
  const dialog = screen.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Take back" });
  await send.click();
  await expect.element(dialog.getByText("Please state the reason.")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The driver left it");
  await send.click();
  await expect.element(screen.getByText("Package taken back")).toBeVisible();
  expect(reasons).toEqual(["The driver left it"]);
});

const differing: ManifestPackage = {
  ...listed,
  carrierWeight: {
    weightGrams: 2600,
    packedGrams: 2350,
    state: "differs",
    settledReason: "",
    photoUrl: "/api/files/photo",
  },
};
const sentence =
  "The carrier’s scale shows 2.6 kg, which is 0.25 kg (10.64%) more than the 2.35 kg that we packed. The price that the customer accepted stays, and our photo of the scale decides.";

test("the weight on the carrier's scale is entered, and where it differs a sentence says by how much", async () => {
  const sent: unknown[] = [];
  const { screen } = await showPage(open, {
    recordCarrierWeight: async (input) => {
      sent.push(input);
      return { ...open, items: [differing] };
    },
  });
  const button = screen.getByRole("button", { name: "Carrier’s weight of RA123456785HK" });
  await button.click();
  const dialog = screen.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Weight on the carrier’s scale (kg)" });
  await expect.element(field).toHaveFocus();
  await field.fill("101");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(dialog.getByText("Enter a weight above 0 and at most 100 kg."))
    .toBeVisible();
  await expectAccessible();
  expect(sent).toEqual([]);
  await field.fill("2.6");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(sentence)).toBeVisible();
  expect(sent).toEqual([{ manifestPackageId: listed.id, weightGrams: 2600 }]);
  await expect
    .element(screen.getByRole("link", { name: "View our photo of RA123456785HK on the scale" }))
    .toHaveAttribute("href", "/api/files/photo");
  await expectAccessible();
});

test("a weight that differs is settled with what was found, which stays beside it", async () => {
  let shown: Manifest = { ...closed, items: [differing] };
  const sent: unknown[] = [];
  const { screen } = await showPage(shown, {
    readManifest: async () => shown,
    settleCarrierWeight: async (input) => {
      sent.push(input);
      const weight = { ...differing.carrierWeight, settledReason: input.reason };
      shown = {
        ...closed,
        items: [{ ...listed, carrierWeight: { ...weight, state: "settled" } as CarrierWeight }],
      };
      return {};
    },
  });
  const settle = screen.getByRole("button", {
    name: "Mark as settled: the weight of RA123456785HK",
  });
  await settle.click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(sentence)).toBeVisible();
  const send = dialog.getByRole("button", { name: "Mark as settled", exact: true });
  await send.click();
  await expect.element(dialog.getByText("Please state what was found.")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "What was found" }).fill("Their scale is wrong");
  await send.click();
  await expect.element(screen.getByText("Settled: Their scale is wrong")).toBeVisible();
  await expect.element(settle).not.toBeInTheDocument();
  const { shipRequestId } = listed;
  expect(sent).toEqual([{ shipRequestId, weightGrams: 2600, reason: "Their scale is wrong" }]);
});
