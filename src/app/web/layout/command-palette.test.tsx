import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { FoundThings } from "#office/contract/staff-search.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import type { StaffMember } from "#platform/rules/staff-role.ts";
import { showToast } from "#ui/web/toast.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { mei, parcelUnderWay, publicSettings } from "#test/screen/users.ts";
import { expectedParcel } from "#test/screen/parcels.ts";
import {
  PaletteTools,
  pressAtOnce,
  showCustomerPalette,
  untilShortcutsWork,
} from "#test/screen/palette.tsx";
import { showScreen } from "#test/screen/show-screen.tsx";
import { adminPagesFor, customerPagesFor, translatePage } from "./palette-entries.ts";

const admin = {
  isAdmin: true,
  roles: [],
  hasTwoFactor: false,
  isWarehouseEntered: true,
} as const;

const storedParcel: StaffInboundParcel = {
  ...expectedParcel,
  labelCode: "P7K3M9QX",
  state: "received",
  owner: null,
  storageLocationCode: "A-03-1",
  missingSince: null,
};
const { id, number, trackingNumber, destination } = parcelUnderWay;
const nothing: FoundThings = {
  packages: [],
  inboundParcels: [],
  shipRequests: [],
  manifests: [],
  storageLocations: [],
  cases: [],
  users: [],
  transactions: [],
  isPerson: false,
};
const everything: FoundThings = {
  packages: [{ id, number, trackingNumber, destination, userEmail: mei.email }],
  inboundParcels: [storedParcel],
  shipRequests: [
    { id: "request", reference: "SR000012", packageId: "another", packageNumber: 1024 },
  ],
  manifests: [{ id: "manifest", number: "7", carrierName: "Hongkong Post" }],
  storageLocations: [{ id: "shelf", code: "Q-07-3", warehouseName: "Kwai Chung" }],
  cases: [{ id: "case", number: "C00012", subjectName: "P-1024", isOpen: false }],
  isPerson: false,
  users: [{ id: mei.id, fullName: "Mei Chan", email: mei.email }],
  transactions: [
    {
      id: "deposit",
      type: "deposit",
      status: "completed",
      amountCents: 2500,
      createdAt: "2031-04-30T12:00:00Z",
      userId: mei.id,
      userEmail: mei.email,
    },
  ],
};

const manifestWithPackage: FoundThings = {
  ...nothing,
  packages: everything.packages,
  manifests: [{ id: "manifest", number: "M00012", carrierName: "Hongkong Post" }],
};

/** With `isDelayed` the fake server responds only after `respond` is called. */
async function showAdmin({
  isDelayed = false,
  isWarehouseEntered = true,
  member = admin,
}: { isDelayed?: boolean; isWarehouseEntered?: boolean; member?: StaffMember } = {}) {
  const searched: (string | undefined)[] = [];
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
  if (!isDelayed) respond();
  const shown = await showScreen({
    element: <PaletteTools staffMember={{ ...member, isWarehouseEntered }} />,
    path: "/admin/dashboard",
    others: {
      "/admin/dashboard/users": <h1>Users page</h1>,
      "/admin/dashboard/shipments": <h1>Shipments page</h1>,
    },
    answers: {
      auth: { readSession: async () => null },
      settings: { readPublicSettings: async () => publicSettings },
      admin: {
        findAnything: async ({ search }) => {
          searched.push(search);
          await mayRespond;
          if (search === "all") return everything;
          if (search === "M00012") return manifestWithPackage;
          if (search === "Mei Chan") return { ...everything, isPerson: true };
          if (search === "pi_known") return { ...nothing, transactions: everything.transactions };
          if (/^(ch|pi|in)_/.test(search)) return nothing;
          if ("P7K3M9QX".includes(search)) return { ...nothing, inboundParcels: [storedParcel] };
          return { ...nothing, packages: everything.packages };
        },
      },
    },
  });
  await untilShortcutsWork(shown.screen);
  return { ...shown, searched, respond };
}

