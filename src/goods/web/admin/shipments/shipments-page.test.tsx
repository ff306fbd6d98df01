import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ORPCError } from "@orpc/client";
import { pageNumber } from "#platform/contract/fields.ts";
import type { ListedShipment, ShipmentDetails } from "#goods/contract/packages.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelDelivered, parcelUnderWay } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import type { ApiClient } from "#app/web/api.ts";
import ShipmentsPage from "./shipments-page.tsx";

type Input = Parameters<ApiClient["packages"]["listShipments"]>[0];

const ofMei = { userEmail: mei.email, customer: meiAsCustomer };
const underWay: ListedShipment = { ...parcelUnderWay, ...ofMei };
const delivered = { ...parcelDelivered, ...ofMei, userEmail: "li.wei@example.com" };
const path = "/admin/dashboard/shipments/:packageId?";
const home = "/admin/dashboard/shipments";
const rejected = (code: string, status: number, message: string) =>
  new ORPCError(code, { status, message });
const requests: Input[] = [];
beforeEach(() => void requests.splice(0));

function list(items: readonly ListedShipment[], total = items.length) {
  return async (input: Input) => {
    requests.push(input);
    return { items: [...items], total, counts: { all: 1204, active: 1203, delivered: 1 } };
  };
}

function details(part: Partial<ShipmentDetails> = {}): ShipmentDetails {
  return {
    package: underWay,
    images: [],
    carrierEvents: [],
    estimates: [],
    events: [],
    charges: [],
    recipient: emptyRecipient,
    planMaxWeightGrams: 4000,
    shipRequestReference: null,
    ...part,
  };
}

async function show(
  packages: FakeAnswers["packages"],
  address = home,
  others: Omit<FakeAnswers, "packages"> = {},
) {
  return await showScreen({
    element: <ShipmentsPage />,
    path,
    address,
    answers: {
      packages: {
        listShipments: list([underWay, delivered]),
        listQrCodes: async () => ({ items: [] }),
        ...packages,
      },
      ...others,
    },
  });
}

/** Opens the details of the package in transit; `packages` are the fake operations. */
async function showDetails(packages: FakeAnswers["packages"] = {}, part = {}) {
  const shown = await show(
    { readShipment: async () => details(part), ...packages },
    `${home}?package=${underWay.id}`,
  );
  const dialog = shown.screen.getByRole("dialog", {
    name: `Package Details - ${underWay.trackingNumber}`,
  });
  await expect.element(dialog.getByRole("heading", { name: "Shipping legs" })).toBeVisible();
  await dialog.getByRole("button", { name: "By hand" }).click();
  return { ...shown, dialog };
}

test("packages of all customers are listed, with the count of each tab", async () => {
  const { screen } = await show({});
  await expect.element(screen.getByRole("heading", { name: "Manage Shipments" })).toBeVisible();
  await expect.element(screen.getByText("li.wei@example.com")).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "All Shipments 1,204" })).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Delivered 1" })).toBeVisible();
  const exported = screen.getByRole("link", { name: "Export Delivered (1)" });
  // With it, the browser would save the login as the file once the session has ended.
  await expect.element(exported).not.toHaveAttribute("download");
  const address = new URL((exported.element() as HTMLAnchorElement).href);
  expect(address.pathname).toBe("/api/admin/shipments/delivered-shipments.csv");
  expect([...address.searchParams.keys()]).toEqual(["timeZone", "locale"]);
  expect(document.title).toContain("Manage Shipments");
});

test("search, status, tab and page are sent to the server and stored in the address", async () => {
  const { screen, router } = await show({ listShipments: list([underWay], 45) });
  await screen.getByRole("textbox", { name: "Search packages" }).fill("mei");
  await expect.poll(() => router.state.location.search).toBe("?search=mei");
  await screen.getByRole("combobox", { name: "Status" }).click();
  await screen.getByRole("option", { name: "In Transit" }).click();
  await screen.getByRole("tab", { name: "Active 1,203" }).click();
  await screen.getByRole("button", { name: "Page 3" }).click();
  await expect
    .poll(() => requests.at(-1))
    .toMatchObject({ tab: "active", status: "in_transit", search: "mei", page: 3, pageSize: 20 });
  expect(router.state.location.search).toBe("?search=mei&status=in_transit&tab=active&page=3");
});

