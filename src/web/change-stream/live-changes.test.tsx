// Shows that open pages follow what changes, keep what a person is doing, and share one connection.
import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { Package, ShippingLeg } from "#contract/packages.ts";
import { rejected, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { createFakeStream, type FakeStream } from "#testing/screen/fake-stream.ts";
import { mei, parcelUnderWay, sessionOf, superPlan } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import ShipmentsPage from "#web/admin/shipments/shipments-page.tsx";
import PackagesPage from "#web/packages/packages-page.tsx";
import { LiveChanges } from "./live-changes.tsx";
import { shareStream } from "./share-stream.ts";

// Other files' pages run beside these in one browser: a person of one's own keeps them apart.
let person = mei;
let stream: FakeStream;
/** The package as the server has it. */
let pkg: Package;
let isDeleted: boolean;
beforeEach(() => {
  person = { ...mei, id: crypto.randomUUID() };
  stream = createFakeStream();
  pkg = parcelUnderWay;
  isDeleted = false;
});

const waitingLimits = { timeout: 10_000 };
const aboutThePackage = [{ topic: "package", subjectId: parcelUnderWay.id }] as const;

function deliver(): void {
  const legs = pkg.legs.map((leg): ShippingLeg => ({ ...leg, status: "delivered" }));
  pkg = { ...pkg, status: "delivered", legs };
}

function answers(): FakeAnswers {
  const shipment = () => ({ ...pkg, userEmail: mei.email });
  const counts = { all: 1, active: 1, delivered: 0 };
  return {
    changeStream: { subscribeToChanges: stream.subscribeToChanges },
    auth: { readSession: async () => sessionOf(person) },
    plans: { readSubscription: async () => superPlan },
    packages: {
      listPackages: async () => ({ items: [pkg], total: 1, counts }),
      readPackage: async () => {
        if (isDeleted) throw rejected("not_found");
        return { package: pkg, images: [], events: [] };
      },
      listShipments: async () => ({ items: [shipment()], total: 1, counts }),
      listQrCodes: async () => ({ items: [] }),
      readShipment: async () => {
        if (isDeleted) throw rejected("not_found");
        return { package: shipment(), images: [], events: [], planMaxWeightGrams: 4000 };
      },
    },
  };
}

async function connected(count = 1) {
  await vi.waitFor(() => expect(stream.connections).toHaveLength(count), waitingLimits);
  const connection = stream.connections[count - 1];
  if (connection === undefined) throw new Error("There is no such connection.");
  return connection;
}

async function showPackages(query = "") {
  const path = "/dashboard/packages";
  const element = (
    <>
      <LiveChanges personId={person.id} />
      <PackagesPage />
    </>
  );
  const shown = await showScreen({ element, path, address: path + query, answers: answers() });
  await expect.element(shown.screen.getByText("In Transit").first()).toBeVisible();
  return shown;
}

test("an open list follows a package, and shows for a moment which row it was", async () => {
  const { screen } = await showPackages();
  const connection = await connected();
  deliver();
  connection.notify("1", aboutThePackage);
  const row = screen.getByRole("row").nth(1);
  await expect.element(row.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await expect.element(row).toHaveAttribute("data-changed");
  await expect.element(row, waitingLimits).not.toHaveAttribute("data-changed");
});

test("a change of another package leaves the details that are open alone", async () => {
  const { screen } = await showPackages(`?package=${pkg.id}`);
  const dialog = screen.getByRole("dialog", { name: "Package Details" });
  await expect.element(dialog.getByText("Ceramic tea set")).toBeVisible();
  pkg = { ...pkg, description: "Changed without a word" };
  (await connected()).notify("1", [{ topic: "package", subjectId: crypto.randomUUID() }]);
  (await connected()).notify("2", [{ topic: "wallet", subjectId: person.id }]);
  await expect.element(dialog.getByText("Ceramic tea set")).toBeVisible();
  (await connected()).notify("3", aboutThePackage);
  await expect.element(dialog.getByText("Changed without a word"), waitingLimits).toBeVisible();
});

test("what staff are typing, the dialog, the place in it and the keyboard's place stay", async () => {
  const path = "/admin/dashboard/shipments/:packageId?";
  const element = (
    <>
      <LiveChanges personId={person.id} />
      <ShipmentsPage />
    </>
  );
  const address = `/admin/dashboard/shipments?package=${pkg.id}`;
  const { screen } = await showScreen({ element, path, address, answers: answers() });
  const dialog = screen.getByRole("dialog", { name: /Package Details/ });
  await userEvent.click(dialog.getByRole("button", { name: "Edit leg 3" }));
  const notes = dialog.getByLabelText("Notes");
  await userEvent.fill(notes, "Handle with care");
  const field = notes.element();
  const scroller = field.closest(".mantine-Modal-content") ?? document.documentElement;
  const place = scroller.scrollTop;
  deliver();
  (await connected()).notify("1", aboutThePackage);
  await expect
    .element(dialog.getByText("Delivered", { exact: true }).first(), waitingLimits)
    .toBeVisible();
  expect(notes.element()).toBe(field);
  await expect.element(notes).toHaveValue("Handle with care");
  expect(document.activeElement).toBe(field);
  expect(scroller.scrollTop).toBe(place);
});

async function showShipment() {
  const shown = await showScreen({
    element: (
      <>
        <LiveChanges personId={person.id} />
        <ShipmentsPage />
      </>
    ),
    path: "/admin/dashboard/shipments/:packageId?",
    address: `/admin/dashboard/shipments?package=${pkg.id}`,
    answers: answers(),
  });
  return { ...shown, dialog: shown.screen.getByRole("dialog", { name: /Package Details/ }) };
}

test("the final weight follows another admin's, until it is typed in", async () => {
  const { dialog } = await showShipment();
  const field = dialog.getByLabelText("Final weight (kg)");
  await expect.element(field).toHaveValue("");
  pkg = { ...pkg, finalWeightGrams: 1905 };
  (await connected()).notify("1", aboutThePackage);
  await expect.element(field, waitingLimits).toHaveValue("1.905");
  await field.fill("1.9");
  pkg = { ...pkg, finalWeightGrams: 2000 };
  (await connected()).notify("2", aboutThePackage);
  await expect.element(dialog.getByText(/^2\skg$/), waitingLimits).toBeVisible();
  await expect.element(field).toHaveValue("1.9");
});

test("a leg that is being written takes over what another admin changed beside it", async () => {
  const { dialog } = await showShipment();
  await userEvent.click(dialog.getByRole("button", { name: "Edit leg 3" }));
  await userEvent.fill(dialog.getByLabelText("Notes"), "Handle with care");
  const legs = pkg.legs.map((leg) => ({ ...leg, carrier: "DHL", notes: "Fragile" }));
  pkg = { ...pkg, legs };
  (await connected()).notify("1", aboutThePackage);
  await expect
    .element(dialog.getByRole("combobox", { name: "Carrier" }), waitingLimits)
    .toHaveValue("DHL");
  await expect.element(dialog.getByLabelText("Notes")).toHaveValue("Handle with care");
});

test("a package that another admin deletes leaves nothing to be changed", async () => {
  const { dialog } = await showShipment();
  await expect.element(dialog.getByRole("button", { name: "Update status" })).toBeVisible();
  isDeleted = true;
  (await connected()).notify("1", aboutThePackage);
  await expect.element(dialog.getByText("This package was deleted"), waitingLimits).toBeVisible();
  await expect
    .element(dialog.getByRole("button", { name: "Update status" }))
    .not.toBeInTheDocument();
});

test("a customer whose open package staff delete is not shown what is no more", async () => {
  const { screen } = await showPackages(`?package=${pkg.id}`);
  const dialog = screen.getByRole("dialog", { name: "Package Details" });
  await expect.element(dialog.getByText("Ceramic tea set")).toBeVisible();
  isDeleted = true;
  (await connected()).notify("1", aboutThePackage);
  await expect
    .element(
      dialog.getByText("This package does not exist, or it is not yours to see."),
      waitingLimits,
    )
    .toBeVisible();
});

test("after a lost connection the page goes on where it was", async () => {
  const { screen } = await showPackages();
  const first = await connected();
  expect(first.since).toBeUndefined();
  first.notify("7", []);
  first.cut();
  deliver();
  const second = await connected(2);
  expect(second.since).toBe("7");
  second.notify("8", aboutThePackage);
  await expect
    .element(screen.getByRole("row").nth(1).getByText("Delivered", { exact: true }).first())
    .toBeVisible();
});

test("a session that is over is read anew, and no stream is asked for any more", async () => {
  let follows = 0;
  let reads = 0;
  const given = answers();
  await showScreen({
    element: (
      <>
        <LiveChanges personId={person.id} />
        <PackagesPage />
      </>
    ),
    path: "/dashboard/packages",
    answers: {
      ...given,
      auth: {
        readSession: async () => {
          reads += 1;
          return sessionOf(person);
        },
      },
      changeStream: {
        subscribeToChanges: async () => {
          follows += 1;
          throw rejected("signed_out");
        },
      },
    },
  });
  await vi.waitFor(() => expect(reads).toBeGreaterThan(1), waitingLimits);
  expect(follows).toBe(1);
});

test("tabs share one stream, and when the one that follows closes another goes on", async () => {
  const name = crypto.randomUUID();
  const follows: (string | undefined)[] = [];
  let notify: (eventId: string) => void = () => undefined;
  const open = () => {
    const heard: unknown[] = [];
    const close = shareStream({
      name,
      hear: (changes) => heard.push(...changes),
      follow: (since, hear, signal) => {
        follows.push(since);
        notify = (eventId) => hear(aboutThePackage, eventId);
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve());
        });
      },
    });
    return { heard, close };
  };
  const first = open();
  await vi.waitFor(() => expect(follows).toHaveLength(1), waitingLimits);
  const second = open();
  notify("1");
  await vi.waitFor(() => expect(second.heard).not.toEqual([]), waitingLimits);
  expect(first.heard).toHaveLength(1);
  const late = open();
  await vi.waitFor(() => expect(late.heard).not.toEqual([]), waitingLimits);
  first.close();
  await vi.waitFor(() => expect(follows).toEqual([undefined, "1"]), waitingLimits);
  notify("2");
  await vi.waitFor(() => expect(late.heard.length).toBeGreaterThan(1), waitingLimits);
  second.close();
  late.close();
});
