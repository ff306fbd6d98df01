// Shows that a part whose code does not come at first appears later, and breaks nothing meanwhile.
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { lazyComponent, useIsWanted } from "./lazy-component.ts";

function Part() {
  return <p>Here at last</p>;
}

test("a part whose code fails to load twice is drawn by the third try, beside an unbroken page", async () => {
  const load = vi
    .fn<() => Promise<typeof Part>>()
    .mockRejectedValueOnce(new Error("Unable to preload CSS"))
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
    .mockResolvedValue(Part);
  const Lazy = lazyComponent(load);
  const screen = await render(
    <>
      <p>What was typed</p>
      <Suspense fallback={null}>
        <Lazy />
      </Suspense>
    </>,
  );
  await expect.element(screen.getByText("What was typed")).toBeVisible();
  await expect.element(screen.getByText("Here at last")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
});

test("a part is wanted from the first key on", async () => {
  function Sign() {
    return <p>{useIsWanted(false) ? "wanted" : "not yet"}</p>;
  }
  const screen = await render(<Sign />);
  await expect.element(screen.getByText("not yet")).toBeVisible();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  await expect.element(screen.getByText("wanted", { exact: true })).toBeVisible();
});

test("a part that stays away is told of", async () => {
  const Lazy = lazyComponent(() => Promise.reject(new TypeError("Failed to fetch")));
  const screen = await render(
    <MantineProvider env="test">
      <Suspense fallback={null}>
        <Lazy />
      </Suspense>
      <Notifications />
    </MantineProvider>,
  );
  await expect.element(screen.getByText("Part of this page is missing")).toBeVisible();
});