test("a link lists the packages of one week, and a button shows all weeks", async () => {
  const { screen } = await show(
    { listShipments: list([underWay]) },
    `${home}?week=2031-04-14&tab=active`,
  );
  await expect.element(screen.getByText("Added in the week of Apr 14, 2031 (UTC)")).toBeVisible();
  expect(requests.at(-1)).toMatchObject({ weekStartsOn: "2031-04-14", tab: "active" });
  await expectAccessible();
  await screen.getByRole("button", { name: "Show all weeks" }).click();
  await expect.poll(() => requests.at(-1)).toMatchObject({ weekStartsOn: null, tab: "active" });
});

test("an address with an invalid week lists all packages", async () => {
  await show({ listShipments: list([underWay]) }, `${home}?week=2031-02-30`);
  await expect.poll(() => requests.at(-1)).toMatchObject({ weekStartsOn: null });
});

test("the tab of delivered packages shows the delivery date", async () => {
  const { screen } = await show({ listShipments: list([delivered]) }, `${home}?tab=delivered`);
  await expect.element(screen.getByRole("columnheader", { name: "Delivered" })).toBeVisible();
  await expect.element(screen.getByText("Apr 20, 2031")).toBeVisible();
});

test("a search without matches shows a message and a button to show all packages", async () => {
  const { screen, router } = await show({ listShipments: list([]) }, `${home}?search=zzz`);
  await expect.element(screen.getByText("No packages found matching your search.")).toBeVisible();
  await screen.getByRole("button", { name: "Show all packages" }).click();
  await expect.poll(() => router.state.location.search).toBe("");
});

test("an empty tab shows a message of its own", async () => {
  const { screen } = await show({ listShipments: list([]) }, `${home}?tab=delivered`);
  await expect.element(screen.getByText("There are no delivered packages.")).toBeVisible();
  await screen.getByRole("tab", { name: /^Active/ }).click();
  await expect.element(screen.getByText("There are no active packages.")).toBeVisible();
});

test.each(["9", "1e9"])("page %s of two changes to the last page", async (number) => {
  const { router } = await show({ listShipments: list([underWay], 21) }, `${home}?page=${number}`);
  await expect.poll(() => router.state.location.search).toBe("?page=2");
  expect(requests.filter((input) => !pageNumber.safeParse(input.page).success)).toEqual([]);
});

test("a list that cannot be loaded can be retried", async () => {
  let failures = 1;
  const { screen } = await show({
    listShipments: async (input) => {
      failures -= 1;
      if (failures >= 0) throw rejected("forbidden", 403, "You do not have access to this.");
      return await list([underWay])(input);
    },
  });
  const sentence = screen.getByText("Failed to load packages. Please try again.");
  await expect.element(sentence.first()).toBeVisible();
  expect(sentence.elements()).toHaveLength(2);
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText(underWay.trackingNumber)).toBeVisible();
});

test("details open from a row and by their address, and closing clears the address", async () => {
  const { screen, router } = await show({ readShipment: async () => details() });
  await screen.getByRole("button", { name: `View details of ${underWay.trackingNumber}` }).click();
  expect(router.state.location.search).toBe(`?package=${underWay.id}`);
  const dialog = screen.getByRole("dialog", { name: /^Package Details - SF/ });
  await expect.element(dialog.getByText("Ceramic tea set")).toBeVisible();
  // What the desks do by themselves is one press away.
  const changes = dialog.getByRole("button", { name: /^(Edit leg 1|Save weight)$/ });
  const images = dialog.getByText("No images uploaded for this package.");
  await expect.element(images).not.toBeInTheDocument();
  expect(changes.elements()).toHaveLength(0);
  await dialog.getByRole("button", { name: "By hand" }).click();
  await expect.element(images).toBeInTheDocument();
  expect(changes.elements()).toHaveLength(2);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => router.state.location.search).toBe("");
});

test("the short address of a package shows its details", async () => {
  const { screen, router } = await show(
    { readShipment: async () => details() },
    `${home}/${underWay.id}`,
  );
  await expect.element(screen.getByRole("dialog", { name: /^Package Details/ })).toBeVisible();
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(`${home}?package=${underWay.id}`);
});

