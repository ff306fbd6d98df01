import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { ORPCError } from "@orpc/client";
import { page } from "vitest/browser";
import { afterEach, describe, expect, test } from "vitest";
import type { PackageEvent, PackageImage } from "#goods/contract/packages.ts";
import type { Subscription } from "#money/contract/plans.ts";
import type { Transaction } from "#money/contract/transactions.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import {
  mei,
  noPlan,
  parcelDelivered,
  parcelUnderWay,
  sessionOf,
  superPlan,
} from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import PackagesPage from "./packages-page.tsx";

afterEach(() => page.viewport(1280, 800));

const createdAt = "2031-04-02T08:30:00.000Z";

const image: PackageImage = {
  id: "00000000-0000-4000-8000-000000000201",
  imageName: "tea-set.jpg",
  imageUrl: "/api/files/one",
  thumbnailUrl: "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==",
  fileSize: 34_560,
  contentType: "image/jpeg",
  isOwn: true,
  createdAt,
};

const twoPackages: NonNullable<FakeAnswers["packages"]>["listPackages"] = async ({ tab }) => {
  const all = [parcelUnderWay, parcelDelivered];
  const items = all.filter((pkg) => tab !== "delivered" || pkg.status === "delivered");
  return { items, total: items.length, counts: { all: 2, active: 1, delivered: 1 } };
};

const noPackages: typeof twoPackages = async () => ({
  items: [],
  total: 0,
  counts: { all: 0, active: 0, delivered: 0 },
});

function showPackages(
  packages: NonNullable<FakeAnswers["packages"]>,
  options: { subscription?: Subscription; isAdmin?: boolean; query?: string } = {},
) {
  const subscription = options.subscription ?? superPlan;
  const person = {
    ...mei,
    subscription: subscription.subscription,
    isAdmin: options.isAdmin ?? false,
  };
  return showScreen({
    element: <PackagesPage />,
    path: "/dashboard/packages",
    address: `/dashboard/packages${options.query ?? ""}`,
    answers: {
      auth: { readSession: async () => sessionOf(person) },
      plans: { readSubscription: async () => subscription },
      packages,
    },
  });
}

