import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { LabelFileSettings, PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { chooseFiles } from "#test/screen/choose-files.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { longestStoredText, removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import ShippingLabelsPage from "./shipping-labels-page.tsx";

const accepted: PackageToLabel = {
  shipRequestId: "00000000-0000-4000-8000-000000000601",
  packageId: "00000000-0000-4000-8000-000000000611",
  reference: "SR000123",
  packageNumber: 1024,
  memberCode: "S7K32QX",
  countryCode: "GB",
  serviceName: "Hongkong Post air",
  carrierCode: "hk-post",
  weightGrams: 2350,
  parcelsCount: 4,
  acceptedAt: "2031-04-02T08:30:00.000Z",
  unprintableFields: [],
  obstacle: null,
  lackingLines: [],
  label: null,
};

const unprintable: PackageToLabel = {
  ...accepted,
  shipRequestId: "00000000-0000-4000-8000-000000000602",
  reference: "SR000124",
  unprintableFields: ["address"],
  obstacle: "address",
};

const unnumbered: PackageToLabel = {
  ...accepted,
  shipRequestId: "00000000-0000-4000-8000-000000000603",
  reference: "SR000125",
  obstacle: "no_numbers",
};

const labelled: PackageToLabel = {
  ...accepted,
  label: {
    id: "00000000-0000-4000-8000-000000000621",
    trackingNumber: "RA123456785HK",
    numberSource: "range",
    createdAt: "2031-04-02T09:00:00.000Z",
    isCarriersOwn: false,
    isOnManifest: false,
    customsForm: "cn22",
  },
};

afterEach(() => {
  removeDraftsOf(mei.id);
  vi.restoreAllMocks();
});

/** Addresses that the page opens in a new tab. */
function watchOpened(): string[] {
  const opened: string[] = [];
  vi.spyOn(window, "open").mockImplementation((address) => {
    opened.push(String(address));
    return null;
  });
  return opened;
}

function showPage(labels: NonNullable<FakeAnswers["labels"]>, query = "") {
  return showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <ShippingLabelsPage />
      </DraftOwner>
    ),
    path: "/admin/dashboard/shipping-labels",
    address: `/admin/dashboard/shipping-labels${query}`,
    answers: { labels },
  });
}

test("without packages the page says when one appears, and a failed load can be retried", async () => {
  let answer: () => Promise<{ items: PackageToLabel[]; total: number }> = () =>
    Promise.reject(rejected("unexpected"));
  const { screen } = await showPage({ listPackagesToLabel: async () => await answer() });
  await expect.element(screen.getByText("The packages could not be loaded.")).toBeVisible();
  answer = async () => ({ items: [], total: 0 });
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Every package has its label")).toBeVisible();
  await expect
    .element(screen.getByText("A package appears here once its customer accepts the price."))
    .toBeVisible();
});

test.each([
  ["with numbers", accepted, "Make label for SR000123"],
  ["without numbers", unnumbered, "Enter number or PDF for SR000125"],
])("%s left, the main button is the one that makes the label", async (_what, item, name) => {
  const { screen } = await showPage({
    listPackagesToLabel: async () => ({ items: [item], total: 1 }),
  });
  const row = screen.getByRole("row").nth(1);
  const main = row.getByRole("button", { name });
  await expect.element(main).toHaveAttribute("data-variant", "filled");
  const filled = row.element().querySelectorAll("[data-variant=filled]");
  expect([...filled]).toEqual([main.element()]);
});

test("a label is made and opened; without numbers left one is typed, and a refused one stays", async () => {
  const opened = watchOpened();
  const typed: string[] = [];
  const { screen } = await showPage({
    listPackagesToLabel: async () => ({ items: [accepted, unprintable], total: 2 }),
    makeLabel: async ({ trackingNumber = null }) => {
      if (trackingNumber === null) throw rejected("no_numbers_left");
      typed.push(trackingNumber);
      if (typed.length === 1) throw rejected("number_used");
      return labelled;
    },
  });
  await expect.element(screen.getByText("Address is not in Latin letters")).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Make label for SR000124" }))
    .toBeDisabled();
  await expect.element(screen.getByText("P-1024 · S7K3-2QX").first()).toBeVisible();
  await screen.getByRole("button", { name: "Make label for SR000123" }).click();
  const dialog = screen.getByRole("dialog", { name: "Label from the carrier" });
  await expect
    .element(dialog.getByRole("alert").first())
    .toHaveTextContent(
      "There are no numbers left for this service. Enter one that the carrier gave you.",
    );
  const number = dialog.getByRole("textbox", { name: "Tracking number" });
  const make = dialog.getByRole("button", { name: "Make label" });
  await make.click();
  await expect.element(dialog.getByText("Enter the number.")).toBeVisible();
  await number.fill("RA123456785HK");
  await make.click();
  await expect.element(dialog.getByText("Another label already has this number.")).toBeVisible();
  await expect.element(number).toHaveValue("RA123456785HK");
  await expectAccessible();
  expect(opened).toEqual([]);
  await number.fill("RA123456799HK");
  await make.click();
  await expect.element(screen.getByText("Label made")).toBeVisible();
  expect(opened).toEqual([`/api/admin/labels/${labelled.label?.id}/label.pdf`]);
});