test("G and a letter open a page, Ctrl K finds a package on the server, and Enter opens it", async () => {
  const { screen, router, searched } = await showAdmin();
  pressAtOnce("gu");
  await expect.element(screen.getByText("Users page")).toBeVisible();
  await router.navigate("/admin/dashboard");
  await untilShortcutsWork(screen);
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = screen.getByRole("textbox", { name: "Find anything" });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("SF123");
  await expect.element(screen.getByText(parcelUnderWay.trackingNumber)).toBeVisible();
  await expect.poll(() => searched).toContain("SF123");
  await expectAccessible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/admin/dashboard/shipments?package=${parcelUnderWay.id}`);
});

const allPages = [
  "Dashboard",
  "Users",
  "Shipments",
  "Payments",
  "Settings",
  "Warehouses",
  "Services & Rates",
  "Carriers",
  "Lanes",
  "Limits",
  "Audit log",
  "Errors",
  "Open work",
  "Tracking",
  "Payouts",
  "Money in cases",
  "Plan payments",
  "Reconciliation",
  "Webhooks",
  "Set-up",
  "Your account",
];
const pagesOfWarehouse = [
  "Storage prices",
  "Boxes & Extra Services",
  "Number ranges",
  "Freight figures",
  "Receiving",
  "Packing",
  "Labels",
  "Manifests",
  "Inbound parcels",
  "Unmatched parcels",
  "Storage locations",
  "Stocktake",
];

test("the palette names what the menu leads to, without and with a warehouse", () => {
  const names = (isWarehouseEntered: boolean) =>
    adminPagesFor({ ...admin, isWarehouseEntered }).map((entry) => translatePage(entry).label);
  expect(names(false)).toEqual(allPages);
  expect(names(true).toSorted()).toEqual([...allPages, ...pagesOfWarehouse].toSorted());
  const manager = { isAdmin: false, roles: ["manager"], hasTwoFactor: true } as const;
  const ofManager = adminPagesFor({ ...manager, isWarehouseEntered: true });
  expect(ofManager.map(({ to }) => to)).toContain("/admin/dashboard/settings?tab=set-up");
  const ofCustomer = (hasWarehouse: boolean) => customerPagesFor(hasWarehouse).map(({ to }) => to);
  expect(ofCustomer(true).filter((to) => !ofCustomer(false).includes(to))).toEqual([
    "/dashboard/parcels",
    "/dashboard/address",
    "/dashboard/parcels/claims",
  ]);
});

test("staff find things of every kind with one request, and each opens its page", async () => {
  const { screen, router, searched } = await showAdmin();
  const addresses = [
    [trackingNumber, `/admin/dashboard/shipments?package=${id}`],
    ["SF4000000000001", `/admin/dashboard/inbound-parcels?parcel=${storedParcel.id}`],
    ["SR000012", "/admin/dashboard/shipments?package=another"],
    ["Manifest 7", "/admin/dashboard/manifests?manifest=manifest"],
    ["Q-07-3", "/admin/dashboard/inbound-parcels?shelf=shelf&code=Q-07-3"],
    ["Mei Chan", `/admin/dashboard/users?user=${mei.id}`],
    ["C00012", "/admin/dashboard/work-items?kind=open_cases&case=case"],
    ["Deposit · $25.00", `/admin/dashboard/users?user=${mei.id}`],
  ] as const;
  for (const [label, address] of addresses) {
    await router.navigate("/admin/dashboard");
    await screen.getByRole("button", { name: /Find anything/ }).click();
    await screen.getByRole("textbox", { name: "Find anything" }).fill("all");
    await expect
      .element(screen.getByText(`${packageNumberText(number)} · ${mei.email}`))
      .toBeVisible();
    if (label === trackingNumber) await expectAccessible();
    await screen.getByText(label, { exact: true }).click();
    await expect
      .poll(() => router.state.location.pathname + router.state.location.search)
      .toBe(address);
  }
  expect(new Set(searched)).toEqual(new Set(["all"]));
});

test.each([
  ["packer", "/admin/dashboard/manifests?manifest=manifest"],
  ["support", "/admin/dashboard/shipments?search=M00012"],
] as const)(
  "the manifest that a search names is first, and opens what %s may",
  async (role, to) => {
    const { screen, router } = await showAdmin({
      member: { ...admin, isAdmin: false, roles: [role] },
    });
    await screen.getByRole("button", { name: /Find anything/ }).click();
    await screen.getByRole("textbox", { name: "Find anything" }).fill("M00012");
    const manifest = screen.getByText("Manifest M00012", { exact: true });
    const pkg = screen.getByText(trackingNumber, { exact: true });
    await expect.element(pkg).toBeVisible();
    const order = manifest.element().compareDocumentPosition(pkg.element());
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    await manifest.click();
    await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe(to);
  },
);

test("a person whom the search names comes before their packages", async () => {
  const { screen } = await showAdmin();
  await screen.getByRole("button", { name: /Find anything/ }).click();
  const isFirst = async (words: string) => {
    await screen.getByRole("textbox", { name: "Find anything" }).fill(words);
    const person = screen.getByText("Mei Chan", { exact: true });
    const pkg = screen.getByText(trackingNumber, { exact: true });
    await expect.element(person).toBeVisible();
    await expect.element(pkg).toBeVisible();
    const order = person.element().compareDocumentPosition(pkg.element());
    return (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  };
  expect(await isFirst("all")).toBe(false);
  expect(await isFirst("Mei Chan")).toBe(true);
});

test.each(["ch_3PqRs", "pi_3PqRs", "in_1PqRs"])(
  "%s, which only the provider keeps, is looked for among the payments",
  async (paymentId) => {
    const { screen, router } = await showAdmin();
    await screen.getByRole("button", { name: /Find anything/ }).click();
    await userEvent.keyboard(paymentId);
    await screen.getByText(`Look for ${paymentId} among payments`).click();
    await expect
      .poll(() => router.state.location.pathname + router.state.location.search)
      .toBe(`/admin/dashboard/payments?search=${paymentId}`);
  },
);

test("the id of a payment that is one of ours leads to its transaction alone", async () => {
  const { screen, router } = await showAdmin();
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await userEvent.keyboard("pi_known");
  await expect.element(screen.getByText(/\$25\.00/)).toBeVisible();
  await expect.element(screen.getByText(/among payments/)).not.toBeInTheDocument();
  await screen.getByText(/\$25\.00/).click();
  await expect.poll(() => router.state.location.search).toBe(`?user=${mei.id}`);
});

test("without a warehouse staff find packages without their short number", async () => {
  const { screen } = await showAdmin({ isWarehouseEntered: false });
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await userEvent.keyboard("SF400");
  await expect.element(screen.getByText(mei.email, { exact: true })).toBeVisible();
  expect(screen.getByText(packageNumberText(number)).elements()).toEqual([]);
});

test("the words of a menu entry find its pages", async () => {
  const { screen, router } = await showAdmin();
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await userEvent.keyboard("money");
  await screen.getByText("Payouts that customers requested").click();
  await expect.poll(() => router.state.location.pathname).toBe("/admin/dashboard/payouts");
});

test("a parcel is found by a part of its label's code, with its shelf, and opened", async () => {
  const { screen, router } = await showAdmin();
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await userEvent.keyboard("K3M9");
  await expect.element(screen.getByText("P7K3 M9QX · Shelf A-03-1")).toBeVisible();
  await screen.getByText("SF4000000000001").click();
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/admin/dashboard/inbound-parcels?parcel=${storedParcel.id}`);
});

