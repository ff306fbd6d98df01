import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SettingsRecord } from "#platform/contract/settings.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import type { Person } from "#platform/contract/session.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, staffRoles } from "#platform/rules/staff-role.ts";
import { PermissionsContext } from "#ui/web/permissions.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import AdminSettingsPage from "./settings-page.tsx";

const asSpecified: SettingsRecord = {
  allowNewRegistrations: true,
  maintenanceMode: false,
  shipmentNotifications: true,
  paymentNotifications: true,
  payment: {
    source: "sandbox",
    mode: "test",
    keyLastFour: null,
    webhookSecretLastFour: null,
    endpoint: "https://api.stripe.com",
    version: 3,
  },
  tracking: { source: "sandbox", keyLastFour: null, version: 5 },
  missingOperatorDetails: [],
  programVersion: "1.0.0",
};

const admin: Person = { ...mei, isAdmin: true };

const caseText = {
  en: "Hello {name}, we look into {number}.",
  "zh-Hant-HK": "{name} 你好，我們正在查核 {number}。",
  "zh-Hans": "{name} 您好，我们正在核查 {number}。",
};

async function show(
  settings: FakeAnswers["settings"] = {},
  address = "/admin/dashboard/settings",
  person = admin,
  cases: FakeAnswers["cases"] = {},
) {
  const setting = {
    code: "looking_into_it" as const,
    texts: caseText,
    ownTexts: caseText,
    version: 0,
  };
  let stored = asSpecified;
  const { screen } = await showScreen({
    element: (
      <PermissionsContext value={(work) => mayUse(person, roleAccess[work])}>
        <AdminSettingsPage />
      </PermissionsContext>
    ),
    path: "/admin/dashboard/settings",
    address,
    answers: {
      auth: { readSession: async () => sessionOf(person) },
      cases: { listSnippets: async () => ({ items: [setting] }), ...cases },
      settings: {
        readPublicSettings: async () => publicSettings,
        readSettings: async () => stored,
        changeSetting: async ({ setting, isEnabled }) =>
          (stored = { ...stored, [setting]: isEnabled }),
        ...settings,
      },
    },
  });
  return screen;
}

afterEach(() => page.viewport(1280, 800));

test("what customers cannot read about the operator is said with the names of the settings, where something is missing", async () => {
  const missingOperatorDetails = ["OPERATOR_NAME", "SUPPORT_EMAIL"] as const;
  const screen = await show({
    readSettings: async () => ({
      ...asSpecified,
      missingOperatorDetails: [...missingOperatorDetails],
    }),
  });
  const alert = screen.getByRole("alert", { name: "Customers cannot read who runs this service" });
  await expect.element(alert.getByText(/OPERATOR_NAME and SUPPORT_EMAIL/)).toBeVisible();
  await expectAccessible();
});

test("the tabs fit beside each other on a phone", async () => {
  await page.viewport(390, 844);
  const screen = await show();
  const tabs = screen.getByRole("tab");
  await expect.element(tabs).toHaveLength(4);
  const boxes = tabs.elements().map((tab) => tab.getBoundingClientRect());
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(390);
});

test("a switch changes at once, and the toast names it", async () => {
  const screen = await show();
  const registrations = screen.getByRole("switch", { name: "Allow New Registrations" });
  await expect.element(registrations).toBeChecked();
  await expectAccessible();
  await registrations.click();
  await expect.element(page.getByText("Setting updated")).toBeVisible();
  await expect.element(page.getByText("Allow New Registrations has been disabled")).toBeVisible();
  await expect.element(registrations).not.toBeChecked();
});

test("maintenance mode asks for confirmation when turned on, not when turned off", async () => {
  const screen = await show();
  const maintenance = screen.getByRole("switch", { name: "Maintenance Mode" });
  await maintenance.click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(maintenance).not.toBeChecked();
  await maintenance.click();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect.element(page.getByText("Maintenance Mode has been enabled")).toBeVisible();
  await expect.element(maintenance).toBeChecked();
  await maintenance.click();
  await expect.element(page.getByText("Maintenance Mode has been disabled")).toBeVisible();
});

test("a switch that the server rejects goes back and shows the reason", async () => {
  const screen = await show({ changeSetting: () => Promise.reject(rejected("unavailable")) });
  const registrations = screen.getByRole("switch", { name: "Allow New Registrations" });
  await registrations.click();
  await expect.element(page.getByText("Setting not changed")).toBeVisible();
  await expect.element(registrations).toBeChecked();
});