describe("the list", () => {
  test("shows every column of a package", async () => {
    const { screen } = await showPackages({ listPackages: twoPackages });
    const headers = screen.getByRole("columnheader");
    await expect.element(headers.first()).toBeInTheDocument();
    expect(headers.elements().map((header) => header.textContent)).toEqual([
      "Package and tracking number",
      "Origin",
      "Destination",
      "Status",
      "Legs",
      "Est. weight",
      "Final weight",
      "Created",
      "Actions",
    ]);
    const row = screen.getByRole("row").nth(1);
    await expect.element(row.getByText("SF1234567890123", { exact: true })).toBeVisible();
    for (const name of ["China", "United States", "1.85 kg", "TBD"]) {
      await expect.element(row.getByRole("cell", { name, exact: true })).toBeVisible();
    }
    await expect.element(row.getByText("In Transit", { exact: true })).toBeVisible();
    await expect
      .element(row.getByRole("link", { name: "Track SF1234567890123" }))
      .toHaveAttribute("href", "/dashboard/track?number=EB000717595HK");
    await expect
      .element(row.getByText("Leg 3, Singapore to United States: Pending"))
      .toBeInTheDocument();
  });

  // Beside the sidebar at 1280 pixels, and without it at 860.
  test.for([952, 828])("fits all columns into %i pixels", async (width) => {
    await page.viewport(width, 800);
    const { screen } = await showPackages({ listPackages: twoPackages });
    const row = screen.getByRole("row").nth(1);
    await expect.element(row.getByRole("button")).toBeVisible();
    const container = screen.getByRole("table").element().parentElement;
    expect(container?.scrollWidth).toBeLessThanOrEqual(container?.clientWidth ?? 0);
  });

  test("begins a row with the first image and the description, or with an icon and the number", async () => {
    const { screen } = await showPackages({
      listPackages: async () => ({
        items: [
          { ...parcelUnderWay, thumbnailUrl: image.thumbnailUrl },
          { ...parcelDelivered, thumbnailUrl: "/api/files/expired" },
        ],
        total: 2,
        counts: { all: 2, active: 1, delivered: 1 },
      }),
    });
    const cells = screen.getByRole("cell");
    await expect.element(cells.first().getByText("Ceramic tea set")).toBeVisible();
    expect(cells.first().element().querySelector("img")?.src).toBe(image.thumbnailUrl);
    const second = screen.getByRole("row").nth(2);
    await expect.element(second.getByText("RA123456785HK")).toBeVisible();
    await expect.poll(() => second.element().querySelector("img")).toBeNull();
    expect(second.element().querySelector("td svg")).not.toBeNull();
  });

  test("can be searched, with the search in the address, and shows when nothing matches", async () => {
    const searches: unknown[] = [];
    const { screen, router } = await showPackages({
      listPackages: async ({ search, ...input }) => {
        searches.push(search);
        const all = await twoPackages(input);
        return search === "nothing" ? { ...all, items: [], total: 0 } : all;
      },
    });
    const box = screen.getByRole("textbox", { name: "Search packages" });
    await box.fill("tea");
    await expect.poll(() => router.state.location.search).toBe("?search=tea");
    await expect.poll(() => searches).toContain("tea");
    await box.fill("nothing");
    await expect.element(screen.getByText("No packages found matching your search.")).toBeVisible();
    await expect.element(screen.getByRole("tab", { name: "All Packages (2)" })).toBeVisible();
    await screen.getByRole("button", { name: "Show all packages" }).click();
    await expect.element(screen.getByText("SF1234567890123")).toBeVisible();
    await expect.element(box).toHaveValue("");
  });

  test("has no search without packages", async () => {
    const { screen } = await showPackages({ listPackages: noPackages });
    await expect.element(screen.getByText("No packages yet")).toBeVisible();
    await expect.element(screen.getByRole("textbox")).not.toBeInTheDocument();
  });

  test("on a phone shows 16 packages in less than 1,800 pixels, with targets for fingers", async () => {
    await page.viewport(390, 844);
    const items = Array.from({ length: 16 }, (_, index) => ({
      ...(index % 2 === 0 ? parcelUnderWay : parcelDelivered),
      id: `00000000-0000-4000-8000-0000000009${index + 10}`,
    }));
    const { screen } = await showPackages({
      listPackages: async () => ({
        items,
        total: 41,
        counts: { all: 41, active: 33, delivered: 8 },
      }),
      readPackage: () => Promise.reject(new ORPCError("not_found", { status: 404 })),
    });
    const rows = screen.getByRole("row");
    await expect.element(rows.nth(16)).toBeVisible();
    await expect.element(screen.getByRole("navigation", { name: "Pages" })).toBeVisible();
    const heights = rows
      .elements()
      .slice(1)
      .map((row) => row.getBoundingClientRect().height);
    const bottom = rows.nth(16).element().getBoundingClientRect().bottom;
    const height = Math.ceil(bottom + window.scrollY);
    console.info(`16 packages: ${height} px to the last one, rows of ${Math.max(...heights)} px`);
    expect(height).toBeLessThan(1800);
    // Three lines of text with their margins.
    expect(Math.max(...heights)).toBeLessThan(96);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const targets = [...document.querySelectorAll("a[href], button, input, [role=tab]")];
    expect(targets.length).toBeGreaterThan(20);
    const small = targets
      .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && box.height < 44);
    expect(small).toEqual([]);
    const row = rows.nth(1);
    for (const text of ["China", "United States", "In Transit", "1.85 kg", "TBD", "Apr 2, 2031"]) {
      await expect.element(row.getByText(text, { exact: true }).first()).toBeVisible();
    }
    const rightOf = (text: string) =>
      row.getByText(text, { exact: true }).first().element().getBoundingClientRect().right;
    expect(rightOf("In Transit")).toBeGreaterThan(rightOf("Apr 2, 2031") - 16);
    await row.getByRole("button", { name: "View Details of SF1234567890123" }).click();
    await expect.element(screen.getByRole("dialog", { name: "Package Details" })).toBeVisible();
    await expectAccessible();
  });

  test("has tabs with exact counts, kept in the address", async () => {
    const { screen, router } = await showPackages({ listPackages: twoPackages });
    await expect.element(screen.getByRole("tab", { name: "All Packages (2)" })).toBeVisible();
    await expect.element(screen.getByRole("tab", { name: "Active (1)" })).toBeVisible();
    await screen.getByRole("tab", { name: "Delivered (1)" }).click();
    expect(router.state.location.search).toBe("?tab=delivered");
    await expect.element(screen.getByRole("cell", { name: "0.94 kg" })).toBeVisible();
    await expect.element(screen.getByText("SF1234567890123")).not.toBeInTheDocument();
  });

  test("shows an empty state with a link to add the first package", async () => {
    const { screen } = await showPackages({ listPackages: noPackages });
    await expect.element(screen.getByText("No packages yet")).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "Add Your First Package" }))
      .toHaveAttribute("href", "/dashboard/packages/new");
  });

  test("without a plan, shows that one is required and lists the plans", async () => {
    const { screen } = await showPackages({ listPackages: noPackages }, { subscription: noPlan });
    await expect.element(screen.getByText("Subscription Required")).toBeVisible();
    await expect.element(screen.getByText("Premium", { exact: true })).toBeVisible();
    await expect.element(screen.getByText("10 packages per month, up to 4 kg each")).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Add Package" })).not.toBeInTheDocument();
  });

  test("still shows the packages after the plan has ended", async () => {
    const { screen } = await showPackages({ listPackages: twoPackages }, { subscription: noPlan });
    await expect.element(screen.getByText("SF1234567890123")).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Add Package" })).not.toBeInTheDocument();
  });

  test("needs no plan for an admin", async () => {
    const { screen } = await showPackages(
      { listPackages: noPackages },
      { subscription: noPlan, isAdmin: true },
    );
    await expect.element(screen.getByText("No packages yet")).toBeVisible();
  });

  test("can be loaded again after an error", async () => {
    let isAvailable = false;
    const { screen } = await showPackages({
      listPackages: async (input) => {
        if (!isAvailable) throw new ORPCError("forbidden", { status: 403 });
        return await noPackages(input);
      },
    });
    const sentence = "Failed to load packages. Please refresh the page.";
    await expect.element(screen.getByText(sentence).first()).toBeVisible();
    await expect.poll(shownToasts).toContain(sentence);
    isAvailable = true;
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByText("No packages yet")).toBeVisible();
    await expect.poll(shownToasts).toEqual([]);
  });

  test("shows the specified message when there is no response", async () => {
    await showPackages({
      listPackages: () => Promise.reject(new TypeError("no network")),
    });
    await expect
      .poll(shownToasts)
      .toContain("An unexpected error occurred while loading packages.");
  });

  test("redirects from a page that no longer exists to the last page", async () => {
    const { router } = await showPackages(
      {
        listPackages: async ({ page }) => ({
          items: Number(page) > 2 ? [] : [parcelUnderWay],
          total: 21,
          counts: { all: 21, active: 21, delivered: 0 },
        }),
      },
      { query: "?page=9" },
    );
    await expect.poll(() => router.state.location.search).toBe("?page=2");
  });
});

