import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import {
  expectedParcel,
  listOf,
  measured,
  measuredParcel,
  openPackage,
  parcelsFake,
  receivedParcel,
} from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import ParcelsPage from "./parcels-page.tsx";

afterEach(() => page.viewport(1280, 800));

const cancelledParcel: InboundParcel = {
  ...expectedParcel,
  id: "00000000-0000-4000-8000-000000000503",
  trackingNumber: "SF4000000000003",
  state: "cancelled",
};

async function showParcels(
  parcels: readonly InboundParcel[],
  options: {
    query?: string;
    packages?: readonly ListedPackage[];
    answers?: FakeAnswers["inboundParcels"];
  } = {},
) {
  return await showScreen({
    element: <ParcelsPage />,
    path: "/dashboard/parcels",
    address: `/dashboard/parcels${options.query ?? ""}`,
    others: { "/dashboard/packages/new": <p>The form of a package</p> },
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      packages: { listPackages: async () => listOf(options.packages ?? [openPackage]) },
      inboundParcels: { ...parcelsFake(parcels), ...options.answers },
      shipRequests: {
        estimateParcels: async () => {
          throw rejected("nothing_to_ship");
        },
      },
    },
  });
}

describe("the groups", () => {
  test("show exact counts, and the parcels of the chosen one", async () => {
    const { screen, router } = await showParcels([expectedParcel, receivedParcel, cancelledParcel]);
    await expect.element(screen.getByRole("tab", { name: "In storage (1)" })).toBeVisible();
    await expect.element(screen.getByRole("tab", { name: "Past (1)" })).toBeVisible();
    // What is here comes first, before what declares others.
    const here = screen.getByRole("heading", { name: "Parcels in Hong Kong" });
    await expect.element(here).toBeVisible();
    const field = screen.getByRole("textbox", { name: "Text with tracking numbers" });
    expect(here.element().compareDocumentPosition(field.element())).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await expect.element(screen.getByText("SF4000000000002")).toBeVisible();
    await expect.element(screen.getByText("In package P-1001 · SF1234567890123")).toBeVisible();
    await screen.getByRole("tab", { name: "On the way (1)" }).click();
    const row = screen.getByRole("row").nth(1);
    for (const text of ["SF4000000000001", "SF Express", "Oolong, 2 tins", "Not in a package"])
      await expect.element(row.getByText(text)).toBeVisible();
    await expectAccessible();
    await expect.poll(() => router.state.location.search).toBe("?group=awaited");
  });

  test("show photo, weight, size and condition of what is in storage, in three lines on a phone", async () => {
    await page.viewport(390, 844);
    const damaged: InboundParcel = {
      ...measuredParcel,
      description: "Oolong, 2 tins",
      measured: { ...measured, condition: "slightly_damaged" },
      storage: measuredParcel.storage && { ...measuredParcel.storage, freeUntil: "2031-09-27" },
    };
    const { screen } = await showParcels([damaged], { query: "?group=here" });
    const row = screen.getByRole("row").nth(1);
    const shown = ["1.25 kg", "40 × 30 × 25 cm", "Slightly damaged", "Oolong, 2 tins"];
    for (const text of [...shown, "Free until September 27"])
      await expect.element(row.getByText(text)).toBeVisible();
    await expect.poll(() => row.element().querySelector("img")).not.toBeNull();
    const numbers = row.getByText(`${damaged.trackingNumber} · P-${damaged.packageNumber}`);
    await expect.element(numbers).toBeVisible();
    await expect.poll(() => numbers.element().getBoundingClientRect().height).toBeLessThan(24);
    await expect.poll(() => row.element().getBoundingClientRect().height).toBeLessThan(84);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await expectAccessible();
  });

  test("fit beside the sidebar of a laptop with all that is known of what is in storage", async () => {
    await page.viewport(952, 800);
    const known: InboundParcel = {
      ...measuredParcel,
      description: "Teapot and four cups",
      shop: "景德镇手绘茶具旗舰店",
      packageId: openPackage.id,
      packageNumber: 1001,
      packageTrackingNumber: "SF1234567890123",
      measured: { ...measured, condition: "slightly_damaged" },
    };
    const { screen } = await showParcels([known], { query: "?group=here" });
    for (const text of ["Free until May 5", "Slightly damaged"])
      await expect.element(screen.getByText(text)).toBeVisible();
    await expect.poll(() => document.querySelector("td img")).not.toBeNull();
    const overhang = () => {
      const table = screen.getByRole("table").element();
      return table.scrollWidth - (table.parentElement?.clientWidth ?? 0);
    };
    await expect.poll(overhang).toBeLessThanOrEqual(0);
  });

  test("set apart what the courier has delivered and nobody has scanned", async () => {
    const delivered = { ...expectedParcel, courierDeliveredAt: "2031-04-04T01:14:00.000Z" };
    const { screen } = await showParcels([
      delivered,
      { ...expectedParcel, id: cancelledParcel.id },
    ]);
    await expect
      .element(screen.getByRole("heading", { name: "Delivered at our address" }))
      .toBeVisible();
    await expect.element(screen.getByText(/We have not scanned them yet/)).toBeVisible();
    await expect.poll(() => screen.getByRole("table").elements()).toHaveLength(2);
  });

  test("have no such part while nothing is delivered", async () => {
    const { screen } = await showParcels([expectedParcel]);
    await expect.element(screen.getByText("SF4000000000001")).toBeVisible();
    await expect.element(screen.getByText("Delivered at our address")).not.toBeInTheDocument();
  });

  test("are left for the one that has something, unless the person chose it", async () => {
    const stored = [expectedParcel];
    const { screen, router } = await showParcels(stored);
    await expect.element(screen.getByText("SF4000000000001")).toBeVisible();
    const field = screen.getByRole("textbox", { name: "Text with tracking numbers" });
    await field.fill("SF40000");
    stored.splice(0, 1, receivedParcel);
    window.dispatchEvent(new Event("visibilitychange"));
    await expect
      .element(screen.getByRole("tab", { name: "In storage (1)" }))
      .toHaveAttribute("aria-selected", "true");
    await expect.element(screen.getByText("SF4000000000002")).toBeVisible();
    await expect.element(field).toHaveValue("SF40000");
    expect(router.state.location.search).toBe("");
    await screen.getByRole("tab", { name: "On the way (0)" }).click();
    await expect.element(screen.getByText("No parcels on the way")).toBeVisible();
  });

  test("lead to the address and to pasting while they are empty", async () => {
    const { screen } = await showParcels([]);
    await expect.element(screen.getByText("No parcels on the way")).toBeVisible();
    await expectAccessible();
    const links = screen.getByRole("link", { name: "My Hong Kong address" });
    await expect.element(links.last()).toHaveAttribute("href", "/dashboard/address");
    const field = screen.getByRole("textbox", { name: "Text with tracking numbers" });
    await expect.element(field).toBeVisible();
    await screen.getByRole("button", { name: "Paste tracking numbers" }).click();
    await expect.element(field).toHaveFocus();
  });

  test("can be searched, and say when nothing matches", async () => {
    const { screen, router } = await showParcels([expectedParcel]);
    const box = screen.getByRole("textbox", { name: "Search parcels" });
    await box.fill("Tea");
    await expect.poll(() => router.state.location.search).toBe("?search=Tea");
    await box.fill("coat");
    await expect.element(screen.getByText("No parcels match your search.")).toBeVisible();
    await screen.getByRole("button", { name: "Show all parcels" }).click();
    await expect.element(screen.getByText("SF4000000000001")).toBeVisible();
  });

  test("that cannot be loaded are read again on request", async () => {
    let isBroken = true;
    const fake = parcelsFake([expectedParcel]);
    const { screen } = await showParcels([], {
      answers: {
        listInboundParcels: async (input) => {
          if (isBroken) throw rejected("too_many_requests");
          return await (fake.listInboundParcels?.(input) ?? Promise.reject(new Error("No fake.")));
        },
      },
    });
    await expect.element(screen.getByText("Your parcels could not be loaded.")).toBeVisible();
    isBroken = false;
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByText("SF4000000000001")).toBeVisible();
  });
});

