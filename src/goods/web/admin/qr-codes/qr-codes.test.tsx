import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { QrCode, QrLabel } from "#goods/contract/admin-package-files.ts";
import type { ListedShipment } from "#goods/contract/packages.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ShipmentsPage from "#goods/web/admin/shipments/shipments-page.tsx";
import QrLabelPage from "./qr-label-page.tsx";
import ScanPage from "./scan-page.tsx";

const pkg: ListedShipment = {
  ...parcelUnderWay,
  userEmail: mei.email,
  customer: meiAsCustomer,
};
const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/%3E";

function code(legNumber: number): QrCode {
  return {
    id: `00000000-0000-4000-8000-00000000030${legNumber}`,
    packageId: pkg.id,
    legNumber,
    imageUrl: picture,
    createdAt: pkg.createdAt,
  };
}

const label: QrLabel = {
  qrCode: code(2),
  trackingNumber: pkg.trackingNumber,
  legCount: 3,
  origin: "Hong Kong",
  destination: "Singapore",
  carrier: "Hong Kong Post",
  weightGrams: 1850,
  isWeightFinal: false,
  recipient: {
    ...emptyRecipient,
    name: "陈伟",
    latinName: "Chen Wei",
    address: "418 Alder Street",
    city: "Portland",
    postalCode: "97204",
  },
  packageDestination: "United States",
};

let codes: QrCode[] = [];
beforeEach(() => {
  codes = [code(2)];
});
afterEach(() => page.viewport(1280, 800));

