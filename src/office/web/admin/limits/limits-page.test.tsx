import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CountedLimit } from "#platform/contract/limits.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import LimitsPage from "./limits-page.tsx";

const reached: CountedLimit = {
  limit: "failedSignInsPerAccount",
  who: "mei.tan@example.com 203.0.113.9",
  attempts: 5,
  mostAttempts: 5,
  withinSeconds: 900,
  isReached: true,
  endsAt: "2031-04-02T08:45:00.000Z",
};
const counting: CountedLimit = {
  ...reached,
  limit: "aLimitOfTomorrow",
  who: "203.0.113.7",
  attempts: 2,
  isReached: false,
};
const ofDevice: CountedLimit = { ...counting, who: "mei.tan@example.com device-x7Qk" };
const ofSession: CountedLimit = { ...counting, who: "7c5e session-21f0" };
const lift = "Lift: Failed logins of an account, mei.tan@example.com · 203.0.113.9";

async function show(limits: FakeAnswers["limits"] = {}) {
  const { screen } = await showScreen({
    element: <LimitsPage />,
    path: "/admin/dashboard/limits",
    answers: {
      limits: {
        listLimits: async () => ({ items: [reached, counting, ofDevice, ofSession], total: 4 }),
        ...limits,
      },
    },
  });
  return screen;
}

test("active limits are listed by name and can be lifted", async () => {
  const requests: unknown[] = [];
  const screen = await show({
    liftLimit: async (input) => {
      requests.push(input);
      return {};
    },
  });
  await expect.element(screen.getByText("Failed logins of an account")).toBeVisible();
  await expect.element(screen.getByText("aLimitOfTomorrow").first()).toBeVisible();
  for (const place of ["203.0.113.9", "known device x7Qk", "session 21f0"])
    await expect.element(screen.getByText(place, { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Reached")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: lift }).click();
  await expect.element(page.getByText("Limit lifted")).toBeVisible();
  expect(requests).toEqual([{ limit: reached.limit, who: reached.who }]);
});

test("lifting shows when a limit has already ended, and when it fails", async () => {
  const answers = [rejected("not_found"), rejected("forbidden")];
  const screen = await show({ liftLimit: () => Promise.reject(answers.shift()) });
  await screen.getByRole("button", { name: lift }).click();
  await expect.element(page.getByText("This limit has already ended")).toBeVisible();
  await screen.getByRole("button", { name: lift }).click();
  await expect.element(page.getByText("Limit not lifted")).toBeVisible();
});

test("a search is sent to the server; no limits and no matches show different messages", async () => {
  const screen = await show({ listLimits: async () => ({ items: [], total: 0 }) });
  await expect.element(screen.getByText("No active limits")).toBeVisible();
  await screen.getByRole("textbox", { name: "Search limits" }).fill("nobody");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("No matching limits")).toBeVisible();
});

test("a list that cannot be loaded can be retried", async () => {
  const screen = await show({ listLimits: () => Promise.reject(rejected("forbidden")) });
  await expect.element(screen.getByText("The limits could not be loaded")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
