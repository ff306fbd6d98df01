import { expect, test } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import UnsubscribePage from "./unsubscribe-page.tsx";

async function show(unsubscribe: (input: { token: string }) => Promise<Record<string, never>>) {
  const { screen } = await showScreen({
    element: <UnsubscribePage />,
    path: "/unsubscribe/:token",
    address: "/unsubscribe/package-moved.abc",
    answers: { notifications: { unsubscribe } },
  });
  return screen;
}

test("opening the link changes nothing; the button turns the emails off", async () => {
  const tokens: string[] = [];
  const screen = await show(async ({ token }) => {
    tokens.push(token);
    return {};
  });
  await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
  expect(tokens).toEqual([]);
  await screen.getByRole("button", { name: "Turn off" }).click();
  await expect.element(screen.getByText("These emails are turned off.")).toBeVisible();
  expect(tokens).toEqual(["package-moved.abc"]);
  await expectAccessible();
});

test("a link that was cut off is explained", async () => {
  const screen = await show(async () => {
    throw rejected("not_found");
  });
  await screen.getByRole("button", { name: "Turn off" }).click();
  await expect.element(screen.getByText("This link does not work")).toBeVisible();
});