function fee(fields: Pick<Transaction, "amountCents" | "status">): Transaction {
  return {
    id: crypto.randomUUID(),
    type: "shipping_fee",
    createdAt,
    reason: "Air freight",
    legNumber: 2,
    plan: null,
    ...fields,
  };
}

describe("the details", () => {
  const event = (fields: Partial<PackageEvent>): PackageEvent => ({
    id: crypto.randomUUID(),
    kind: "package_created",
    legNumber: null,
    before: null,
    after: null,
    byStaff: false,
    createdAt,
    ...fields,
  });

  test("show facts, legs, images and history, and closing them updates the address", async () => {
    const { screen, router } = await showPackages({
      listPackages: twoPackages,
      readPackage: async () => ({
        package: parcelUnderWay,
        images: [image],
        carrierEvents: [],
        estimates: [],
        events: [
          event({}),
          event({
            kind: "leg_status_changed",
            legNumber: 1,
            before: "pending",
            after: "delivered",
          }),
          event({ kind: "final_weight_changed", after: "1900" }),
          event({ kind: "qr_code_generated", legNumber: 2 }),
          event({
            kind: "leg_changed",
            legNumber: 3,
            after: '{"carrier":"DHL","estimatedArrival":"2031-05-15T12:00:00.000Z"}',
          }),
          event({
            kind: "leg_dates_changed",
            legNumber: 2,
            after: '{"estimatedDeparture":null,"estimatedArrival":"2031-06-15T12:00:00.000Z"}',
          }),
        ],
        charges: [
          fee({ amountCents: 4250, status: "completed" }),
          fee({ amountCents: 800, status: "pending" }),
        ],
        recipient: emptyRecipient,
        returnsQuota: false,
      }),
    });
    await screen.getByRole("button", { name: "View Details of SF1234567890123" }).click();
    const dialog = screen.getByRole("dialog", { name: "Package Details" });
    for (const text of [
      "Ceramic tea set",
      "Leg 1: Delivered",
      "Final weight: 1.9 kg",
      "Package registered",
      "Leg 2: QR code generated",
      "33.8 KB",
      "Estimated: departs Apr 7, 2031, arrives by Apr 25, 2031",
    ]) {
      await expect.element(dialog.getByText(text, { exact: true })).toBeInTheDocument();
    }
    await expect
      .element(
        dialog.getByText(
          /^Leg 2 updated: Estimated departure: None, Estimated arrival: Jun 1\d, 2031, /,
        ),
      )
      .toBeInTheDocument();
    await expect
      .element(dialog.getByText(/^Leg 3 updated: Carrier: DHL, Estimated arrival: May 1\d, 2031, /))
      .toBeInTheDocument();
    await expect
      .element(
        dialog.getByRole("img", {
          name: "Map of the journey. Leg 1, China to Hong Kong: Delivered. Leg 2, Hong Kong to Singapore: In Transit. Leg 3, Singapore to United States: Pending.",
        }),
      )
      .toBeVisible();
    const charges = dialog.getByRole("region", { name: "Freight" }).element();
    expect(charges.textContent).toMatch(/leg 2.*-\$42\.50.*Pending.*-\$8\.00.*\$42\.50$/s);
    await expectAccessible();
    await expect
      .element(dialog.getByRole("link", { name: "Open tea-set.jpg" }))
      .toHaveAttribute("href", "/api/files/one");
    await expect
      .element(dialog.getByRole("link", { name: "Track leg 2" }))
      .toHaveAttribute("href", "/dashboard/track?number=EB000717595HK&carrier=hk-post");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(router.state.location.search).toBe("");
  });

  test("show when there are no images and when the legs are not set up", async () => {
    const { screen } = await showPackages(
      {
        listPackages: twoPackages,
        readPackage: async () => ({
          package: { ...parcelUnderWay, legs: [] },
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          returnsQuota: false,
        }),
      },
      { query: `?package=${parcelUnderWay.id}` },
    );
    await expect.element(screen.getByText("No images uploaded for this package.")).toBeVisible();
    await expect.element(screen.getByText(/shipping legs are not set up yet/)).toBeVisible();
  });

  test("that cannot be loaded show an alert and a toast", async () => {
    const { screen } = await showPackages(
      {
        listPackages: twoPackages,
        readPackage: () => Promise.reject(new ORPCError("forbidden", { status: 403 })),
      },
      { query: `?package=${parcelUnderWay.id}` },
    );
    const sentence = "Failed to load packages. Please refresh the page.";
    const alert = screen.getByRole("dialog").getByText(sentence);
    await expect.element(alert).toBeVisible();
    await expect.poll(shownToasts).toEqual([sentence]);
  });

  test("of another user's package are not shown", async () => {
    const { screen } = await showPackages(
      {
        listPackages: twoPackages,
        readPackage: () => Promise.reject(new ORPCError("not_found", { status: 404 })),
      },
      { query: "?package=00000000-0000-4000-8000-000000000009" },
    );
    await expect
      .element(screen.getByText("This package does not exist, or you do not have access to it."))
      .toBeVisible();
  });
});