test("an unknown package shows a message without a retry button", async () => {
  const { screen } = await show(
    {
      readShipment: () =>
        Promise.reject(rejected("not_found", 404, "There is nothing here, or it is not yours.")),
    },
    `${home}?package=${underWay.id}`,
  );
  const dialog = screen.getByRole("dialog", { name: /^Package Details/ });
  await expect
    .element(dialog.getByText("There is nothing here, or it is not yours."))
    .toBeVisible();
  expect(dialog.getByRole("button", { name: "Try again" }).elements()).toHaveLength(0);
});

test("details that cannot be loaded can be retried", async () => {
  let isWell = false;
  await show(
    {
      readShipment: async () => {
        if (!isWell) throw rejected("internal_error", 500, "");
        return details();
      },
    },
    `${home}?package=${underWay.id}`,
  );
  const dialog = page.getByRole("dialog", { name: /^Package Details/ });
  await expect.element(dialog.getByText("Failed to load shipping legs.")).toBeVisible();
  await expect.element(dialog.getByText("Failed to load package images.")).toBeVisible();
  await expect.poll(shownToasts).toContain("Failed to load shipping legs.");
  await expect.poll(shownToasts).toContain("Failed to load package images.");
  isWell = true;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("heading", { name: "Shipping legs" })).toBeVisible();
});

test("a leg's status is saved at once, and the package's status updates", async () => {
  const sent: unknown[] = [];
  const { dialog, router } = await showDetails({
    setLegStatus: async (input) => {
      sent.push(input);
      return { ...underWay, status: "delivered" };
    },
  });
  await dialog.getByRole("combobox", { name: "Status of leg 3" }).click();
  await page.getByRole("option", { name: "Delivered" }).click();
  await expect.element(page.getByText("Leg status updated successfully.")).toBeVisible();
  expect(sent).toEqual([
    { legId: underWay.legs[2]?.id, status: "delivered", expectedVersion: "pending" },
  ]);
  expect(router.state.location.search).toBe(`?package=${underWay.id}`);
});

test("a rejected leg status shows the reason", async () => {
  const { dialog } = await showDetails({
    setLegStatus: () => Promise.reject(rejected("not_found", 404, "It is gone.")),
  });
  await dialog.getByRole("combobox", { name: "Status of leg 1" }).click();
  await page.getByRole("option", { name: "cancelled" }).click();
  await expect.element(page.getByText("Failed to update leg status.")).toBeVisible();
  await expect.element(page.getByText("It is gone.")).toBeVisible();
});

test("at most three legs can be added, and a new one requires origin and destination", async () => {
  const full = await showDetails();
  expect(full.dialog.getByRole("button", { name: "Add leg" }).elements()).toHaveLength(0);
  await full.screen.unmount();

  const sent: unknown[] = [];
  const one = { ...underWay, legs: underWay.legs.slice(0, 1) };
  const { dialog } = await showDetails(
    {
      addLeg: async (input) => {
        sent.push(input);
        return one;
      },
    },
    { package: one },
  );
  await dialog.getByRole("button", { name: "Add leg" }).click();
  const form = dialog.getByRole("form", { name: "New leg" });
  await expect.element(form.getByRole("textbox", { name: "Origin" })).toHaveValue("Hong Kong");
  await form.getByRole("button", { name: "Add leg" }).click();
  await expect.element(form.getByRole("textbox", { name: "Destination" })).toBeInvalid();
  await expect.element(form.getByRole("textbox", { name: "Destination" })).toHaveFocus();
  await form.getByRole("textbox", { name: "Destination" }).fill(" Japan ");
  await form.getByLabelText("Estimated arrival").fill("2031-05-01T10:00");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Shipping leg added successfully.")).toBeVisible();
  expect(sent).toEqual([
    {
      packageId: underWay.id,
      origin: "Hong Kong",
      destination: "Japan",
      carrier: null,
      trackingNumber: null,
      estimatedDeparture: null,
      estimatedArrival: new Date("2031-05-01T10:00").toISOString(),
      notes: null,
    },
  ]);
});

