import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { ListedPackage, ShippingLeg } from "#goods/contract/packages.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { createFakeStream, type FakeStream } from "#test/screen/fake-stream.ts";
import { mei, meiAsCustomer, parcelUnderWay, sessionOf, superPlan } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ShipmentsPage from "#goods/web/admin/shipments/shipments-page.tsx";
import PackagesPage from "#goods/web/packages/packages-page.tsx";
import { LiveChanges, shareStream } from "./live-changes.tsx";

// Other test files run in the same browser; a user of their own keeps the streams apart.
let person = mei;
let stream: FakeStream;
/** The package as the server has it. */
let pkg: ListedPackage;
let isDeleted: boolean;
beforeEach(() => {
  person = { ...mei, id: crypto.randomUUID() };
  stream = createFakeStream();
  pkg = parcelUnderWay;
  isDeleted = false;
});

const waitOptions = { timeout: 40_000 };
const packageChange = [{ topic: "package", subjectId: parcelUnderWay.id }] as const;

function deliver(): void {
  const legs = pkg.legs.map((leg): ShippingLeg => ({ ...leg, status: "delivered" }));
  pkg = { ...pkg, status: "delivered", legs };
}

function answers(): FakeAnswers {
  const shipment = () => ({
    ...pkg,
    userEmail: mei.email,
    customer: meiAsCustomer,
  });
  const counts = { all: 1, active: 1, delivered: 0 };
  return {
    changeStream: { subscribeToChanges: stream.subscribeToChanges },
    auth: { readSession: async () => sessionOf(person) },
    plans: { readSubscription: async () => superPlan },
    packages: {
      listPackages: async () => ({ items: [pkg], total: 1, counts }),
      readPackage: async () => {
        if (isDeleted) throw rejected("not_found");
        return {
          package: pkg,
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          returnsQuota: false,
        };
      },
      listShipments: async () => ({ items: [shipment()], total: 1, counts }),
      listQrCodes: async () => ({ items: [] }),
      readShipment: async () => {
        if (isDeleted) throw rejected("not_found");
        return {
          package: shipment(),
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          planMaxWeightGrams: 4000,
          shipRequestReference: null,
        };
      },
    },
  };
}

async function connected(count = 1) {
  await vi.waitFor(() => expect(stream.connections).toHaveLength(count), waitOptions);
  const connection = stream.connections[count - 1];
  if (connection === undefined) throw new Error("There is no such connection.");
  return connection;
}

async function showPackages(query = "") {
  const path = "/dashboard/packages";
  const element = (
    <>
      <LiveChanges userId={person.id} />
      <PackagesPage />
    </>
  );
  const shown = await showScreen({ element, path, address: path + query, answers: answers() });
  await expect.element(shown.screen.getByText("In Transit").first()).toBeVisible();
  return shown;
}

