import { MantineProvider, Skeleton } from "@mantine/core";
import { useReducer, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createMemoryRouter, Route, RouterProvider, Routes } from "react-router";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Person } from "#contract/auth.ts";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { fakeClient, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { showShell } from "#testing/screen/show-shell.tsx";
import { ownAddress } from "#testing/screen/own-address.ts";
import { mei, publicSettings, sessionOf, superPlan } from "#testing/screen/users.ts";
import { ApiProvider } from "#web/api.tsx";
import type { PageHandle } from "#web/early-reading.tsx";
import * as dashboardPage from "#web/packages/dashboard-page.tsx";
import * as packagesPage from "#web/packages/packages-page.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { theme } from "#web/ui/theme.ts";
import routes from "#web/routes.ts";
import { useAfterFirstData } from "./after-first-data.ts";
import { ProtectedShell } from "./protected-shell.tsx";
import { adminLinks, operationsLinks, warehouseLinks } from "./admin-links.tsx";
import { customerGroups } from "./customer-links.tsx";

type Answers = {
  person: Person | null;
  signOut?: () => Promise<object>;
  supportEmail?: string | null;
};

/** The session and the public settings only; a screen that needs more fails the test. */
function answersFor({ person, signOut, supportEmail = null }: Answers): FakeAnswers {
  return {
    auth: {
      readSession: async () => (person ? sessionOf(person) : null),
      signOut: signOut ?? (async () => ({})),
    },
    settings: { readPublicSettings: async () => ({ ...publicSettings, supportEmail }) },
  };
}

const visit = (address: string, answers: Answers) => showShell(address, answersFor(answers));

afterEach(() => page.viewport(1280, 800));

test("a signed-out visitor is redirected to the login with the address to return to", async () => {
  const { screen, router } = await visit("/dashboard/wallet?tab=history", { person: null });
  await expect.element(screen.getByRole("heading", { name: "Login page" })).toBeVisible();
  expect(router.state.location.state).toEqual({ from: "/dashboard/wallet?tab=history" });
});

const linksIn = (name: string) => page.getByRole("navigation", { name }).getByRole("link");

test("a customer sees the six links of the sidebar, and those of the warehouse below them", async () => {
  const { screen } = await visit("/dashboard/packages/new", { person: mei });
  await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
  const labels = linksIn("Main").elements();
  expect(labels.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Dashboard", "/dashboard"],
    ["My Packages", "/dashboard/packages"],
    ["Track Shipment", "/dashboard/track"],
    ["Wallet", "/dashboard/wallet"],
    ["Profile", "/dashboard/profile"],
    ["Settings", "/dashboard/settings"],
  ]);
  const warehouse = linksIn("Warehouse").elements();
  expect(warehouse.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Parcels", "/dashboard/parcels"],
    ["My address", "/dashboard/address"],
  ]);
  await expect
    .element(screen.getByRole("link", { name: "My Packages" }))
    .toHaveAttribute("aria-current", "page");
});

