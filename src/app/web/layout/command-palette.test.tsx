import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { HistoryRow } from "#money/contract/transactions.ts";
import type { StaffVisitor } from "#platform/rules/staff-role.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { showToast } from "#ui/web/toast.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import {
  mei,
  meiAsCustomer,
  parcelUnderWay,
  publicSettings,
  sessionOf,
} from "#test/screen/users.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { expectedParcel } from "#test/screen/parcels.ts";
import { packedRequest } from "#test/screen/ship-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { FindButton } from "./header-buttons.tsx";
import { adminPagesFor, customerPagesFor, translatePage } from "./palette-entries.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { useSignOut } from "./shell-menu.tsx";

const admin = {
  isAdmin: true,
  roles: [],
  hasTwoFactor: false,
  isWarehouseEntered: true,
} as const;

function Tools(props: { staffMember: StaffVisitor | null }) {
  const [isOpen, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <>
      <div style={{ background: "#0b2231" }}>
        <FindButton onClick={() => setOpen(true)} />
      </div>
      <Shortcuts
        staffMember={props.staffMember}
        isPaletteOpen={isOpen}
        onPaletteChange={setOpen}
        signOut={signOut}
      />
      <input aria-label="A field" />
    </>
  );
}

const storedParcel: StaffInboundParcel = {
  ...expectedParcel,
  labelCode: "P7K3M9QX",
  state: "received",
  owner: null,
  storageLocationCode: "A-03-1",
  missingSince: null,
};
const noParcels = {
  all: 0,
  awaited: 0,
  here: 0,
  unmatched: 0,
  overdue: 0,
  long_stored: 0,
  gone: 0,
};

/** With `isDelayed` the fake server responds only after `respond` is called. */
async function showAdmin({ isDelayed = false, isWarehouseEntered = true } = {}) {
  const searched: (string | undefined)[] = [];
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
  if (!isDelayed) respond();
  const shown = await showScreen({
    element: <Tools staffMember={{ ...admin, isWarehouseEntered }} />,
    path: "/admin/dashboard",
    others: {
      "/admin/dashboard/users": <h1>Users page</h1>,
      "/admin/dashboard/shipments": <h1>Shipments page</h1>,
    },
    answers: {
      auth: { readSession: async () => null },
      settings: { readPublicSettings: async () => publicSettings },
      users: { listUsers: async () => ({ items: [], total: 0 }) },
      inboundParcels: {
        listAllInboundParcels: async ({ search = "" }) => {
          if (!isWarehouseEntered) throw new Error("This would be refused.");
          const items = "P7K3M9QX".includes(search) ? [storedParcel] : [];
          return { items, total: items.length, counts: noParcels };
        },
      },
      packages: {
        listShipments: async ({ search }) => {
          searched.push(search);
          await mayRespond;
          return {
            items: [
              {
                ...parcelUnderWay,
                userEmail: mei.email,
                customer: meiAsCustomer,
              },
            ],
            total: 1,
            counts: { all: 1, active: 1, delivered: 0 },
          };
        },
      },
    },
  });
  return { ...shown, searched, respond };
}

test("G and a letter open a page, Ctrl K finds a package on the server, and Enter opens it", async () => {
  const { screen, router, searched } = await showAdmin();
  await userEvent.keyboard("gu");
  await expect.element(screen.getByText("Users page")).toBeVisible();
  await router.navigate("/admin/dashboard");
  await expect.element(screen.getByRole("button", { name: /Find anything/ })).toBeVisible();
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

test("without a warehouse no parcels are searched for", async () => {
  const { screen, searched } = await showAdmin({ isWarehouseEntered: false });
  await screen.getByRole("button", { name: /Find anything/ }).click();
  await userEvent.keyboard("SF400");
  await expect.poll(() => searched).toContain("SF400");
  await expect.element(screen.getByText(parcelUnderWay.trackingNumber)).toBeVisible();
  expect(screen.getByText(/The server did not respond/).elements()).toEqual([]);
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
  await expect.element(screen.getByText("P7K3M9QX · Shelf A-03-1")).toBeVisible();
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
  ["Download wallet transactions", "/api/wallet/transactions.csv", showCustomer],
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
  await userEvent.keyboard("gu");
  expect(router.state.location.pathname).toBe("/admin/dashboard");
});

const nothingFound = { items: [], total: 0 };
const noGroups = { awaited: 0, here: 0, gone: 0 };

async function showCustomer(searches: string[] = [], found: FakeAnswers = {}) {
  return showScreen({
    element: <Tools staffMember={null} />,
    path: "/dashboard",
    others: {
      "/dashboard/packages": <h1>Packages page</h1>,
      "/dashboard/packages/new": <h1>New package page</h1>,
      "/dashboard/wallet/statement": <h1>Statement page</h1>,
      [`/dashboard/ship-requests/${shipment.shipRequestId}`]: <h1>Ship request page</h1>,
    },
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      settings: { readPublicSettings: async () => publicSettings },
      packages: {
        listPackages: async ({ search = "" }) => {
          searches.push(search);
          return { items: [parcelUnderWay], total: 1, counts: { all: 1, active: 1, delivered: 0 } };
        },
      },
      inboundParcels: { listInboundParcels: async () => ({ ...nothingFound, counts: noGroups }) },
      shipRequests: { listShipRequests: async () => nothingFound },
      wallet: { listTransactions: async () => ({ items: [], olderThan: null }) },
      ...found,
    },
  });
}

test("no key is lost between the shortcut and the palette's appearance", async () => {
  const { screen, router } = await showCustomer();
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
  const { screen } = await showCustomer();
  const press = async (key: string, init: KeyboardEventInit = {}) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...init }));
    await Promise.resolve();
  };
  await expect.element(screen.getByRole("button", { name: /Find anything/ })).toBeVisible();
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

