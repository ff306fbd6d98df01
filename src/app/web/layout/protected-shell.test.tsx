import { MantineProvider, Skeleton } from "@mantine/core";
import { useReducer, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createMemoryRouter, Route, RouterProvider, Routes } from "react-router";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Person } from "#platform/contract/session.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { fakeClient, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showShell } from "#test/screen/show-shell.tsx";
import { ownAddress } from "#test/screen/own-address.ts";
import { mei, publicSettings, sessionOf, superPlan } from "#test/screen/users.ts";
import { ApiProvider } from "#ui/web/api.tsx";
import type { ApiQueries } from "#app/web/api.ts";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import * as dashboardPage from "#office/web/packages/dashboard-page.tsx";
import * as packagesPage from "#goods/web/packages/packages-page.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { theme } from "#ui/web/theme.ts";
import { useAfterFirstData } from "./after-first-data.ts";
import { ProtectedShell } from "./protected-shell.tsx";

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

test("a quiet strip says at every width that one is offline, until one is back", async () => {
  onTestFinished(() => void window.dispatchEvent(new Event("online")));
  const { screen } = await showShell("/dashboard/packages/new", answersFor({ person: mei }));
  await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
  const strip = screen.getByText("You are offline. Nothing is lost.");
  expect(strip.elements()).toEqual([]);
  window.dispatchEvent(new Event("offline"));
  await expect.element(strip).toBeVisible();
  const isQuiet = () => {
    const { top, height } = strip.element().getBoundingClientRect();
    expect(top).toBeLessThan(120);
    expect(height).toBeLessThan(64);
  };
  await expectToFit([1280, 390, 320], { check: isQuiet });
  await expect.element(strip).toBeVisible();
  window.dispatchEvent(new Event("online"));
  await expect.element(strip).not.toBeInTheDocument();
});

const linksIn = (name: string) => page.getByRole("navigation", { name }).getByRole("link");

const linksAndAddresses = (name: string) =>
  linksIn(name)
    .elements()
    .map((link) => [link.textContent, link.getAttribute("href")]);

const withoutWarehouse = {
  readPublicSettings: async () => ({ ...publicSettings, hasWarehouse: false }),
};

test("without a warehouse a customer sees the six links of the sidebar and no other", async () => {
  const { screen } = await showShell("/dashboard/packages/new", {
    ...answersFor({ person: mei }),
    settings: withoutWarehouse,
  });
  await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
  await expect.poll(() => page.getByRole("navigation").elements()).toHaveLength(2);
  expect(linksAndAddresses("Main")).toEqual([
    ["Dashboard", "/dashboard"],
    ["My Packages", "/dashboard/packages"],
    ["Track Shipment", "/dashboard/track"],
    ["Wallet", "/dashboard/wallet"],
    ["Profile", "/dashboard/profile"],
    ["Settings", "/dashboard/settings"],
  ]);
  await expect
    .element(screen.getByRole("link", { name: "My Packages" }))
    .toHaveAttribute("aria-current", "page");
});

test.each(["parcels", "parcels/claims", "address", "packages/1/ship", "ship-requests/1"])(
  "without a warehouse %s is the specified 404",
  async (address) => {
    const { screen } = await showShell(`/dashboard/${address}`, {
      ...answersFor({ person: mei }),
      settings: withoutWarehouse,
    });
    await expect.element(screen.getByText("404")).toBeVisible();
    await expect.element(screen.getByText("Oops! Page not found")).toBeVisible();
    await expect
      .element(screen.getByRole("heading", { name: "Customer screen" }))
      .not.toBeInTheDocument();
  },
);

test("a customer sees the links of the warehouse below the six", async () => {
  const { screen } = await visit("/dashboard/packages/new", { person: mei });
  await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
  expect(linksAndAddresses("Main")).toHaveLength(6);
  expect(linksAndAddresses("Warehouse")).toEqual([
    ["Parcels", "/dashboard/parcels"],
    ["My address", "/dashboard/address"],
    ["Messages", "/dashboard/messages"],
  ]);
});