describe("ticked parcels", () => {
  test("are put into an open package, by keyboard too", async () => {
    const moves: unknown[] = [];
    const { screen } = await showParcels([expectedParcel], {
      answers: {
        moveInboundParcels: async (input) => {
          moves.push(input);
          return { items: [] };
        },
      },
    });
    const box = screen.getByRole("checkbox", { name: "Select SF4000000000001" });
    await expect.element(box).toBeInTheDocument();
    box.element().focus();
    await userEvent.keyboard(" ");
    const bar = screen.getByRole("region", { name: "Selected parcels" });
    await expect.element(bar.getByText("1 parcel selected")).toBeVisible();
    await expect.element(bar.getByRole("button", { name: "Take out" })).not.toBeInTheDocument();
    await bar.getByRole("button", { name: "Put into a package" }).click();
    const dialog = screen.getByRole("dialog", { name: "Put 1 parcel into a package" });
    await expect.element(dialog.getByRole("combobox", { name: "Package" })).toBeVisible();
    await expectAccessible();
    dialog.getByRole("button", { name: "Put into the package" }).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(shownToasts).toContain("1 parcel put into package SF1234567890123");
    expect(moves).toEqual([{ inboundParcelIds: [expectedParcel.id], packageId: openPackage.id }]);
    await expect.element(bar).not.toBeInTheDocument();
  });

  test("lead to a new package with their numbers", async () => {
    const { screen, router } = await showParcels([expectedParcel], { packages: [] });
    await screen.getByRole("checkbox", { name: "Select SF4000000000001" }).click({ force: true });
    await screen.getByRole("button", { name: "Put into a package" }).click();
    const next = screen.getByRole("button", { name: "Continue" });
    await expect.element(next).toBeVisible();
    next.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText("The form of a package")).toBeVisible();
    expect(router.state.location.state).toEqual({ trackingNumbers: ["SF4000000000001"] });
  });

  test("are taken out, and stay ticked when that fails", async () => {
    let isRefused = true;
    const { screen } = await showParcels([receivedParcel], {
      query: "?group=here",
      answers: {
        moveInboundParcels: async () => {
          if (isRefused) throw rejected("package_not_open");
          return { items: [] };
        },
      },
    });
    const box = screen.getByRole("checkbox", { name: "Select SF4000000000002" });
    await box.click({ force: true });
    const takeOut = screen.getByRole("button", { name: "Take out" });
    await takeOut.click();
    await expect
      .poll(shownToasts)
      .toContainEqual(expect.stringMatching(/^The parcels could not be moved: This package has/));
    await expect.element(box).toBeChecked();
    isRefused = false;
    await takeOut.click();
    await expect.poll(shownToasts).toContainEqual(expect.stringMatching(/^1 parcel taken out/));
    await expect.element(box).not.toBeChecked();
  });
});