test("customers find their pages and their own packages, and have no shortcuts of one key", async () => {
  const searches: string[] = [];
  const { screen, router } = await showCustomer(searches);
  await userEvent.keyboard("/?gw");
  expect(screen.getByRole("dialog").elements()).toHaveLength(0);
  await screen.getByRole("button", { name: /Find anything/ }).click();
  const field = screen.getByRole("textbox", { name: "Find anything" });
  await expect.element(field).toHaveFocus();
  await expect.element(screen.getByText("Upgrade Subscription")).toBeVisible();
  await expect.element(screen.getByText("Audit log")).not.toBeInTheDocument();
  await userEvent.keyboard("ceramic");
  await expect.element(screen.getByText("Ceramic tea set")).toBeVisible();
  // On a busy machine a search may begin before the whole word is typed.
  await expect.poll(() => searches.at(-1)).toBe("ceramic");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/dashboard/packages?package=${parcelUnderWay.id}`);
});

/** Types into the palette of a customer who has one thing of each kind. */
async function findOwn(words: string, found: FakeAnswers = {}) {
  const asked: Record<string, unknown>[] = [];
  const shown = await showCustomer([], {
    inboundParcels: {
      listInboundParcels: async ({ search = "" }) => {
        asked.push({ parcels: search });
        return { items: [ownParcel], total: 1, counts: { awaited: 0, here: 1, gone: 0 } };
      },
    },
    shipRequests: {
      listShipRequests: async ({ search = "" }) => {
        asked.push({ requests: search });
        return { items: [packedRequest], total: 1 };
      },
    },
    wallet: {
      listTransactions: async (input) => {
        asked.push({ transactions: input });
        return { items: [deposit], olderThan: null };
      },
    },
    ...found,
  });
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = shown.screen.getByRole("textbox", { name: "Find anything" });
  await expect.element(field).toHaveFocus();
  await field.fill(words);
  onTestFinished(async () => {
    await userEvent.keyboard("{Escape}");
    await expect.element(field).not.toBeInTheDocument();
  });
  return { ...shown, asked };
}

const ownParcel = {
  ...expectedParcel,
  description: "Wool scarf",
  shop: "Sole",
  labelCode: "P7K3M9QX",
};
const deposit = {
  id: "00000000-0000-4000-8000-0000000000d1",
  type: "deposit",
  amountCents: 2500,
  reason: null,
  legNumber: null,
  plan: null,
  status: "completed",
  createdAt: "2031-04-30T12:00:00Z",
} as const;

test("customers find parcels, packages and ship requests by one number, each by a request of its own", async () => {
  const { screen, asked, router } = await findOwn(" sf 1234 5678 90123");
  await expect.element(screen.getByText("Ceramic tea set")).toBeVisible();
  const number = packageNumberText(parcelUnderWay.number);
  await expect
    .element(screen.getByText(`${number} · ${parcelUnderWay.trackingNumber}`))
    .toBeVisible();
  await expect.element(screen.getByText(/^Waiting for you · /)).toBeVisible();
  await expect.element(screen.getByText("Wool scarf")).toBeVisible();
  await expect.element(screen.getByText(/Sole · P7K3M9QX/)).toBeVisible();
  expect(asked).toEqual([{ parcels: "sf 1234 5678 90123" }, { requests: "sf 1234 5678 90123" }]);
  await expectAccessible();
  // The first hit is active.
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.state.location.search).toBe(`?package=${parcelUnderWay.id}`);
});

test.each([
  ["25", { fromCents: 2500, toCents: 2599, by: "shipment" }],
  ["$25.00", { fromCents: 2500, toCents: 2500, by: "shipment" }],
  ["deposits", { types: ["deposit", "deposit_refund"] }],
  ["depos", { types: ["deposit", "deposit_refund"] }],
])("customers find transactions by %s", async (words, sought) => {
  const { screen, asked, router } = await findOwn(words, {
    packages: {
      listPackages: async () => ({ ...nothingFound, counts: { all: 0, active: 0, delivered: 0 } }),
    },
  });
  await screen.getByText("Deposit · $25.00").click();
  expect(asked).toContainEqual({ transactions: sought });
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/wallet/statement");
  expect(router.state.location.search).toBe("?month=2031-04");
});

const shipment = {
  ...deposit,
  id: "00000000-0000-4000-8000-0000000000d2",
  type: "shipping_fee",
  shipRequestId: "00000000-0000-4000-8000-0000000000d3",
  shipment: {
    number: "P-1024",
    destination: "Japan",
    status: "completed",
    sumCents: -7863,
    transactions: [
      {
        ...deposit,
        id: "00000000-0000-4000-8000-0000000000d2",
        type: "shipping_fee",
        amountCents: 7743,
      },
      {
        ...deposit,
        id: "00000000-0000-4000-8000-0000000000d4",
        type: "service_fee",
        amountCents: 120,
      },
    ],
  },
} as const satisfies HistoryRow;

test.each([
  ["78.63", "P-1024 · $78.63", `/dashboard/ship-requests/${shipment.shipRequestId}`],
  ["1.20", "Service Fee · $1.20", "/dashboard/wallet/statement"],
])("customers find %s as the sum of a shipment or as a part of it", async (words, label, to) => {
  const { screen, router } = await findOwn(words, {
    wallet: { listTransactions: async () => ({ items: [shipment], olderThan: null }) },
  });
  await screen.getByText(label).click();
  await expect.poll(() => router.state.location.pathname).toBe(to);
});

test("customers find refunds among their transactions and in the help, and the page of their messages", async () => {
  const answer = `<article><h3 id="payout">How do I get my money back?</h3><p>A refund goes to your wallet.</p>
    <h3 id="goods">Batteries</h3><p>We ask before.</p></article>`;
  vi.spyOn(window, "fetch").mockImplementation(async () => new Response(answer));
  const { screen, asked } = await findOwn("refunds");
  await expect.element(screen.getByText("How do I get my money back?")).toBeVisible();
  expect(asked).toContainEqual({ transactions: { types: ["refund", "deposit_refund"] } });
  const field = screen.getByRole("textbox", { name: "Find anything" });
  await field.fill("battery");
  await expect.element(screen.getByText("Batteries")).toBeVisible();
  await expect.element(screen.getByText("How do I get my money back?")).not.toBeInTheDocument();
  await field.fill("messages");
  await expect.element(screen.getByText("Write to us, and what you wrote")).toBeVisible();
});

test("customers find transactions by day, in their own time zone", async () => {
  const { asked } = await findOwn("2031-04-30");
  const midnight = (day: number) => new Date(2031, 3, day).toISOString();
  await expect
    .poll(() => asked)
    .toContainEqual({ transactions: { createdFrom: midnight(30), createdBefore: midnight(31) } });
});

test("customers find the answers of the help page, and the rest where it cannot be read", async () => {
  const fetching = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const { screen } = await findOwn("lost");
  await expect.element(screen.getByText("Wool scarf")).toBeVisible();
  const page = `<main><h2>Lost menu</h2><article><h3 id="lost">My parcel is lost</h3><h3>Duty</h3></article></main>`;
  fetching.mockImplementation(async () => new Response(page));
  await screen.getByRole("textbox", { name: "Find anything" }).fill("is lost");
  await expect.element(screen.getByText("My parcel is lost")).toBeVisible();
  expect(fetching).toHaveBeenLastCalledWith("/help");
  expect(screen.getByText("Duty").elements()).toEqual([]);
  expect(screen.getByText("Lost menu").elements()).toEqual([]);
});

test("without a warehouse nothing of it is asked for", async () => {
  const { screen, asked } = await findOwn("Wool 25", {
    settings: { readPublicSettings: async () => ({ ...publicSettings, hasWarehouse: false }) },
  });
  await expect.element(screen.getByText("Ceramic tea set")).toBeVisible();
  expect(asked).toEqual([]);
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