test.each([
  ["conflict", "Failed to add shipping leg."],
  ["too_many_legs", "Maximum of 3 shipping legs allowed."],
])("a leg rejected with %s shows the reason and keeps the input", async (code, notified) => {
  const one = { ...underWay, legs: underWay.legs.slice(0, 1) };
  const { dialog } = await showDetails(
    { addLeg: () => Promise.reject(rejected(code, 409, "Somebody else was first.")) },
    { package: one },
  );
  await dialog.getByRole("button", { name: "Add leg" }).click();
  const form = dialog.getByRole("form", { name: "New leg" });
  await form.getByRole("textbox", { name: "Destination" }).fill("Japan");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(notified)).toBeVisible();
  await expect.element(form.getByRole("textbox", { name: "Destination" })).toHaveValue("Japan");
});

test("a failed edit keeps the input, and a saved one returns the focus", async () => {
  let isRejected = true;
  const { dialog } = await showDetails({
    updateLeg: async () => {
      if (isRejected) throw rejected("invalid_input", 400, "The arrival must not be before.");
      return underWay;
    },
  });
  await dialog.getByRole("button", { name: "Edit leg 2" }).click();
  const form = dialog.getByRole("form", { name: "Edit leg 2" });
  await form.getByLabelText("Notes").fill("Handed over at the pier");
  await form.getByRole("button", { name: "Save leg" }).click();
  await expect.element(page.getByText("Failed to update shipping leg.")).toBeVisible();
  await expect.element(page.getByText("The arrival must not be before.")).toBeVisible();
  await expect.element(form.getByLabelText("Notes")).toHaveValue("Handed over at the pier");
  isRejected = false;
  await form.getByRole("button", { name: "Save leg" }).click();
  await expect.element(page.getByText("Shipping leg updated successfully.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Edit leg 2" })).toHaveFocus();
});

test("the final weight is saved in grams, rejected with the specified message, and compared with the plan", async () => {
  const sent: unknown[] = [];
  const { dialog } = await showDetails({
    setFinalWeight: async (input) => {
      sent.push(input);
      return underWay;
    },
  });
  const field = dialog.getByLabelText("Final weight (kg)");
  await field.fill("0");
  await dialog.getByRole("button", { name: "Save weight" }).click();
  await expect.element(page.getByText("Invalid weight")).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill("1.905");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Final weight: 1.905 kg")).toBeVisible();
  expect(sent).toEqual([{ packageId: underWay.id, finalWeightGrams: 1905, expectedVersion: null }]);
});

test("a final weight that gets no response shows an error and keeps the input", async () => {
  const { dialog } = await showDetails({
    setFinalWeight: () => Promise.reject(new TypeError("no network")),
  });
  const field = dialog.getByLabelText("Final weight (kg)");
  await field.fill("1.9");
  await dialog.getByRole("button", { name: "Save weight" }).click();
  await expect.element(page.getByText("An unexpected error occurred.")).toBeVisible();
  await expect.element(page.getByText("Failed to save package. Please try again.")).toBeVisible();
  await expect.element(field).toHaveValue("1.9");
});

