// What each role sees of the admin area.
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Person } from "#platform/contract/session.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { createFakeStream } from "#test/screen/fake-stream.ts";
import { showShell } from "#test/screen/show-shell.tsx";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import { useMayUse } from "#ui/web/permissions.ts";

function AdminScreen() {
  const seesMoney = useMayUse("money");
  return <h1>{seesMoney ? "Admin screen with money" : "Admin screen"}</h1>;
}

function staffMember(roles: readonly StaffRole[], hasTwoFactor = true): Person {
  return { ...mei, roles: [...roles], hasTwoFactor };
}

const withoutWarehouse = { isWarehouseEntered: false };

async function visit(
  address: string,
  person: () => Person,
  auth: FakeAnswers["auth"] = {},
  changeStream: FakeAnswers["changeStream"] = {},
) {
  const answers: FakeAnswers = {
    changeStream,
    auth: { readSession: async () => sessionOf(person()), ...auth },
    settings: { readPublicSettings: async () => publicSettings },
  };
  return await showShell(address, answers, <AdminScreen />);
}

function linksOf(name: string): (string | null)[] {
  return page
    .getByRole("navigation", { name, exact: true })
    .getByRole("link")
    .elements()
    .map((link) => link.textContent);
}

function sidebarLinks(): (string | null)[] {
  return ["Main", "Operations", "Warehouse"].flatMap(linksOf);
}

/** The menu of each role before a warehouse is entered, and what comes with it. */
test.each<[StaffRole, string[], string[]]>([
  ["receiver", ["Shipments"], ["Receiving", "Stock"]],
  ["packer", ["Shipments"], ["Packing", "Dispatch", "Stock"]],
  ["support", ["Dashboard", "Users", "Shipments", "Open work"], ["Packing", "Stock"]],
  ["finance", ["Dashboard", "Users", "Payments", "Money"], []],
  [
    "manager",
    ["Dashboard", "Users", "Shipments", "Payments", "Settings", "Open work", "Money"],
    ["Receiving", "Packing", "Dispatch", "Stock"],
  ],
])("the menu of %s has the entries of that role only", async (role, always, withWarehouse) => {
  const person = { current: { ...staffMember([role]), ...withoutWarehouse } };
  await visit("/admin/dashboard/account", () => person.current);
  await expect.element(page.getByRole("heading", { name: /^Admin screen/ })).toBeVisible();
  expect(sidebarLinks()).toEqual(always);
  person.current = staffMember([role]);
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(sidebarLinks).toEqual([...always, ...withWarehouse]);
});

/** The tabs above each page of an entry, by role. */
test.each<[StaffRole, string, string, string[]]>([
  ["support", "work-items", "Open work", ["Open work", "Tracking"]],
  [
    "finance",
    "reconciliation",
    "Money",
    ["Payouts", "Money in cases", "Plan payments", "Reconciliation", "Webhooks", "Freight figures"],
  ],
  ["packer", "shipping-labels", "Dispatch", ["Labels", "Manifests"]],
  ["receiver", "inbound-parcels", "Stock", ["Inbound parcels", "Storage locations", "Stocktake"]],
  ["support", "unmatched", "Stock", ["Inbound parcels", "Unmatched parcels"]],
])("%s finds the other pages of the entry above %s", async (role, address, entry, tabs) => {
  const { screen } = await visit(`/admin/dashboard/${address}`, () => staffMember([role]));
  await expect.element(screen.getByRole("heading", { name: /^Admin screen/ })).toBeVisible();
  expect(linksOf(entry)).toEqual(tabs);
  // The entry in the menu and the tab.
  const current = [...document.querySelectorAll("nav [aria-current=page]")];
  expect(current.map((link) => link.textContent)).toContain(entry);
  expect(current).toHaveLength(2);
  await expectAccessible();
});

test("an entry with one page that the role may open has no tabs", async () => {
  await visit("/admin/dashboard/inbound-parcels", () => staffMember(["packer"]));
  await expect.element(page.getByRole("heading", { name: /^Admin screen/ })).toBeVisible();
  expect(page.getByRole("navigation", { name: "Stock", exact: true }).elements()).toEqual([]);
});