test("on a phone the parcel that a key moves to is not behind the bar of ticked ones", async () => {
  await page.viewport(390, 844);
  const parcels = Array.from({ length: 12 }, (_, index) => ({
    ...expectedParcel,
    id: `00000000-0000-4000-8000-0000000006${index + 10}`,
    trackingNumber: `SF40000000006${index + 10}`,
  }));
  const { screen } = await showParcels(parcels);
  await screen.getByRole("checkbox", { name: "Select SF4000000000610" }).click({ force: true });
  const bar = screen.getByRole("region", { name: "Selected parcels" });
  await expect.element(bar).toBeVisible();
  for (const { trackingNumber } of parcels.slice(1)) {
    // Read anew each time: a row that is rendered again has another element.
    const box = () => screen.getByRole("checkbox", { name: `Select ${trackingNumber}` }).element();
    while (document.activeElement !== box()) await userEvent.keyboard("{Tab}");
    const space = () =>
      bar.element().getBoundingClientRect().top - box().getBoundingClientRect().bottom;
    await expect.poll(space, { message: trackingNumber }).toBeGreaterThan(0);
  }
});

test("on a phone a parcel takes three lines, with targets for fingers", async () => {
  await page.viewport(390, 844);
  const parcels = Array.from({ length: 12 }, (_, index) => ({
    ...expectedParcel,
    id: `00000000-0000-4000-8000-0000000006${index + 10}`,
    packageId: openPackage.id,
    packageNumber: 1001,
    packageTrackingNumber: "SF1234567890123",
  }));
  const { screen } = await showParcels(parcels);
  await expect
    .element(screen.getByRole("textbox", { name: "Text with tracking numbers" }))
    .toBeVisible();
  await screen.getByRole("checkbox").first().click({ force: true });
  await expect.element(screen.getByRole("button", { name: "Take out" })).toBeVisible();
  const heights = screen
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThan(92);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const small = [
    ...document.querySelectorAll(
      ":is(a[href], button, input, textarea, [role=tab]):not(thead *, [aria-hidden])",
    ),
  ]
    .map((target) => ({ name: target.outerHTML.slice(0, 90), box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.height < 44);
  expect(small).toEqual([]);
});