test("a carrier's own label is sent with its number, also for an address that we cannot print", async () => {
  const opened = watchOpened();
  const sent: { readonly trackingNumber: string; readonly name: string }[] = [];
  const own = {
    ...unprintable,
    label: labelled.label && { ...labelled.label, isCarriersOwn: true },
  };
  const { screen } = await showPage({
    listPackagesToLabel: async ({ state }) => ({
      items: state === "labelled" ? [own] : [unprintable],
      total: 1,
    }),
    attachLabel: async ({ trackingNumber, file }) => {
      sent.push({ trackingNumber, name: file.name });
      if (sent.length === 1) throw rejected("invalid_label_file");
      return own;
    },
  });
  await screen.getByRole("button", { name: "Enter number or PDF for SR000124" }).click();
  const dialog = screen.getByRole("dialog", { name: "Label from the carrier" });
  await dialog.getByRole("textbox", { name: "Tracking number" }).fill("RA123456785HK");
  const make = dialog.getByRole("button", { name: "Make label" });
  await make.click();
  await expect.element(dialog.getByText(/^Choose the carrier’s PDF/)).toBeVisible();
  const choose = (bytes: number, name: string) =>
    chooseFiles(document.querySelector('[role="dialog"] input[type="file"]'), [
      new File([new Uint8Array(bytes)], name, { type: "application/pdf" }),
    ]);
  choose(5 * 1024 * 1024 + 1, "large.pdf");
  await expect.element(dialog.getByText("The file is larger than 5 MB.")).toBeVisible();
  choose(2_000, "carrier.pdf");
  await expect.element(dialog.getByText("carrier.pdf")).toBeVisible();
  await expect.element(dialog.getByText("The file is larger than 5 MB.")).not.toBeInTheDocument();
  await make.click();
  await expect
    .element(dialog.getByText("Choose a PDF of at most 4 pages that opens without a password."))
    .toBeVisible();
  await expectAccessible();
  expect(opened).toEqual([]);
  await make.click();
  await expect.element(screen.getByText("Label made")).toBeVisible();
  expect(sent).toEqual(
    Array.from({ length: 2 }, () => ({ trackingNumber: "RA123456785HK", name: "carrier.pdf" })),
  );
  expect(opened).toEqual([`/api/admin/labels/${labelled.label?.id}/label.pdf`]);
  await screen.getByText("Not handed over").click();
  await expect.element(screen.getByText("The carrier’s own label")).toBeVisible();
});

test("30 packed boxes have 30 printed labels after one press", async () => {
  const opened = watchOpened();
  const boxes = Array.from({ length: 30 }, (_, index) => ({
    ...accepted,
    shipRequestId: `00000000-0000-4000-8000-${String(700 + index).padStart(12, "0")}`,
    reference: `SR0002${String(index).padStart(2, "0")}`,
  }));
  const labelIds = boxes.map(({ shipRequestId }) => shipRequestId);
  let [presses, isMade] = [0, false];
  const printed: (readonly string[])[] = [];
  const { screen } = await showPage({
    listPackagesToLabel: async ({ state }) => {
      const items = (state === "labelled") === isMade ? boxes : [];
      return { items, total: items.length };
    },
    makeLabels: async ({ carrierCode }) => {
      expect(carrierCode).toBeUndefined();
      isMade = true;
      return { labelIds, leftCount: 0, left: [] };
    },
    printShippingLabels: async (input) => {
      printed.push(input.labelIds);
      return new File(["%PDF"], "labels-30.pdf", { type: "application/pdf" });
    },
  });
  await expect.element(screen.getByText("SR000200")).toBeVisible();
  await expectAccessible();
  document.addEventListener("click", () => (presses += 1), true);
  await screen.getByRole("button", { name: "Make and print all" }).click();
  const note = screen.getByRole("status").filter({ hasText: "30 labels made" });
  await expect.element(note.getByText(/^They are open in another tab/)).toBeVisible();
  await expect.poll(() => printed).toEqual([labelIds]);
  expect(opened).toEqual([expect.stringMatching(/^blob:/)]);
  expect(presses).toBeLessThanOrEqual(5);
  await expect.element(screen.getByText("Every package has its label")).toBeVisible();
});