test("the button opens the palette, and pages are found by their names", async () => {
  const { screen, router } = await showAdmin();
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await expect.element(screen.getByRole("textbox", { name: "Find anything" })).toHaveFocus();
  await userEvent.keyboard("users");
  await screen.getByText("Accounts, plans and wallets").click();
  await expect.poll(() => router.state.location.pathname).toBe("/admin/dashboard/users");
});

test.each([
  ["Export delivered shipments", "/api/admin/shipments/delivered-shipments.csv", showAdmin],
  ["Export the audit log", "/api/admin/audit/audit-log.csv", showAdmin],
  ["Download wallet transactions", "/api/wallet/transactions.csv", showCustomerPalette],
] as const)(
  "%s downloads a file in the reader's time zone and locale",
  async (name, path, show) => {
    const { screen } = await show();
    let address = new URL("about:blank");
    window.navigation.addEventListener(
      "navigate",
      (event) => {
        address = new URL(event.destination.url);
        event.preventDefault();
      },
      { once: true },
    );
    await screen.getByRole("button", { name: /Find anything/ }).click();
    await screen.getByText(name).click();
    await expect.poll(() => address.pathname).toBe(path);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      locale: navigator.language,
    });
  },
);

test("the highlighted entry stays highlighted when the server responds", async () => {
  const { screen, router, searched, respond } = await showAdmin({ isDelayed: true });
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await userEvent.keyboard("shipm");
  await expect.poll(() => searched).toContain("shipm");
  const highlighted = () => document.querySelector("[data-action][data-selected]")?.textContent;
  await expect.poll(highlighted).toContain("Shipments");
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(highlighted).toContain("Export delivered shipments");
  respond();
  await expect.element(screen.getByText(parcelUnderWay.trackingNumber)).toBeVisible();
  expect(highlighted()).toContain("Export delivered shipments");
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe("/admin/dashboard/shipments");
});