test("the figures of freight come with the warehouse", async () => {
  const person = () => ({ ...staffMember(["finance"]), ...withoutWarehouse });
  await visit("/admin/dashboard/payouts", person);
  await expect.element(page.getByRole("heading", { name: /^Admin screen/ })).toBeVisible();
  expect(linksOf("Money")).toEqual([
    "Payouts",
    "Money in cases",
    "Plan payments",
    "Reconciliation",
    "Webhooks",
  ]);
});

test("from a page of the set-up the way leads back to its index", async () => {
  const { screen, router } = await visit("/admin/dashboard/lanes", () => staffMember(["manager"]));
  await screen.getByRole("link", { name: "Set-up" }).click();
  await expect.poll(() => router.state.location.search).toBe("?tab=set-up");
  expect(router.state.location.pathname).toBe("/admin/dashboard/settings");
});

test.each(["inbound-parcels", "inbound-parcels/", "shipping-labels", "storage-rates", "freight"])(
  "%s is the specified 404 until a warehouse is entered, and opens then",
  async (address) => {
    const person = { current: { ...staffMember(["manager"]), ...withoutWarehouse } };
    const { screen } = await visit(`/admin/dashboard/${address}`, () => person.current);
    await expect.element(screen.getByText("404")).toBeVisible();
    await expect.element(screen.getByText("Oops! Page not found")).toBeVisible();
    expect(screen.getByRole("heading", { name: /^Admin screen/ }).elements()).toEqual([]);
    person.current = staffMember(["manager"]);
    window.dispatchEvent(new Event("visibilitychange"));
    await expect.element(screen.getByRole("heading", { name: /^Admin screen/ })).toBeVisible();
  },
);

test("an admin meets the same 404", async () => {
  const admin = { ...mei, isAdmin: true, ...withoutWarehouse };
  const { screen } = await visit("/admin/dashboard/unmatched", () => admin);
  await expect.element(screen.getByText("Oops! Page not found")).toBeVisible();
});

test("without a role a page that comes with the warehouse leads to the dashboard as others do", async () => {
  const { router } = await visit("/admin/dashboard/unmatched", () => ({
    ...mei,
    ...withoutWarehouse,
  }));
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});