test("a customer who opens the admin area is redirected to the dashboard", async () => {
  const { screen, router } = await visit("/admin/dashboard/users", { person: mei });
  await expect.element(screen.getByRole("heading", { name: "Customer dashboard" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard");
});

test("an administrator sees the five links of the admin sidebar, and the other pages below", async () => {
  const { screen } = await visit("/admin/dashboard/audit", { person: { ...mei, isAdmin: true } });
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  const labels = linksIn("Main").elements();
  expect(labels.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Dashboard", "/admin/dashboard"],
    ["Users", "/admin/dashboard/users"],
    ["Shipments", "/admin/dashboard/shipments"],
    ["Payments", "/admin/dashboard/payments"],
    ["Settings", "/admin/dashboard/settings"],
  ]);
  const warehouse = linksIn("Warehouse").elements();
  expect(warehouse.map((link) => link.textContent)).toEqual([
    "Receiving",
    "Packing",
    "Labels",
    "Manifests",
    "Inbound parcels",
    "Unmatched parcels",
    "Storage locations",
    "Stocktake",
    "Warehouses",
  ]);
  const operations = linksIn("Operations").elements();
  expect(operations.map((link) => link.textContent)).toEqual([
    "Open work",
    "Tracking",
    "Payouts",
    "Plan payments",
    "Reconciliation",
    "Webhooks",
    "Freight figures",
    "Number ranges",
    "Storage prices",
    "Boxes & Extra Services",
    "Services & Rates",
    "Lanes",
    "Carriers",
    "Limits",
    "Audit log",
    "Errors",
  ]);
  const current = [...document.querySelectorAll("nav [aria-current=page]")];
  expect(current.map((link) => link.textContent)).toEqual(["Audit log"]);
});

test("every admin page except labels has a link in the sidebar", () => {
  const admin = (routes as readonly RouteConfigEntry[]).find(
    ({ path }) => path === "admin/dashboard",
  );
  // Desks are documents of their own beside the admin area.
  const desks = (routes as readonly RouteConfigEntry[])
    .flatMap(({ children = [] }) => children)
    .flatMap(({ path = "" }) => (path.startsWith("admin/dashboard/") ? [`/${path}`] : []));
  const pages = (admin?.children ?? [])
    .map(({ path = "" }) => `/admin/dashboard/${path.replace(/\/?:.*$/, "")}`.replace(/\/$/, ""))
    // Those of a service are reached from the list of services.
    .filter((path, index, all) => all.indexOf(path) === index && !path.includes("/services/"))
    .filter((path) => !path.endsWith("/labels"));
  const linked = [...adminLinks, ...warehouseLinks, ...operationsLinks].map(({ to }) => to);
  // The account's link is the name below the others.
  expect(linked.toSorted()).toEqual(
    [...pages, ...desks].filter((path) => path !== "/admin/dashboard/account").toSorted(),
  );
});

test.each([
  { width: 1280, height: 480 },
  { width: 390, height: 480 },
  { width: 844, height: 390 },
])(
  "on $width by $height the last link and the logout can be scrolled to",
  async ({ width, height }) => {
    await page.viewport(width, height);
    const { screen } = await visit("/admin/dashboard/errors", {
      person: { ...mei, isAdmin: true },
    });
    await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
    if (width < 992) await screen.getByRole("button", { name: "Open menu" }).click();
    const menu = width < 992 ? page.getByRole("dialog") : page.getByRole("banner");
    const isInView = (element: Element) => {
      const { top, bottom, left } = element.getBoundingClientRect();
      // The menu of a phone comes in from the left. Scrolling stops at whole pixels.
      return left >= 0 && top > -1 && bottom < height + 1 && element.checkVisibility();
    };
    const last = menu.getByRole("link", { name: "Errors" });
    await expect.poll(() => isInView(last.element())).toBe(true);
    const logOut = menu.getByRole("button", { name: "Log out" });
    const scrollTo = (element: Element) => {
      element.scrollIntoView({ block: "nearest" });
      return isInView(element);
    };
    await expect.poll(() => scrollTo(logOut.element())).toBe(true);
    // Nothing lies over it.
    await logOut.hover();
  },
);

test.each([1280, 390])(
  "at %i pixels the page has one banner, also with the menu open",
  async (width) => {
    await page.viewport(width, 800);
    const { screen } = await visit("/dashboard/wallet", { person: mei });
    await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
    expect(page.getByRole("banner").elements()).toHaveLength(1);
    if (width > 992) return;
    await screen.getByRole("button", { name: "Open menu" }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expectAccessible();
  },
);

test.each([
  [1280, false],
  [390, false],
  [1280, true],
  [390, true],
])(
  "at %i pixels the menu has help, contact and the support address (admin: %s)",
  async (width, isAdmin) => {
    await page.viewport(width, 800);
    const { screen } = await visit(isAdmin ? "/admin/dashboard/users" : "/dashboard/wallet", {
      person: { ...mei, isAdmin },
      supportEmail: "help@sampan.example",
    });
    if (width < 992) await screen.getByRole("button", { name: "Open menu" }).click();
    const menu = width < 992 ? page.getByRole("dialog") : page.getByRole("banner");
    const links = menu.getByRole("navigation", { name: "Support" }).getByRole("link");
    await expect.element(links.nth(2)).toBeVisible();
    expect(links.elements().map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Help", "/help"],
      ["Contact", "/contact"],
      ["help@sampan.example", "mailto:help@sampan.example"],
    ]);
    for (const link of width < 992 ? links.elements() : [])
      expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  },
);

test("logging out shows a toast and the home page", async () => {
  const { screen, router } = await visit("/dashboard/wallet", { person: mei });
  await screen.getByRole("button", { name: "Log out" }).click();
  await expect.element(screen.getByText("Logged out successfully")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Home page" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/");
});

test("a failed logout shows a toast and stays on the page", async () => {
  const { screen, router } = await visit("/dashboard/wallet", {
    person: mei,
    signOut: () => Promise.reject(new Error("offline")),
  });
  await screen.getByRole("button", { name: "Log out" }).click();
  await expect.element(screen.getByText("Logout failed")).toBeVisible();
  await expect.element(screen.getByText("Could not log out. Please try again.")).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/wallet");
});

test("a page is not rendered again at every step of the router", async () => {
  const renderScreen = vi.fn<() => ReactNode>(() => <h1>Customer screen</h1>);
  function Screen() {
    return renderScreen();
  }
  // Like the router at every step of a navigation, this renders the page of the address again.
  function Rerendering() {
    const [steps, step] = useReducer((count: number) => count + 1, 0);
    const shell = <ProtectedShell groups={customerGroups} isForAdmins={false} />;
    return (
      <>
        <button type="button" onClick={step}>{`Steps: ${steps}`}</button>
        <Routes>
          <Route path="/dashboard" element={shell}>
            <Route index element={<Screen />} />
          </Route>
        </Routes>
      </>
    );
  }
  const router = createMemoryRouter([{ path: "*", element: <Rerendering /> }], {
    initialEntries: ["/dashboard"],
  });
  const screen = await render(
    <MantineProvider theme={theme} env="test">
      <ApiProvider client={fakeClient(answersFor({ person: mei }))}>
        <RouterProvider router={router} />
      </ApiProvider>
    </MantineProvider>,
  );
  await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
  await screen.getByRole("button", { name: "Steps: 0" }).click();
  await expect.element(screen.getByRole("button", { name: "Steps: 1" })).toBeVisible();
  expect(renderScreen).toHaveBeenCalledTimes(1);
});

describe("what a page shows first is read once, while the session is still loading:", () => {
  type EarlyPage = { readonly handle: PageHandle; readonly default: ComponentType };

  /** The session is answered after `count` answers made by `read`. */
  function earlyReads(count: number) {
    const { promise: isRead, resolve } = Promise.withResolvers<void>();
    const inputs: unknown[] = [];
    const read =
      <Answer,>(answer: Answer) =>
      async (input: unknown) => {
        inputs.push(input);
        if (inputs.length === count) resolve();
        return answer;
      };
    const readSession = async () => isRead.then(() => sessionOf(mei));
    return { inputs, read, auth: { readSession } };
  }

  async function showEarly(address: string, shown: EarlyPage, answers: FakeAnswers) {
    const shell = <ProtectedShell groups={customerGroups} isForAdmins={false} />;
    const path = address.replace(/\?.*/, "");
    const children = [{ path, handle: shown.handle, element: <shown.default /> }];
    const router = createMemoryRouter([{ path: "/dashboard", element: shell, children }], {
      initialEntries: [address],
    });
    const settings = { readPublicSettings: async () => publicSettings };
    return await render(
      <MantineProvider theme={theme} env="test">
        <ApiProvider client={fakeClient({ settings, ...answers })}>
          <RouterProvider router={router} />
        </ApiProvider>
      </MantineProvider>,
    );
  }

  test("the list of packages", async () => {
    const { inputs, read, auth } = earlyReads(1);
    const list = { items: [], total: 0, counts: { all: 21, active: 0, delivered: 21 } };
    const screen = await showEarly("/dashboard/packages?tab=active&search=tea", packagesPage, {
      auth,
      plans: { readSubscription: async () => superPlan },
      packages: { listPackages: read(list) },
    });
    await expect.element(screen.getByRole("heading", { name: "My Packages" })).toBeVisible();
    await expect.element(screen.getByText("No packages found matching your search.")).toBeVisible();
    expect(inputs).toEqual([{ tab: "active", search: "tea", page: 1, pageSize: 20 }]);
  });

  test("wallet, plan, address and newest packages of the dashboard", async () => {
    const { inputs, read, auth } = earlyReads(4);
    const noPackages = { items: [], total: 0, counts: { all: 0, active: 0, delivered: 0 } };
    const screen = await showEarly("/dashboard", dashboardPage, {
      auth,
      wallet: { readWallet: read({ balanceCents: 12_550 }) },
      plans: { readSubscription: read(superPlan) },
      inboundParcels: { readAddress: read(ownAddress) },
      packages: { listPackages: read(noPackages) },
    });
    await expect.element(screen.getByText("$125.50")).toBeVisible();
    await expect.element(screen.getByText("Subscription Status")).toBeVisible();
    const address = screen.getByRole("heading", { name: "My Hong Kong address" });
    await expect.element(address).toBeVisible();
    await expect.element(screen.getByText("No packages found")).toBeVisible();
    expect(inputs).toHaveLength(4);
  });
});

test.each([
  ["lines", <LoadingLines key="lines" />],
  ["a field", <Skeleton key="field" h={60} role="status" />],
])(
  "what may be needed next waits for the parts of the page, shown as %s",
  async (_, placeholder) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    function Probe() {
      const [isThere, show] = useReducer(() => true, false);
      return (
        <main>
          <button type="button" onClick={show}>
            {useAfterFirstData() ? "After" : "Before"}
          </button>
          {isThere ? null : placeholder}
        </main>
      );
    }
    const screen = await render(
      <MantineProvider theme={theme} env="test">
        <ApiProvider client={fakeClient({})}>
          <Probe />
        </ApiProvider>
      </MantineProvider>,
    );
    const button = screen.getByRole("button");
    await expect.element(screen.getByRole("status")).toBeInTheDocument();
    flushSync(() => vi.advanceTimersByTime(5_000));
    expect(button.element().textContent).toBe("Before");
    await button.click();
    await expect.element(screen.getByRole("status")).not.toBeInTheDocument();
    vi.advanceTimersByTime(500);
    await expect.element(button).toHaveTextContent("After");
  },
);

describe("the menu of a phone", () => {
  async function showMenuButton() {
    await page.viewport(390, 844);
    const { screen } = await visit("/dashboard/wallet", { person: mei });
    const opener = screen.getByRole("button", { name: "Open menu" });
    await expect.element(opener).toBeVisible();
    return opener;
  }

  test("closes with Escape and returns the focus, every time", async () => {
    const opener = await showMenuButton();
    const menu = page.getByRole("dialog");
    for (const _ of ["first", "next"]) {
      await opener.click();
      await expect.element(menu.getByRole("button", { name: "Close menu" })).toHaveFocus();
      await userEvent.keyboard("{Escape}");
      await expect.element(menu).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    }
  });

  test("stays closed when Escape is pressed before its code is loaded", async () => {
    const opener = await showMenuButton();
    const button = opener.element();
    if (!(button instanceof HTMLElement)) throw new Error("The menu button is not an element.");
    flushSync(() => button.click());
    expect(button.ariaExpanded).toBe("true");
    expect(page.getByRole("dialog").elements()).toHaveLength(0);
    const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
    button.dispatchEvent(escape);
    await expect.element(opener).toHaveAttribute("aria-expanded", "false");
  });
});
