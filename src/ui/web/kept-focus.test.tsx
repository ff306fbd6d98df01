import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { showScreen } from "#test/screen/show-screen.tsx";
import { useKeptFocus } from "./kept-focus.ts";

/** A section whose buttons go, wait, or take the whole section away. */
function Screen() {
  useKeptFocus();
  const [isDone, setDone] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [isGone, setGone] = useState(false);
  return (
    <main>
      <p>Some text</p>
      {isGone ? null : (
        <section aria-label="Parcel">
          {isDone ? (
            <p>It is done</p>
          ) : (
            <button type="button" onClick={() => setDone(true)}>
              Do
            </button>
          )}
          <button type="button" disabled={isWaiting} onClick={() => setWaiting(true)}>
            Wait
          </button>
          <button type="button" onClick={() => setGone(true)}>
            Remove
          </button>
        </section>
      )}
      <button type="button" onClick={() => setTimeout(() => setWaiting(false), 500)}>
        Later
      </button>
    </main>
  );
}

async function show() {
  const { screen } = await showScreen({ element: <Screen />, path: "/", answers: {} });
  return screen;
}

const focused = () => document.activeElement;

test("where a pressed button goes, the part around it has the focus", async () => {
  const screen = await show();
  await screen.getByRole("button", { name: "Do" }).click();
  const section = screen.getByRole("region", { name: "Parcel" });
  await expect.element(section).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByRole("button", { name: "Wait" })).toHaveFocus();
  expect(section.element().hasAttribute("tabindex")).toBe(false);
});

test("where the part goes too, the page's content has it", async () => {
  const screen = await show();
  await screen.getByRole("button", { name: "Remove" }).click();
  await expect.element(screen.getByRole("main")).toHaveFocus();
});

test("who presses Escape before that is left the time to come back to what opened a window", async () => {
  const screen = await show();
  const main = screen.getByRole("main").element();
  await screen.getByRole("button", { name: "Remove" }).click();
  await new Promise((resolve) => setTimeout(resolve, 150));
  await userEvent.keyboard("{Escape}");
  const pressedAt = performance.now();
  await expect.poll(() => focused()).toBe(main);
  expect(performance.now() - pressedAt).toBeGreaterThan(250);
});

test("a button that was disabled has it again once it is enabled", async () => {
  const screen = await show();
  const later = screen.getByRole("button", { name: "Later" });
  await later.click();
  await screen.getByRole("button", { name: "Wait" }).click();
  await expect.poll(() => focused()).toBe(document.body);
  await expect.element(screen.getByRole("button", { name: "Wait" })).toHaveFocus();
});

test("who leaves a button for nothing keeps that", async () => {
  const screen = await show();
  screen.getByRole("button", { name: "Wait" }).element().focus();
  await page.getByText("Some text").click();
  expect(focused()).toBe(document.body);
  const press = new MouseEvent("click", { bubbles: true });
  screen.getByRole("button", { name: "Do" }).element().dispatchEvent(press);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(focused()).toBe(document.body);
});