test("screens know what the role may use", async () => {
  const { screen } = await visit("/admin/dashboard/shipments", () => staffMember(["packer"]));
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  await expect.element(screen.getByText("Staff", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("with money")).not.toBeInTheDocument();
});

test("a page that the role does not open says so, with a link to one that it does", async () => {
  const { screen, router } = await visit("/admin/dashboard/payouts", () => staffMember(["packer"]));
  await expect
    .element(screen.getByText("Your role does not open this page", { exact: true }))
    .toBeVisible();
  await expect
    .element(screen.getByText("Your role is Packer. Ask an administrator if you need this page."))
    .toBeVisible();
  await expect
    .element(screen.getByRole("heading", { name: /Admin screen/ }))
    .not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole("link", { name: "Go to Packing" }).click();
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin/dashboard/packing");
});

test("the address of the whole area leads to the work of the role, and the logo does too", async () => {
  const { screen, router } = await visit("/admin/dashboard", () => staffMember(["receiver"]));
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin/dashboard/receiving");
  await screen.unmount();
  const support = await visit("/admin/dashboard/shipments", () => staffMember(["support"]));
  await expect
    .element(support.screen.getByRole("link", { name: "Sampan, your work" }).first())
    .toHaveAttribute("href", "/admin/dashboard/work-items");
});

test("without a role the admin area leads to the dashboard", async () => {
  const { screen, router } = await visit("/admin/dashboard/shipments", () => mei);
  await expect.element(screen.getByRole("heading", { name: "Customer dashboard" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard");
});

test("the last role that ends while a page of staff is open says so in its place", async () => {
  const person = { current: staffMember(["support"]) };
  const { screen, router } = await visit("/admin/dashboard/shipments", () => person.current);
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  person.current = mei;
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.element(screen.getByRole("heading", { name: "Your role has ended" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin/dashboard/shipments");
  await expectAccessible();
  await expect
    .element(screen.getByRole("link", { name: "Go to your account" }))
    .toHaveAttribute("href", "/dashboard");
});

test("a role that is given back opens the page again by itself", async () => {
  const stream = createFakeStream();
  const id = crypto.randomUUID();
  const person = { current: { ...staffMember(["support"]), id } };
  const { screen } = await visit(
    "/admin/dashboard/shipments",
    () => person.current,
    {},
    { subscribeToChanges: stream.subscribeToChanges },
  );
  const changeRoles = async (roles: StaffRole[], count: number) => {
    await vi.waitFor(() => expect(stream.connections).toHaveLength(count));
    person.current = { ...person.current, roles };
    stream.connections.at(-1)?.notify(`e${count}`, [{ topic: "profile", subjectId: id }]);
  };
  await changeRoles([], 1);
  await expect.element(screen.getByRole("heading", { name: "Your role has ended" })).toBeVisible();
  await changeRoles(["support"], 2);
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
});

test("staff change between the admin area and their own packages", async () => {
  const { screen, router } = await visit("/dashboard", () => staffMember(["support"]));
  await screen.getByRole("link", { name: "Admin area" }).click();
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin/dashboard/work-items");
  await screen.getByRole("link", { name: "Your packages" }).click();
  await expect.element(screen.getByRole("heading", { name: "Customer dashboard" })).toBeVisible();
});

test.each([
  ["finance", "/admin/dashboard/payouts", "/admin/dashboard/payouts"],
  ["finance", "/admin/dashboard", "/admin/dashboard/payouts"],
  ["finance", "/admin/dashboard/webhooks", "/admin/dashboard/webhooks"],
  ["manager", "/admin/dashboard", "/admin/dashboard"],
] as const)(
  "two-factor authentication is asked of %s at %s, and %s opens after the backup codes",
  async (role, address, opened) => {
    const person = { current: staffMember([role], false) };
    const { screen, router } = await visit(address, () => person.current, {
      readTwoFactor: async () => ({
        isEnabled: person.current.hasTwoFactor,
        enabledAt: null,
        backupCodesLeft: 10,
      }),
      startTwoFactor: async () => ({ secret: "JBSWY3DPEHPK3PXP", otpauthUri: "otpauth://totp/x" }),
      confirmTwoFactor: async () => {
        person.current = staffMember([role]);
        return { backupCodes: ["aaaa-bbbb", "cccc-dddd"] };
      },
    });
    await expect
      .element(screen.getByRole("heading", { name: "Set up two-factor authentication" }))
      .toBeVisible();
    const reason = screen.getByText(/^Your role \((Finance|Manager)\) requires two-factor/);
    await expect.element(reason).toBeVisible();
    expect(sidebarLinks()).toEqual([]);
    await expectAccessible();
    await screen.getByRole("button", { name: "Enable" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("123456");
    await dialog.getByRole("button", { name: "Enable" }).click();
    // The session knows of it by now, and the codes must stay until they have been read.
    await expect.element(page.getByText("aaaa-bbbb")).toBeVisible();
    await vi.waitFor(() => expect(sidebarLinks()).toContain("Money"));
    await expect.element(page.getByText("aaaa-bbbb")).toBeVisible();
    await dialog.getByRole("button", { name: "I have saved my codes" }).click();
    await expect.element(reason).not.toBeInTheDocument();
    await screen.getByRole("button", { name: "Continue" }).click();
    await expect
      .element(screen.getByRole("heading", { name: "Admin screen with money" }))
      .toBeVisible();
    expect(router.state.location.pathname).toBe(opened);
  },
);

test("a role that is granted or ended while a page is open shows or closes the page", async () => {
  const person = { current: staffMember(["support"]) };
  const { screen } = await visit("/admin/dashboard/users", () => person.current);
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  person.current = staffMember(["packer"]);
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.element(screen.getByText("Your role does not open this page")).toBeVisible();
  person.current = staffMember(["packer", "support"]);
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
});