test("a customer who opens the admin area is redirected to the dashboard", async () => {
  const { screen, router } = await visit("/admin/dashboard/users", { person: mei });
  await expect.element(screen.getByRole("heading", { name: "Customer dashboard" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard");
});

const admin = { ...mei, isAdmin: true };

const specifiedAdminLinks = [
  ["Dashboard", "/admin/dashboard"],
  ["Users", "/admin/dashboard/users"],
  ["Shipments", "/admin/dashboard/shipments"],
  ["Payments", "/admin/dashboard/payments"],
  ["Settings", "/admin/dashboard/settings"],
];
const operationsLinks = [
  ["Open work", "/admin/dashboard/work-items"],
  ["Money", "/admin/dashboard/payouts"],
];

test("without a warehouse an administrator sees the five links, Open work and Money", async () => {
  const person = { ...admin, isWarehouseEntered: false };
  const { screen } = await visit("/admin/dashboard/audit", { person });
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  expect(linksAndAddresses("Main")).toEqual(specifiedAdminLinks);
  expect(linksAndAddresses("Operations")).toEqual(operationsLinks);
  expect(page.getByRole("navigation", { name: "Warehouse" }).elements()).toEqual([]);
  const current = [...document.querySelectorAll("nav [aria-current=page]")];
  expect(current.map((link) => link.textContent)).toEqual(["Settings"]);
});

test("an administrator sees the entries of the warehouse below them", async () => {
  const { screen } = await visit("/admin/dashboard/stocktake", { person: admin });
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  expect(linksAndAddresses("Main")).toEqual(specifiedAdminLinks);
  expect(linksAndAddresses("Operations")).toEqual(operationsLinks);
  expect(linksAndAddresses("Warehouse")).toEqual([
    ["Receiving", "/admin/dashboard/receiving"],
    ["Packing", "/admin/dashboard/packing"],
    ["Dispatch", "/admin/dashboard/shipping-labels"],
    ["Stock", "/admin/dashboard/inbound-parcels"],
  ]);
});

test.each([
  ["an administrator", admin],
  ["a manager", { ...mei, roles: ["manager"], hasTwoFactor: true } satisfies Person],
])(
  "at 1280 by 800 all of the menu of %s is in view, with the sandbox banner",
  async (_, person) => {
    await page.viewport(1280, 800);
    document.documentElement.style.setProperty("--banner-height", "2.0625rem");
    onTestFinished(() => void document.documentElement.style.removeProperty("--banner-height"));
    const { screen } = await visit("/admin/dashboard/carriers", {
      person,
      supportEmail: "help@sampan.example",
    });
    await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
    const banner = page.getByRole("banner");
    const groups = banner.element().querySelector("[data-menu-groups]");
    if (groups === null) throw new Error("There is no menu.");
    await expect.poll(() => groups.querySelectorAll("svg")).toHaveLength(11);
    expect(groups.scrollHeight).toBeLessThanOrEqual(groups.clientHeight);
    const { bottom } = banner
      .getByRole("button", { name: "Log out" })
      .element()
      .getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(800 - 33);
  },
);

test("a menu that is cut has an edge that the ends of its entries cover", async () => {
  await page.viewport(1280, 520);
  const { screen } = await visit("/admin/dashboard/users", { person: admin });
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  const groups = page.getByRole("banner").element().querySelector("[data-menu-groups]");
  if (groups === null) throw new Error("There is no menu.");
  expect(groups.scrollHeight).toBeGreaterThan(groups.clientHeight);
  const { backgroundAttachment, backgroundImage } = getComputedStyle(groups);
  // The covers scroll with the entries, the edges do not.
  expect(backgroundAttachment).toMatch(/^local, local, scroll, scroll/);
  expect(backgroundImage.match(/linear-gradient/g)).toHaveLength(4);
});

test.each([
  { width: 1280, height: 480 },
  { width: 390, height: 480 },
  { width: 844, height: 390 },
])(
  "on $width by $height the last link and the logout can be scrolled to",
  async ({ width, height }) => {
    await page.viewport(width, height);
    const { screen } = await visit("/admin/dashboard/unmatched", { person: admin });
    await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
    if (width < 992) await screen.getByRole("button", { name: "Open menu" }).click();
    const menu = width < 992 ? page.getByRole("dialog") : page.getByRole("banner");
    const isInView = (element: Element) => {
      const { top, bottom, left } = element.getBoundingClientRect();
      // The menu of a phone comes in from the left. Scrolling stops at whole pixels.
      return left >= 0 && top > -1 && bottom < height + 1 && element.checkVisibility();
    };
    const last = menu.getByRole("link", { name: "Stock" });
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
    const shell = <ProtectedShell />;
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
  type EarlyPage = { readonly handle: PageHandle<ApiQueries>; readonly default: ComponentType };

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
    const shell = <ProtectedShell />;
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

  test("wallet, plan and newest packages of the dashboard", async () => {
    const { inputs, read, auth } = earlyReads(3);
    const noPackages = { items: [], total: 0, counts: { all: 0, active: 0, delivered: 0 } };
    const screen = await showEarly("/dashboard", dashboardPage, {
      auth,
      wallet: { readWallet: read({ balanceCents: 12_550 }) },
      plans: { readSubscription: read(superPlan) },
      inboundParcels: { readAddress: async () => ownAddress },
      shipRequests: { listShipRequests: async () => ({ items: [], total: 0 }) },
      packages: { listPackages: read(noPackages) },
    });
    await expect.element(screen.getByText("$125.50")).toBeVisible();
    await expect.element(screen.getByText("Subscription Status")).toBeVisible();
    const address = screen.getByRole("heading", { name: "My Hong Kong address" });
    await expect.element(address).toBeVisible();
    await expect.element(screen.getByText("No packages found")).toBeVisible();
    expect(inputs).toHaveLength(3);
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