test("what stays without a label is named with the reason, and a carrier's labels print again together", async () => {
  const opened = watchOpened();
  const { screen } = await showPage({
    listPackagesToLabel: async ({ state }) => ({
      items: state === "labelled" ? [labelled] : [unprintable, unnumbered],
      total: state === "labelled" ? 1 : 2,
    }),
    makeLabels: async () => ({
      labelIds: [],
      leftCount: 3,
      left: [
        { reference: "SR000124", obstacle: "address" },
        { reference: "SR000125", obstacle: "no_numbers" },
      ],
    }),
    printShippingLabels: async () => new File(["%PDF"], "labels-1.pdf"),
  });
  await screen.getByRole("button", { name: "Make and print all" }).click();
  const note = screen.getByRole("status").filter({ hasText: "No label could be made" });
  await expect.element(note.getByText(/^The address is not in .*: SR000124$/)).toBeVisible();
  await expect.element(note.getByText(/^No numbers are left .*: SR000125$/)).toBeVisible();
  await expect.element(note.getByText("1 more package is still without a label.")).toBeVisible();
  await expect.element(screen.getByText("No numbers left for its service")).toBeVisible();
  await expectAccessible();
  expect(opened).toEqual([]);
  await note.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(note).not.toBeInTheDocument();
  await screen.getByText("Not handed over").click();
  await screen.getByRole("button", { name: "Print 1 label" }).click();
  await expect.poll(() => opened).toEqual([expect.stringMatching(/^blob:/)]);
});

test("three scans ahead open three labels, and one that is refused says why", async () => {
  const opened = watchOpened();
  const { screen } = await showPage({
    listPackagesToLabel: async () => ({ items: [accepted], total: 1 }),
    findPackageToLabel: async ({ scan }) => {
      if (scan === "SR000999") throw rejected("label_not_due");
      return scan === "SR000123" ? labelled : accepted;
    },
    makeLabel: async () => labelled,
  });
  const field = screen.getByRole("textbox", { name: "Scan a slip or a parcel" });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("22222222{Enter}SR000123{Tab}SR000999{Enter}33333333{Enter}");
  const address = `/api/admin/labels/${labelled.label?.id}/label.pdf`;
  await expect.poll(() => opened).toEqual([address, address, address]);
  const note = screen.getByRole("alert").filter({ hasText: "No label for this scan" });
  const refused = note.getByRole("listitem");
  await expect
    .element(refused)
    .toHaveTextContent("SR000999 This package is not accepted, so it gets no label.");
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  // What was scanned ahead says nothing of the one before it, which stays until somebody has read it.
  await userEvent.keyboard("44444444{Enter}");
  await expect.poll(() => opened).toHaveLength(4);
  await expect.element(refused).toBeVisible();
  await note.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(refused).not.toBeInTheDocument();
});

test("a label is printed again and made void with a reason, which stays when that is refused", async () => {
  const reasons: string[] = [];
  const { screen } = await showPage(
    {
      listPackagesToLabel: async ({ state }) => ({
        items: state === "labelled" ? [labelled] : [],
        total: 1,
      }),
      voidLabel: async ({ reason }) => {
        reasons.push(reason);
        if (reasons.length === 1) throw rejected("label_on_manifest");
        return accepted;
      },
    },
    "?state=labelled",
  );
  await expect
    .element(screen.getByRole("link", { name: "Print the label of SR000123" }))
    .toHaveAttribute("href", `/api/admin/labels/${labelled.label?.id}/label.pdf`);
  await screen.getByRole("button", { name: "Void the label of SR000123" }).click();
  const dialog = screen.getByRole("dialog", { name: "Void this label?" });
  const send = dialog.getByRole("button", { name: "Void label" });
  await send.click();
  await expect.element(dialog.getByText("Please state the reason.")).toBeVisible();
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await reason.fill("Printed on torn paper");
  await send.click();
  await expect
    .element(dialog.getByText("This label is on a manifest. Remove the package from it first."))
    .toBeVisible();
  await expect.element(reason).toHaveValue("Printed on torn paper");
  await expectAccessible();
  await send.click();
  await expect.element(screen.getByText("Label voided")).toBeVisible();
  expect(reasons).toEqual(["Printed on torn paper", "Printed on torn paper"]);
});