test("settings that cannot be loaded can be retried", async () => {
  const screen = await show({ readSettings: () => Promise.reject(rejected("forbidden")) });
  await expect.element(screen.getByText("The settings could not be loaded")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

const apiAddress = "/admin/dashboard/settings?tab=api";
const saved: SettingsRecord = {
  ...asSpecified,
  payment: {
    source: "settings",
    mode: "live",
    keyLastFour: "4711",
    webhookSecretLastFour: "0815",
    endpoint: "https://api.stripe.com",
    version: 4,
  },
};

async function typeKey(screen: Awaited<ReturnType<typeof show>>) {
  await screen.getByLabelText("Payment provider secret key").fill("sk_live_harbour4711");
  await screen.getByLabelText("Webhook signing secret").fill("whsec_lighthouse0815");
  await screen.getByRole("button", { name: "Save API Settings" }).click();
}

test("saving a key shows 'Saving...' and then only the key's last four characters", async () => {
  const requests: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<SettingsRecord>();
  let stored = asSpecified;
  const savePaymentAccess = async (input: unknown) => {
    requests.push(input);
    return (stored = await promise);
  };
  const screen = await show({ readSettings: async () => stored, savePaymentAccess }, apiAddress);
  await expect.element(screen.getByText("Sandbox, no real money moves")).toBeVisible();
  await expectAccessible();
  await typeKey(screen);
  await expect.element(screen.getByRole("button", { name: "Saving..." })).toBeDisabled();
  resolve(saved);
  await expect.element(page.getByText("Settings saved")).toBeVisible();
  await expect
    .element(page.getByText("API configuration has been updated successfully."))
    .toBeVisible();
  await expect.element(screen.getByText("Live mode, real money")).toBeVisible();
  await expect.element(screen.getByText("Ends in 4711")).toBeVisible();
  await expect.element(screen.getByLabelText("Payment provider secret key")).toHaveValue("");
  expect(requests).toEqual([
    {
      secretKey: "sk_live_harbour4711",
      webhookSecret: "whsec_lighthouse0815",
      endpoint: "https://api.stripe.com",
      expectedVersion: 3,
    },
  ]);
});

test.each([
  ["provider_key_rejected", "The payment provider does not accept this key. Nothing was changed."],
  ["endpoint_not_allowed", "or the one in the server's configuration."],
  ["unavailable", "The API configuration could not be saved."],
  ["conflict", "Someone else changed this in the meantime."],
] as const)("what was typed stays when the answer is %s", async (code, sentence) => {
  const savePaymentAccess = () => Promise.reject(rejected(code));
  const screen = await show({ savePaymentAccess }, apiAddress);
  await typeKey(screen);
  await expect.element(screen.getByText(sentence, { exact: false }).last()).toBeVisible();
  await expect
    .element(screen.getByLabelText("Payment provider secret key"))
    .toHaveValue("sk_live_harbour4711");
});

test("a saved key is removed after confirmation", async () => {
  let stored = saved;
  const removePaymentAccess = async () => (stored = asSpecified);
  const screen = await show({ readSettings: async () => stored, removePaymentAccess }, apiAddress);
  await screen.getByRole("button", { name: "Remove saved key" }).click();
  const remove = page.getByRole("button", { name: "Remove", exact: true });
  await expect.element(remove).toBeVisible();
  await expectAccessible();
  await remove.click();
  await expect.element(page.getByText("Settings saved")).toBeVisible();
  await expect.element(screen.getByText("None: the payment sandbox is in use")).toBeVisible();
});

test("a tracking key is saved, stays typed where it is rejected, and is removed", async () => {
  const answers = [rejected("tracking_key_rejected"), null];
  const requests: unknown[] = [];
  let stored = asSpecified;
  const screen = await show(
    {
      readSettings: async () => stored,
      saveTrackingKey: async (input) => {
        requests.push(input);
        const answer = answers.shift();
        if (answer) throw answer;
        const tracking = { source: "settings", keyLastFour: "4711", version: 6 } as const;
        return (stored = { ...asSpecified, tracking });
      },
      removeTrackingKey: async () => (stored = asSpecified),
    },
    apiAddress,
  );
  await expect.element(screen.getByText("None: the tracking sandbox is in use")).toBeVisible();
  const field = screen.getByLabelText("17TRACK API key");
  await field.fill("tracking4711");
  const save = screen.getByRole("button", { name: "Save tracking key" });
  await save.click();
  await expect.element(screen.getByText(/^The tracking provider does not accept/)).toBeVisible();
  await expect.element(field).toHaveValue("tracking4711");
  await save.click();
  await expect.element(screen.getByText("Ends in 4711")).toBeVisible();
  await expect.element(field).toHaveValue("");
  expect(requests).toEqual(Array(2).fill({ apiKey: "tracking4711", expectedVersion: 5 }));
  await screen.getByRole("button", { name: "Remove tracking key" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(screen.getByText("None: the tracking sandbox is in use")).toBeVisible();
});

test("the notification switches describe what they control", async () => {
  const screen = await show({}, "/admin/dashboard/settings?tab=notifications");
  const payments = screen.getByRole("switch", { name: "Payment Notifications" });
  await expect
    .element(screen.getByRole("switch", { name: "Shipment Notifications" }))
    .toBeChecked();
  await expectAccessible();
  await payments.click();
  await expect.element(page.getByText("Payment Notifications has been disabled")).toBeVisible();
  await expect.element(payments).not.toBeChecked();
});

test("a text for cases names only what is filled in, and is saved in each language", async () => {
  await page.viewport(390, 844);
  const saved: unknown[] = [];
  const screen = await show({}, "/admin/dashboard/settings?tab=notifications", admin, {
    saveSnippet: async (input) => {
      saved.push(input);
      return { ...input, ownTexts: caseText, version: 1 };
    },
  });
  const text = screen.getByRole("textbox", { name: "English" });
  await expect.element(text).toHaveValue(caseText.en);
  await text.fill("Hello {nmae}!");
  const save = screen.getByRole("button", { name: "Save text" });
  await save.click();
  await expect.element(screen.getByText(/^\{nmae\} is never filled in/)).toBeVisible();
  await expectAccessible();
  await text.fill("Hello {name}!");
  await save.click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved).toEqual([
    {
      code: "looking_into_it",
      texts: { ...caseText, en: "Hello {name}!" },
      expectedVersion: 0,
    },
  ]);
});

const specifiedTabs = ["General", "API Configuration", "Notifications"];

const setUp = {
  always: ["Warehouses", "Services & Rates", "Carriers", "Lanes", "Limits"],
  all: [
    "Warehouses",
    "Storage prices",
    "Boxes & Extra Services",
    "Services & Rates",
    "Carriers",
    "Number ranges",
    "Lanes",
    "Limits",
  ],
  ofAdmins: ["Audit log", "Errors"],
};

function textsOf(role: "tab" | "listitem"): string[] {
  return page
    .getByRole(role)
    .elements()
    .map((element) => (element.querySelector("a span span") ?? element).textContent);
}

/** The tabs of each role, and the pages of its set-up before and after a warehouse was entered. */
test.each([
  ["an admin", admin, [...specifiedTabs, "Set-up"], setUp.ofAdmins],
  ["a manager", { ...mei, roles: ["manager"], hasTwoFactor: true }, ["Set-up"], []],
] satisfies [string, Person, string[], string[]][])(
  "%s has the tabs and the set-up of the role",
  async (_, person, tabs, ofAdmins) => {
    for (const isWarehouseEntered of [false, true]) {
      const { unmount } = await show({}, "/admin/dashboard/settings?tab=set-up", {
        ...person,
        isWarehouseEntered,
      });
      await expect.element(page.getByRole("link", { name: /^Warehouses/ })).toBeVisible();
      expect(textsOf("tab")).toEqual(tabs);
      const pages = isWarehouseEntered ? setUp.all : setUp.always;
      expect(textsOf("listitem")).toEqual([...pages, ...ofAdmins]);
      await expectAccessible();
      await unmount();
    }
  },
);

test.each(staffRoles.filter((role) => role !== "manager"))(
  "%s, for whom no page of the set-up is, has no tab",
  async (role) => {
    await show({}, "/admin/dashboard/settings", { ...mei, roles: [role], hasTwoFactor: true });
    await expect.element(page.getByRole("heading", { name: "Admin Settings" })).toBeVisible();
    expect(textsOf("tab")).toEqual([]);
  },
);

test("a page of the set-up is found by its name or by what is on it", async () => {
  const screen = await show({}, "/admin/dashboard/settings?tab=set-up");
  const search = screen.getByRole("textbox", { name: "Search the set-up" });
  await search.fill("suspended");
  await expect.poll(() => textsOf("listitem")).toEqual(["Lanes"]);
  await expect
    .element(screen.getByRole("link", { name: /^Lanes/ }))
    .toHaveAttribute("href", "/admin/dashboard/lanes");
  await search.fill("nothing of the kind");
  await expect
    .element(screen.getByText("No page of the set-up matches your search."))
    .toBeVisible();
});