test("a final weight above the plan's maximum shows a warning with both weights", async () => {
  const { dialog } = await showDetails({}, { package: { ...underWay, finalWeightGrams: 4200 } });
  await expect
    .element(dialog.getByText(/final weight of 4\.2 kg is above the plan's maximum of 4 kg/))
    .toBeVisible();
});

test("setting the package's status closes the details; a failure shows a toast and does not", async () => {
  let isRejected = true;
  const { dialog, router } = await showDetails({
    setPackageStatus: async ({ status }) => {
      if (isRejected) throw rejected("not_found", 404, "It is gone.");
      return { ...underWay, status };
    },
  });
  await dialog.getByRole("combobox", { name: "Package status" }).click();
  await page.getByRole("option", { name: "Processing" }).click();
  await dialog.getByRole("button", { name: "Update status" }).click();
  await expect.element(page.getByText("Failed to update package status.")).toBeVisible();
  expect(router.state.location.search).not.toBe("");
  isRejected = false;
  await dialog.getByRole("button", { name: "Update status" }).click();
  await expect.poll(() => router.state.location.search).toBe("");
});

test("deleting asks for confirmation; Escape closes only that, confirming closes the details too", async () => {
  let isDeleted = false;
  const { dialog, router } = await showDetails({
    deletePackage: async () => {
      isDeleted = true;
      return {};
    },
  });
  const question = page.getByRole("dialog", { name: "Delete this package?" });
  await dialog.getByRole("button", { name: "Delete package" }).click();
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Delete package" }).click();
  await question.getByRole("button", { name: "Delete package" }).click();
  await expect.element(page.getByText("Package deleted")).toBeVisible();
  expect(isDeleted).toBe(true);
  expect(router.state.location.search).toBe("");
});

test("a failed deletion shows a toast and keeps the confirmation open", async () => {
  const { screen } = await show({
    deletePackage: () => Promise.reject(rejected("forbidden", 403, "You do not have access.")),
  });
  await screen.getByRole("button", { name: `Delete ${delivered.trackingNumber}` }).click();
  await page.getByRole("button", { name: "Delete package" }).click();
  await expect.element(page.getByText("Failed to delete package.")).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Delete this package?" })).toBeVisible();
});

test("deleting a package that is already deleted shows a notice and reloads the list", async () => {
  const { dialog, router } = await showDetails({
    deletePackage: () => Promise.reject(rejected("not_found", 404, "It is gone.")),
  });
  const before = requests.length;
  await dialog.getByRole("button", { name: "Delete package" }).click();
  const question = page.getByRole("dialog", { name: "Delete this package?" });
  await question.getByRole("button", { name: "Delete package" }).click();
  await expect.element(page.getByText("This package was deleted already")).toBeVisible();
  await expect.poll(() => requests.length).toBeGreaterThan(before);
  await expect.element(question).not.toBeInTheDocument();
  expect(router.state.location.search).toBe("");
});

test("a warning shows when a later leg has begun before an earlier one is delivered", async () => {
  const legs = underWay.legs.map((leg, index) => ({
    ...leg,
    status: index === 2 ? ("delivered" as const) : ("pending" as const),
  }));
  const { dialog } = await showDetails({}, { package: { ...underWay, legs } });
  await expect.element(dialog.getByText("Legs out of order")).toBeVisible();
  await expect
    .element(dialog.getByText("A later leg has begun, but leg 1 and leg 2 are not delivered yet."))
    .toBeVisible();
});

const walletOfMei = { balanceCents: 12_550, heldCents: 0, holds: [], transactions: [] };

test("charging a fee for a leg opens the wallet dialog with leg and reason filled in", async () => {
  const { screen } = await show(
    { readShipment: async () => details() },
    `${home}?package=${underWay.id}`,
    { wallet: { readUserWallet: async () => walletOfMei } },
  );
  await screen.getByRole("button", { name: "Charge a shipping fee for leg 2" }).click();
  const wallet = page.getByRole("dialog", { name: "Adjust wallet" });
  await expect.element(wallet.getByRole("radio", { name: "Deduction" })).toBeChecked();
  await expect.element(wallet.getByLabelText("Leg number (optional)").first()).toHaveValue("Leg 2");
  await expect
    .element(wallet.getByRole("textbox", { name: "Reason" }))
    .toHaveValue("Shipping fee for SF1234567890123, leg 2: Hong Kong to Singapore");
  await expect.element(wallet.getByText("$125.50")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(wallet).not.toBeInTheDocument();
  await expect.element(page.getByRole("dialog", { name: /^Package Details/ })).toBeVisible();
});

const complete = {
  ...emptyRecipient,
  name: "Mei Tan",
  phone: "+1 555 0100",
  address: "418 Alder Street",
  city: "Portland",
  state: "OR",
  postalCode: "97204",
};

test("an incomplete recipient is shown before the package is handed to a carrier", async () => {
  const { dialog } = await showDetails();
  await expect.element(dialog.getByText("Incomplete recipient")).toBeVisible();
  const missing = dialog.getByText(/^Missing: recipient, phone, street address/);
  await expect.element(missing).toBeVisible();
});

test.each([
  ["complete", { recipient: complete }],
  ["of a delivered package", { package: { ...underWay, status: "delivered" as const } }],
])("a recipient that is %s needs no attention", async (_which, part) => {
  const { dialog } = await showDetails({}, part);
  await expect.element(dialog.getByText("United States").first()).toBeVisible();
  await expect.element(dialog.getByText("Incomplete recipient")).not.toBeInTheDocument();
});