test("every wrong row of a carrier's file is named, and its text stays", async () => {
  const csv = "reference,tracking_number\nSR000999,RB123456785HK\nSR000123,?";
  const { screen } = await showPage({
    listPackagesToLabel: async () => ({ items: [], total: 0 }),
    importLabelNumbers: async () => ({
      labelsCount: 0,
      errors: [
        { line: 2, kind: "unknown_reference", value: "SR000999" },
        { line: 3, kind: "invalid_number", value: "?" },
        { line: 4, kind: "declaration", value: "SR000124" },
      ],
    }),
  });
  await screen.getByRole("button", { name: "Import numbers" }).click();
  const dialog = screen.getByRole("dialog", { name: "Import a carrier’s numbers" });
  const text = dialog.getByRole("textbox", { name: "Contents of the file" });
  await text.fill(csv);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  const alert = dialog.getByRole("alert");
  await expect
    .element(alert.getByText("Line 2: there is no package with the reference SR000999."))
    .toBeVisible();
  await expect.element(alert.getByText("Line 3: “?” is not a tracking number.")).toBeVisible();
  await expect.element(alert.getByText(/^Line 4: SR000124 is sent as a gift, but/)).toBeVisible();
  await expectAccessible();
  await expect.element(text).toHaveValue(csv);
  await screen.unmount();
  const { screen: reloaded } = await showPage({
    listPackagesToLabel: async () => ({ items: [], total: 0 }),
  });
  await reloaded.getByRole("button", { name: "Import numbers" }).click();
  const restored = reloaded.getByRole("textbox", { name: "Contents of the file" });
  await expect.element(restored).toHaveValue(csv);
  const row = "SR000123,RB123456785HK\n";
  const rows = row.repeat(Math.ceil(longestStoredText / row.length) + 1);
  const long = new File([rows], "labels.csv");
  chooseFiles(document.querySelector("input[type=file]"), [long]);
  await expect.element(reloaded.getByText(/^A text of more than 200,000/)).toBeVisible();
  await restored.fill("");
  await expect.element(reloaded.getByText(/Choose again: labels\.csv\.$/)).toBeVisible();
});

test("a carrier's file is downloaded, and a line that is not a column is named", async () => {
  const settings: LabelFileSettings = {
    carrierCode: "hk-post",
    columns: [{ heading: "Order", field: "reference" }],
    lineCharacters: 35,
    updatedAt: null,
  };
  const saved: unknown[] = [];
  const { screen } = await showPage({
    listPackagesToLabel: async () => ({ items: [], total: 0 }),
    readLabelFileSettings: async () => settings,
    changeLabelFileSettings: async ({ columns }) => {
      saved.push(columns);
      return { ...settings, columns };
    },
  });
  await screen.getByRole("button", { name: "File for a carrier" }).click();
  const dialog = screen.getByRole("dialog", { name: "File for a carrier’s upload page" });
  await expect
    .element(dialog.getByRole("link", { name: "Download CSV" }))
    .toHaveAttribute("href", "/api/admin/carriers/hk-post/label-file.csv");
  const columns = dialog.getByRole("textbox", { name: "Columns" });
  await expect.element(columns).toHaveValue("Order = reference");
  const save = dialog.getByRole("button", { name: "Save columns" });
  await columns.fill("Order = reference\nColour = colour");
  await save.click();
  await expect.element(dialog.getByText(/^One of these lines is not a column/)).toBeVisible();
  await expectAccessible();
  await columns.fill("Order = reference\nKilograms = weight_kg");
  await save.click();
  await expect.element(screen.getByText("Columns saved")).toBeVisible();
  expect(saved).toEqual([
    [
      { heading: "Order", field: "reference" },
      { heading: "Kilograms", field: "weight_kg" },
    ],
  ]);
});

test("nothing is wider than a phone", async () => {
  await page.viewport(390, 844);
  const { screen } = await showPage(
    { listPackagesToLabel: async () => ({ items: [labelled], total: 1 }) },
    "?state=labelled",
  );
  await expect.element(screen.getByText("RA123456785HK")).toBeVisible();
  const targets = [...document.querySelectorAll("a, button, input")];
  expect(Math.max(...targets.map((one) => one.getBoundingClientRect().right))).toBeLessThan(390);
  await expectAccessible();
});

test("a label has its customs paper beside it, and goods without a code are named where there is none", async () => {
  const lacking: PackageToLabel = {
    ...accepted,
    shipRequestId: "00000000-0000-4000-8000-000000000604",
    reference: "SR000126",
    obstacle: "code",
    lackingLines: [{ description: "Clay teapots", lacks: "code" }],
  };
  const tooMany: PackageToLabel = {
    ...accepted,
    shipRequestId: "00000000-0000-4000-8000-000000000605",
    reference: "SR000127",
    obstacle: "lines",
  };
  const { screen } = await showPage({
    listPackagesToLabel: async () => ({ items: [labelled, lacking, tooMany], total: 3 }),
  });
  await expect
    .element(screen.getByText("Too many different goods for one customs paper"))
    .toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Make label for SR000127" }))
    .toBeDisabled();
  const papers = screen.getByRole("link", { name: "Customs papers of SR000123" });
  await expect
    .element(papers)
    .toHaveAttribute(
      "href",
      "/api/admin/labels/00000000-0000-4000-8000-000000000621/customs-papers.pdf",
    );
  await expect.element(screen.getByText("Customs code is missing")).toBeVisible();
  await expect.element(screen.getByText("Clay teapots")).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Make label for SR000126" }))
    .toBeDisabled();
});
