import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { NotificationSettings } from "#notices/contract/notifications.ts";
import type { TurnedOffKind, OptionalChannel } from "#notices/rules/notification.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, publicSettings, sessionOf, superPlan } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import SettingsPage from "#office/web/users/settings-page.tsx";

/** Shows the notifications tab; the fake server stores the settings. */
async function showNotifications(
  users: FakeAnswers["users"] = {},
  notifications: FakeAnswers["notifications"] = {},
  settings: FakeAnswers["settings"] = {},
) {
  let stored: NotificationSettings = {
    emailNotifications: true,
    shipmentUpdates: true,
    marketingEmails: false,
  };
  const { screen, router } = await showScreen({
    element: <SettingsPage />,
    path: "/dashboard/settings",
    answers: {
      auth: {
        readSession: async () => sessionOf(mei),
        readTwoFactor: async () => ({ isEnabled: false, enabledAt: null, backupCodesLeft: 0 }),
      },
      users: {
        readNotificationSettings: async () => stored,
        updateNotificationSettings: async (settings) => (stored = settings),
        ...users,
      },
      notifications: {
        listPushDevices: async () => ({ publicKey: "", items: [] }),
        listPreferences: async () => ({ turnedOff: [{ kind: "package_late", channel: "email" }] }),
        ...notifications,
      },
      plans: { readSubscription: async () => superPlan },
      settings,
    },
  });
  await screen.getByRole("tab", { name: "Notifications" }).click();
  return { screen, router, stored: () => stored };
}

test("a changed switch is saved and confirmed", async () => {
  const { screen, router, stored } = await showNotifications();
  expect(router.state.location.search).toBe("?tab=notifications");
  await expect.element(screen.getByRole("switch", { name: "Email Notifications" })).toBeChecked();
  const shipmentUpdates = screen.getByRole("switch", { name: "Shipment Updates" });
  await expect.element(shipmentUpdates).toBeChecked();
  await expect
    .element(shipmentUpdates)
    .toHaveAccessibleDescription(/packages and the arrival of your parcels/);
  const marketing = screen.getByRole("switch", { name: "Marketing Emails" });
  await expect.element(marketing).not.toBeChecked();
  await marketing.click();
  await expect.element(marketing).toBeChecked();
  await expect.element(page.getByText("Notification settings updated")).toBeVisible();
  expect(stored()).toEqual({
    emailNotifications: true,
    shipmentUpdates: true,
    marketingEmails: true,
  });
  await expectAccessible();
});

test("the tab has the three switches; a kind is turned off by channel in detail, without what is always notified", async () => {
  const saved: unknown[] = [];
  const turnedOff: { kind: TurnedOffKind; channel: OptionalChannel }[] = [
    { kind: "package_late", channel: "email" },
  ];
  const { screen } = await showNotifications(
    {},
    {
      listPreferences: async () => ({ turnedOff: [...turnedOff] }),
      setPreference: async (input) => {
        saved.push(input);
        turnedOff.push({ kind: input.kind, channel: input.channel });
        return {};
      },
    },
  );
  await expect.element(screen.getByRole("switch", { name: "Marketing Emails" })).toBeVisible();
  expect(screen.getByRole("switch").elements()).toHaveLength(3);
  const table = screen.getByRole("table", { name: "Notifications by kind" });
  expect(table.elements()).toEqual([]);
  await screen.getByText("Choose in detail").click();
  const moved = screen.getByRole("checkbox", { name: "A package moves: Email" });
  await expect.element(moved).toBeChecked();
  await expect
    .element(screen.getByRole("checkbox", { name: "A package is late: Email" }))
    .not.toBeChecked();
  await moved.click();
  await expect.element(moved).not.toBeChecked();
  expect(saved).toEqual([{ kind: "package_moved", channel: "email", isOn: false }]);
  const digest = screen.getByRole("row", { name: /Daily summary/ });
  expect(digest.getByRole("checkbox").elements()).toHaveLength(1);
  await digest.getByRole("checkbox").click();
  expect(saved.at(-1)).toEqual({ kind: "daily_digest", channel: "email", isOn: false });
  expect(table.element().textContent).not.toMatch(/Always|Money|A deposit is refunded/);
  await screen.getByRole("switch", { name: "Shipment Updates" }).click();
  await expect.element(moved).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole("row", { name: /A package moves/ }))
    .toHaveTextContent("A package movesOff aboveOff above");
  await expectAccessible();
});

test("without a warehouse no kind is about parcels or ship requests", async () => {
  const readPublicSettings = async () => ({ ...publicSettings, hasWarehouse: false });
  const { screen } = await showNotifications({}, {}, { readPublicSettings });
  await screen.getByText("Choose in detail").click();
  await expect.element(screen.getByRole("rowheader", { name: "A package moves" })).toBeVisible();
  const headers = screen
    .getByRole("rowheader")
    .elements()
    .map((one) => one.textContent);
  expect(headers.filter((text) => /parcel|claim|storage|ship request/i.test(text ?? ""))).toEqual(
    [],
  );
  await expectAccessible();
});

test("a switch that could not be saved is reset", async () => {
  const { screen } = await showNotifications({
    updateNotificationSettings: () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await screen.getByRole("switch", { name: "Shipment Updates" }).click();
  await expect
    .element(page.getByText("Your notification settings could not be saved. Please try again."))
    .toBeVisible();
  await expect.element(screen.getByRole("switch", { name: "Shipment Updates" })).toBeChecked();
});

test("the confirmation replaces the error of the attempt before", async () => {
  let isAvailable = false;
  const { screen } = await showNotifications({
    updateNotificationSettings: async (settings) => {
      if (!isAvailable) throw new TypeError("Failed to fetch");
      return settings;
    },
  });
  const updates = screen.getByRole("switch", { name: "Shipment Updates" });
  await updates.click();
  await expect.poll(shownToasts).toHaveLength(1);
  isAvailable = true;
  await updates.click();
  await expect.poll(shownToasts).toEqual(["Notification settings updated"]);
});

test("settings can be loaded again after an error", async () => {
  const { screen } = await showNotifications({
    readNotificationSettings: () => Promise.reject(rejected("forbidden")),
  });
  await expect
    .element(screen.getByText("Your notification settings could not be loaded"))
    .toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