test("? lists the shortcuts, and none of them works while somebody types", async () => {
  const { screen, router } = await showAdmin();
  await screen.getByRole("textbox", { name: "A field" }).click();
  await userEvent.keyboard("gu?/r");
  await expect.element(screen.getByRole("textbox", { name: "A field" })).toHaveValue("gu?/r");
  expect(router.state.location.pathname).toBe("/admin/dashboard");
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("?");
  const dialog = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(dialog.getByText("Go to Shipments")).toBeVisible();
  await expect.element(dialog.getByText("Move through the rows of a list")).toBeVisible();
  await expectAccessible();
  pressAtOnce("gu");
  expect(router.state.location.pathname).toBe("/admin/dashboard");
});

test("no key is lost between the shortcut and the palette's appearance", async () => {
  const { screen, router } = await showCustomerPalette();
  await screen.getByRole("textbox", { name: "A field" }).click();
  await userEvent.keyboard("{Control>}k{/Control}xy{Backspace}{Backspace}Tea set");
  const field = screen.getByRole("textbox", { name: "Find anything" });
  await expect.element(field).toHaveValue("Tea set");
  await expect.element(screen.getByRole("textbox", { name: "A field" })).toHaveValue("");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}k{/Control}new pack{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/packages/new");
});

test("keys pressed before the field has the focus arrive in order, and Escape takes the palette back", async () => {
  const { screen } = await showCustomerPalette();
  const press = async (key: string, init: KeyboardEventInit = {}) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...init }));
    await Promise.resolve();
  };
  await press("k", { ctrlKey: true });
  for (const key of ["t", "e"]) await press(key);
  const field = screen.getByRole("textbox", { name: "Find anything" });
  await expect.element(field, { timeout: 10_000 }).toHaveFocus();
  await userEvent.keyboard("a s");
  await expect.element(field).toHaveValue("tea s");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  await press("k", { ctrlKey: true });
  await press("t");
  await press("Escape");
  await expect.element(field).not.toBeInTheDocument();
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await expect.element(field).toHaveValue("");
  // The palette of the next test would be open.
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
});

test.each([1280, 1440, 1920])("at %i pixels toasts are beside the open palette", async (width) => {
  await page.viewport(width, 800);
  const { screen } = await showAdmin();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(screen.getByRole("textbox", { name: "Find anything" })).toHaveFocus();
  for (const place of ["one", "two", "three", "four", "five"]) {
    showToast({ title: `Failed to update the package: ${place}`, kind: "destructive", place });
  }
  await expect.poll(shownToasts).toHaveLength(5);
  const palette = document.querySelector(".mantine-Spotlight-content")?.getBoundingClientRect();
  const toasts = [...document.querySelectorAll(".mantine-Notification-root")];
  const lefts = toasts.map((toast) => toast.getBoundingClientRect().left);
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(palette?.right ?? width);
  await page.viewport(1280, 800);
});
