import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { lazyComponent, useAfterFirstInput } from "./lazy-component.ts";

function LoadedComponent() {
  return <p>Loaded</p>;
}

test("a component whose code fails to load twice is rendered after the third attempt", async () => {
  const load = vi
    .fn<() => Promise<typeof LoadedComponent>>()
    .mockRejectedValueOnce(new Error("Unable to preload CSS"))
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
    .mockResolvedValue(LoadedComponent);
  const Lazy = lazyComponent(load);
  const screen = await render(
    <>
      <p>The page</p>
      <Suspense fallback={null}>
        <Lazy />
      </Suspense>
    </>,
  );
  await expect.element(screen.getByText("The page")).toBeVisible();
  await expect.element(screen.getByText("Loaded")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
});

test("useAfterFirstInput is true after the first key press", async () => {
  function State() {
    return <p>{useAfterFirstInput(false) ? "after input" : "before input"}</p>;
  }
  const screen = await render(<State />);
  await expect.element(screen.getByText("before input")).toBeVisible();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  await expect.element(screen.getByText("after input")).toBeVisible();
});

test("a component that cannot be loaded shows a toast", async () => {
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