async function showDetails(packages: FakeAnswers["packages"] = {}) {
  const { router } = await showScreen({
    element: <ShipmentsPage />,
    path: "/admin/dashboard/shipments",
    address: `/admin/dashboard/shipments?package=${pkg.id}`,
    answers: {
      packages: {
        listShipments: async () => ({
          items: [pkg],
          total: 1,
          counts: { all: 1, active: 1, delivered: 0 },
        }),
        listQrCodes: async () => ({ items: codes }),
        readShipment: async () => ({
          package: pkg,
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
  await dialog.getByRole("button", { name: "By hand" }).click();
  await expect.element(dialog.getByRole("heading", { name: "QR codes" })).toBeInTheDocument();
  return { dialog, router };
}

test.each([1280, 390])(
  "each leg shows its code or a button to generate it, %i pixels wide",
  async (width) => {
    await page.viewport(width, 800);
    const { dialog, router } = await showDetails();
    const shown = dialog.getByRole("img", { name: "QR code of leg 2" });
    await expect.element(shown).toBeInTheDocument();
    shown.element().scrollIntoView({ block: "center" });
    await expect
      .element(dialog.getByRole("button", { name: /^Generate QR code of leg/ }).first())
      .toBeInTheDocument();
    expect(
      dialog.getByRole("button", { name: /^Generate QR code of leg/ }).elements(),
    ).toHaveLength(2);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectAccessible();
    await dialog.getByRole("link", { name: "Print label of leg 2" }).click();
    expect(router.state.location.pathname).toBe(`/admin/dashboard/labels/${code(2).id}`);
  },
);

test("a code is generated and shown at once", async () => {
  const sent: unknown[] = [];
  const { dialog } = await showDetails({
    generateQrCode: async (input) => {
      sent.push(input);
      codes = [code(1), code(2)];
      return code(1);
    },
  });
  await dialog.getByRole("button", { name: "Generate QR code of leg 1" }).click();
  await expect.element(page.getByText("QR code of leg 1 generated")).toBeVisible();
  await expect.element(dialog.getByRole("img", { name: "QR code of leg 1" })).toBeInTheDocument();
  expect(sent).toEqual([{ packageId: pkg.id, legNumber: 1 }]);
});

test("failures show the specified messages", async () => {
  const { dialog } = await showDetails({
    generateQrCode: () => Promise.reject(new TypeError("no network")),
  });
  await dialog.getByRole("button", { name: "Generate QR code of leg 3" }).click();
  await expect
    .element(page.getByText("Failed to generate QR code. Please try again."))
    .toBeVisible();
  vi.spyOn(window, "fetch").mockResolvedValue(new Response("gone", { status: 404 }));
  await dialog.getByRole("button", { name: "Download the QR code of leg 2" }).click();
  await expect
    .element(page.getByText("Failed to download QR code due to an unexpected error."))
    .toBeVisible();
});

test("codes that cannot be loaded can be retried", async () => {
  let isBroken = true;
  const { dialog } = await showDetails({
    listQrCodes: async () => {
      if (isBroken) throw rejected("forbidden");
      return { items: codes };
    },
  });
  const notified = page.getByText("Failed to load QR codes.");
  await expect.poll(() => notified.elements().length).toBe(2);
  isBroken = false;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("img", { name: "QR code of leg 2" })).toBeInTheDocument();
});

test("a code is downloaded under the tracking number and its leg", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const { dialog } = await showDetails();
  await dialog.getByRole("button", { name: "Download the QR code of leg 2" }).click();
  await expect.poll(() => saved).toEqual(["SF1234567890123-leg-2.png"]);
});

test.each([
  ["is done once the question is answered", () => Promise.resolve({}), "QR code of leg 2 deleted"],
  [
    "by two users at once shows the second one a notice",
    () => Promise.reject(rejected("not_found")),
    "This QR code was deleted already",
  ],
])("deleting one %s, and it may be generated again", async (_, deleteQrCode, notified) => {
  const { dialog } = await showDetails({
    deleteQrCode: () => {
      codes = [];
      return deleteQrCode();
    },
  });
  await dialog.getByRole("button", { name: "Delete the QR code of leg 2" }).click();
  const question = page.getByRole("dialog", { name: "Delete this QR code?" });
  await question.getByRole("button", { name: "Delete QR code" }).click();
  await expect.element(page.getByText(notified)).toBeVisible();
  await expect
    .element(dialog.getByRole("button", { name: "Generate QR code of leg 2" }))
    .toBeInTheDocument();
});

test("a failed deletion shows a toast and keeps the confirmation open", async () => {
  const { dialog } = await showDetails({
    deleteQrCode: () => Promise.reject(new TypeError("no network")),
  });
  await dialog.getByRole("button", { name: "Delete the QR code of leg 2" }).click();
  const question = page.getByRole("dialog", { name: "Delete this QR code?" });
  await question.getByRole("button", { name: "Delete QR code" }).click();
  await expect.element(page.getByText("Failed to delete QR code.")).toBeVisible();
  await expect.element(question).toBeVisible();
  await expectAccessible();
});

test.each([1280, 390])("a label shows what handling needs and no more, %i wide", async (width) => {
  await page.viewport(width, 800);
  await showScreen({
    element: <QrLabelPage />,
    path: "/admin/dashboard/labels/:qrCodeId",
    address: `/admin/dashboard/labels/${code(2).id}`,
    answers: { packages: { readQrCode: async () => label } },
  });
  const sheet = page.getByRole("region", { name: "Label" });
  await expect.element(sheet.getByRole("img", { name: "QR code of leg 2" })).toBeVisible();
  expect(sheet.element().textContent).toBe(
    "SampanLeg 2 of 3Tracking numberSF1234567890123FromHong KongToSingapore" +
      "CarrierHong Kong PostRecipient陈伟\nChen Wei\n418 Alder Street\nPortland, 97204\nUnited States" +
      "Estimated weight1.85 kg",
  );
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  await page.getByRole("button", { name: "Print label" }).click();
  expect(print).toHaveBeenCalledOnce();
  await expectAccessible();
});

test("a label whose code was deleted shows a message", async () => {
  await showScreen({
    element: <QrLabelPage />,
    path: "/admin/dashboard/labels/:qrCodeId",
    address: `/admin/dashboard/labels/${code(2).id}`,
    answers: { packages: { readQrCode: () => Promise.reject(rejected("not_found")) } },
  });
  await expect.element(page.getByText("This label is no longer valid")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Print label" })).toBeDisabled();
});

test("a scanned code opens its package for staff; a deleted one shows a message", async () => {
  const scan = async (readQrCode: () => Promise<QrLabel>) =>
    await showScreen({
      element: <ScanPage />,
      path: "/scan/:qrCodeId",
      address: `/scan/${code(2).id}`,
      answers: { packages: { readQrCode } },
    });
  const { router, screen } = await scan(async () => label);
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/admin/dashboard/shipments?package=${pkg.id}`);
  await screen.unmount();
  await scan(() => Promise.reject(rejected("not_found")));
  await expect.element(page.getByText("Unknown QR code")).toBeVisible();
});