test("an open list updates when a package changes, and highlights the row for a moment", async () => {
  const { screen } = await showPackages();
  const connection = await connected();
  deliver();
  connection.notify("1", packageChange);
  const row = screen.getByRole("row").nth(1);
  await expect.element(row.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await expect.element(row).toHaveAttribute("data-changed");
  await expect.element(row, waitOptions).not.toHaveAttribute("data-changed");
});

test("a change of another package does not refetch the open details", async () => {
  const { screen } = await showPackages(`?package=${pkg.id}`);
  const dialog = screen.getByRole("dialog", { name: "Package Details" });
  await expect.element(dialog.getByText("Ceramic tea set")).toBeVisible();
  pkg = { ...pkg, description: "Changed without a notification" };
  (await connected()).notify("1", [{ topic: "package", subjectId: crypto.randomUUID() }]);
  (await connected()).notify("2", [{ topic: "wallet", subjectId: person.id }]);
  await expect.element(dialog.getByText("Ceramic tea set")).toBeVisible();
  (await connected()).notify("3", packageChange);
  await expect
    .element(dialog.getByText("Changed without a notification"), waitOptions)
    .toBeVisible();
});

test("an update keeps the typed text, the open dialog, its scroll position and the focus", async () => {
  const path = "/admin/dashboard/shipments/:packageId?";
  const element = (
    <>
      <LiveChanges userId={person.id} />
      <ShipmentsPage />
    </>
  );
  const address = `/admin/dashboard/shipments?package=${pkg.id}`;
  const { screen } = await showScreen({ element, path, address, answers: answers() });
  const dialog = screen.getByRole("dialog", { name: /Package Details/ });
  await dialog.getByRole("button", { name: "By hand" }).click();
  await userEvent.click(dialog.getByRole("button", { name: "Edit leg 3" }));
  const notes = dialog.getByLabelText("Notes");
  await userEvent.fill(notes, "Handle with care");
  const field = notes.element();
  const place = field.getBoundingClientRect().top;
  deliver();
  (await connected()).notify("1", packageChange);
  await expect
    .element(dialog.getByText("Delivered", { exact: true }).first(), waitOptions)
    .toBeVisible();
  expect(notes.element()).toBe(field);
  await expect.element(notes).toHaveValue("Handle with care");
  expect(document.activeElement).toBe(field);
  // On the screen; a notice above it, which the update removes, shortens what is scrolled away.
  expect(Math.abs(field.getBoundingClientRect().top - place)).toBeLessThan(1);
});

async function showShipment() {
  const shown = await showScreen({
    element: (
      <>
        <LiveChanges userId={person.id} />
        <ShipmentsPage />
      </>
    ),
    path: "/admin/dashboard/shipments/:packageId?",
    address: `/admin/dashboard/shipments?package=${pkg.id}`,
    answers: answers(),
  });
  const dialog = shown.screen.getByRole("dialog", { name: /Package Details/ });
  await dialog.getByRole("button", { name: "By hand" }).click();
  return { ...shown, dialog };
}

test("the final weight follows another admin's change until somebody types in the field", async () => {
  const { dialog } = await showShipment();
  const field = dialog.getByLabelText("Final weight (kg)");
  await expect.element(field).toHaveValue("");
  pkg = { ...pkg, finalWeightGrams: 1905 };
  (await connected()).notify("1", packageChange);
  await expect.element(field, waitOptions).toHaveValue("1.905");
  await field.fill("1.9");
  pkg = { ...pkg, finalWeightGrams: 2000 };
  (await connected()).notify("2", packageChange);
  await expect.element(dialog.getByText(/^2\skg$/), waitOptions).toBeVisible();
  await expect.element(field).toHaveValue("1.9");
});

test("an edited leg follows another admin's change of other fields", async () => {
  const { dialog } = await showShipment();
  await userEvent.click(dialog.getByRole("button", { name: "Edit leg 3" }));
  await userEvent.fill(dialog.getByLabelText("Notes"), "Handle with care");
  const legs = pkg.legs.map((leg) => ({ ...leg, carrier: "DHL", notes: "Fragile" }));
  pkg = { ...pkg, legs };
  (await connected()).notify("1", packageChange);
  await expect
    .element(dialog.getByRole("combobox", { name: "Carrier" }), waitOptions)
    .toHaveValue("DHL");
  await expect.element(dialog.getByLabelText("Notes")).toHaveValue("Handle with care");
});

test("a package that another admin deletes can no longer be changed", async () => {
  const { dialog } = await showShipment();
  await expect.element(dialog.getByRole("button", { name: "Update status" })).toBeVisible();
  isDeleted = true;
  (await connected()).notify("1", packageChange);
  await expect.element(dialog.getByText("This package was deleted"), waitOptions).toBeVisible();
  await expect
    .element(dialog.getByRole("button", { name: "Update status" }))
    .not.toBeInTheDocument();
});

test("a customer no longer sees an open package that staff delete", async () => {
  const { screen } = await showPackages(`?package=${pkg.id}`);
  const dialog = screen.getByRole("dialog", { name: "Package Details" });
  await expect.element(dialog.getByText("Ceramic tea set")).toBeVisible();
  isDeleted = true;
  (await connected()).notify("1", packageChange);
  await expect
    .element(
      dialog.getByText("This package does not exist, or you do not have access to it."),
      waitOptions,
    )
    .toBeVisible();
});

test("after a lost connection the stream continues after the last event", async () => {
  const { screen } = await showPackages();
  const first = await connected();
  expect(first.since).toBeUndefined();
  first.notify("7", []);
  first.disconnect();
  deliver();
  const second = await connected(2);
  expect(second.since).toBe("7");
  second.notify("8", packageChange);
  await expect
    .element(screen.getByRole("row").nth(1).getByText("Delivered", { exact: true }).first())
    .toBeVisible();
});

test("an ended session is read again, and the stream is not requested again", async () => {
  let subscriptions = 0;
  let reads = 0;
  const otherAnswers = answers();
  await showScreen({
    element: (
      <>
        <LiveChanges userId={person.id} />
        <PackagesPage />
      </>
    ),
    path: "/dashboard/packages",
    answers: {
      ...otherAnswers,
      auth: {
        readSession: async () => {
          reads += 1;
          return sessionOf(person);
        },
      },
      changeStream: {
        subscribeToChanges: async () => {
          subscriptions += 1;
          throw rejected("signed_out");
        },
      },
    },
  });
  await vi.waitFor(() => expect(reads).toBeGreaterThan(1), waitOptions);
  expect(subscriptions).toBe(1);
});

test("tabs share one stream, and when the tab that holds it closes another one takes over", async () => {
  const name = crypto.randomUUID();
  const subscribedSince: (string | undefined)[] = [];
  let notify: (eventId: string) => void = () => undefined;
  const open = () => {
    const received: unknown[] = [];
    const close = shareStream({
      name,
      onChanges: (changes) => received.push(...changes),
      subscribe: (since, onChanges, signal) => {
        subscribedSince.push(since);
        notify = (eventId) => onChanges(packageChange, eventId);
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve());
        });
      },
    });
    return { received, close };
  };
  const first = open();
  await vi.waitFor(() => expect(subscribedSince).toHaveLength(1), waitOptions);
  const second = open();
  notify("1");
  await vi.waitFor(() => expect(second.received).not.toEqual([]), waitOptions);
  expect(first.received).toHaveLength(1);
  const third = open();
  await vi.waitFor(() => expect(third.received).not.toEqual([]), waitOptions);
  first.close();
  await vi.waitFor(() => expect(subscribedSince).toEqual([undefined, "1"]), waitOptions);
  notify("2");
  await vi.waitFor(() => expect(third.received.length).toBeGreaterThan(1), waitOptions);
  second.close();
  third.close();
});
