// What each role sees of the admin area.
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Person } from "#contract/auth.ts";
import type { StaffRole } from "#core/staff-role.ts";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import type { FakeAnswers } from "#testing/screen/fake-client.ts";
import { showShell } from "#testing/screen/show-shell.tsx";
import { mei, publicSettings, sessionOf } from "#testing/screen/users.ts";
import { useMayUse } from "#web/permissions.ts";

function AdminScreen() {
  const seesMoney = useMayUse("money");
  return <h1>{seesMoney ? "Admin screen with money" : "Admin screen"}</h1>;
}

function staffMember(roles: readonly StaffRole[], hasTwoFactor = true): Person {
  return { ...mei, roles: [...roles], hasTwoFactor };
}

async function visit(address: string, person: () => Person, auth: FakeAnswers["auth"] = {}) {
  const answers: FakeAnswers = {
    auth: { readSession: async () => sessionOf(person()), ...auth },
    settings: { readPublicSettings: async () => publicSettings },
  };
  return await showShell(address, answers, <AdminScreen />);
}

function sidebarLinks(): (string | null)[] {
  return ["Main", "Warehouse", "Operations"].flatMap((name) =>
    page
      .getByRole("navigation", { name })
      .getByRole("link")
      .elements()
      .map((link) => link.textContent),
  );
}

test.each<[StaffRole, string, string[]]>([
  [
    "receiver",
    "shipments",
    ["Shipments", "Receiving", "Inbound parcels", "Storage locations", "Stocktake"],
  ],
  ["packer", "shipments", ["Shipments", "Packing", "Labels", "Manifests", "Inbound parcels"]],
  [
    "support",
    "users",
    [
      "Dashboard",
      "Users",
      "Shipments",
      "Packing",
      "Inbound parcels",
      "Unmatched parcels",
      "Open work",
      "Tracking",
    ],
  ],
  [
    "finance",
    "payments",
    [
      "Dashboard",
      "Users",
      "Payments",
      "Payouts",
      "Plan payments",
      "Reconciliation",
      "Webhooks",
      "Freight figures",
    ],
  ],
  [
    "manager",
    "lanes",
    [
      "Dashboard",
      "Users",
      "Shipments",
      "Payments",
      "Receiving",
      "Packing",
      "Labels",
      "Manifests",
      "Inbound parcels",
      "Unmatched parcels",
      "Storage locations",
      "Stocktake",
      "Warehouses",
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
    ],
  ],
])("the sidebar of %s has the pages of that role only", async (role, address, links) => {
  await visit(`/admin/dashboard/${address}`, () => staffMember([role]));
  await expect.element(page.getByRole("heading", { name: /^Admin screen/ })).toBeVisible();
  expect(sidebarLinks()).toEqual(links);
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
  await screen.getByRole("link", { name: "Go to Shipments" }).click();
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin/dashboard/shipments");
});

test("the address of the whole area leads to the first page of the role", async () => {
  const { screen, router } = await visit("/admin/dashboard", () => staffMember(["receiver"]));
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin/dashboard/shipments");
});

test("without a role the admin area leads to the dashboard", async () => {
  const { screen, router } = await visit("/admin/dashboard/shipments", () => mei);
  await expect.element(screen.getByRole("heading", { name: "Customer dashboard" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard");
});

test("staff change between the admin area and their own packages", async () => {
  const { screen } = await visit("/dashboard", () => staffMember(["support"]));
  await screen.getByRole("link", { name: "Admin area" }).click();
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  await screen.getByRole("link", { name: "Your packages" }).click();
  await expect.element(screen.getByRole("heading", { name: "Customer dashboard" })).toBeVisible();
});

test("a role that requires two-factor authentication asks for it, and opens the page after the backup codes", async () => {
  const person = { current: staffMember(["finance"], false) };
  const { screen } = await visit("/admin/dashboard/payouts", () => person.current, {
    readTwoFactor: async () => ({
      isEnabled: person.current.hasTwoFactor,
      enabledAt: null,
      backupCodesLeft: 10,
    }),
    startTwoFactor: async () => ({ secret: "JBSWY3DPEHPK3PXP", otpauthUri: "otpauth://totp/x" }),
    confirmTwoFactor: async () => {
      person.current = staffMember(["finance"]);
      return { backupCodes: ["aaaa-bbbb", "cccc-dddd"] };
    },
  });
  await expect
    .element(screen.getByRole("heading", { name: "Set up two-factor authentication" }))
    .toBeVisible();
  await expect.element(screen.getByText(/Your role \(Finance\) requires two-factor/)).toBeVisible();
  expect(sidebarLinks()).toEqual([]);
  await expectAccessible();
  await screen.getByRole("button", { name: "Enable" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("123456");
  await dialog.getByRole("button", { name: "Enable" }).click();
  // The session knows of it by now, and the codes must stay until they have been read.
  await expect.element(page.getByText("aaaa-bbbb")).toBeVisible();
  await vi.waitFor(() => expect(sidebarLinks()).toContain("Payouts"));
  await expect.element(page.getByText("aaaa-bbbb")).toBeVisible();
  await dialog.getByRole("button", { name: "I have saved my codes" }).click();
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect
    .element(screen.getByRole("heading", { name: "Admin screen with money" }))
    .toBeVisible();
});

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
