// What staff do with the platform's settings, and what they are told when it does not work.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PlatformSettings } from "#contract/platform-settings.ts";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { refused, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { platformFacts } from "#testing/screen/people.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import AdminSettingsPage from "./settings-page.tsx";

const asSpecified: PlatformSettings = {
  allowNewRegistrations: true,
  maintenanceMode: false,
  shipmentNotifications: true,
  paymentNotifications: true,
};

async function show(platform: FakeAnswers["platform"] = {}, address = "/admin/dashboard/settings") {
  let kept = asSpecified;
  const { screen } = await showScreen({
    element: <AdminSettingsPage />,
    path: "/admin/dashboard/settings",
    address,
    answers: {
      platform: {
        readPlatform: async () => platformFacts,
        readSettings: async () => kept,
        changeSetting: async ({ setting, isEnabled }) => (kept = { ...kept, [setting]: isEnabled }),
        ...platform,
      },
    },
  });
  return screen;
}

test("a switch is turned at once, and the toast names it", async () => {
  const screen = await show();
  const registrations = screen.getByRole("switch", { name: "Allow New Registrations" });
  await expect.element(registrations).toBeChecked();
  await expectAccessible();
  await registrations.click();
  await expect.element(page.getByText("Setting updated")).toBeVisible();
  await expect.element(page.getByText("Allow New Registrations has been disabled")).toBeVisible();
  await expect.element(registrations).not.toBeChecked();
});

test("maintenance asks before it shuts customers out, and ends without a question", async () => {
  const screen = await show();
  const maintenance = screen.getByRole("switch", { name: "Maintenance Mode" });
  await maintenance.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(maintenance).not.toBeChecked();
  await maintenance.click();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect.element(page.getByText("Maintenance Mode has been enabled")).toBeVisible();
  await expect.element(maintenance).toBeChecked();
  await maintenance.click();
  await expect.element(page.getByText("Maintenance Mode has been disabled")).toBeVisible();
});

test("a switch that the server would not keep goes back, and says why", async () => {
  const screen = await show({ changeSetting: () => Promise.reject(refused("unavailable")) });
  const registrations = screen.getByRole("switch", { name: "Allow New Registrations" });
  await registrations.click();
  await expect.element(page.getByText("Setting not changed")).toBeVisible();
  await expect.element(registrations).toBeChecked();
});

test("settings that cannot be loaded can be asked for again", async () => {
  const screen = await show({ readSettings: () => Promise.reject(refused("forbidden")) });
  await expect.element(screen.getByText("The settings could not be loaded")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
