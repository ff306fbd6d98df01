import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { Dialog } from "./dialog.tsx";
import { hideFailureToasts, showToast } from "./toast.tsx";

const rows = Array.from({ length: 30 }, (_, index) => index + 1);

async function showDialog(size: "sm" | "md" | "lg" | "xl") {
  await showScreen({
    element: (
      <Dialog isOpen onClose={() => undefined} title="Tall" size={size}>
        {rows.map((row) => (
          <div key={row} style={{ display: "flex", justifyContent: "space-between" }}>
            <Text>Row {row}</Text>
            <Button variant="default">Edit row {row}</Button>
          </div>
        ))}
        <Button fullWidth>Save all</Button>
      </Dialog>
    ),
    path: "/",
    answers: {},
  });
  await expect.element(page.getByRole("dialog")).toBeVisible();
}

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** The names of the dialog's buttons of which a toast covers a part that is not scrolled away. */
function coveredButtons(): string[] {
  const content = document.querySelector(".mantine-Modal-content");
  if (content === null) return ["no dialog"];
  const view = content.getBoundingClientRect();
  const toasts = [...document.querySelectorAll(".mantine-Notification-root")];
  const toastBoxes = toasts.map((toast) => toast.getBoundingClientRect());
  return [...content.querySelectorAll("button")]
    .filter((button) => {
      const box = button.getBoundingClientRect();
      const top = Math.max(box.top, view.top);
      const bottom = Math.min(box.bottom, view.bottom);
      const visible = { left: box.left, right: box.right, top, bottom };
      return top < bottom && toastBoxes.some((toast) => overlaps(toast, visible));
    })
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
}

afterEach(async () => {
  await page.viewport(1280, 800);
});

test.each([
  [1280, 800, "md"],
  [1280, 800, "lg"],
  [1280, 800, "xl"],
  [800, 700, "lg"],
  [390, 844, "lg"],
  [390, 844, "sm"],
] as const)("at %i by %i, toasts cover no button of a %s dialog", async (width, height, size) => {
  await page.viewport(width, height);
  await showDialog(size);
  showToast({ title: "Failed to update package status.", kind: "destructive", place: "one" });
  showToast({ title: "Address not found", kind: "warning", place: "two" });
  await expect.poll(shownToasts).toHaveLength(2);
  // Dialogs are made shorter once the height of the toasts is known.
  await expect.poll(coveredButtons).toEqual([]);
  const content = document.querySelector(".mantine-Modal-content");
  content?.scrollTo(0, content.scrollHeight);
  await expect.element(page.getByRole("button", { name: "Save all" })).toBeInViewport({ ratio: 1 });
  expect(coveredButtons()).toEqual([]);
  expect(shownToasts()).toHaveLength(2);
});

test.each([
  [1280, "right"],
  [1280, "left"],
  [390, "right"],
] as const)(
  "at %i pixels, a toast does not cover a button at the bottom %s",
  async (width, side) => {
    await page.viewport(width, 800);
    await showScreen({
      element: (
        <div style={{ position: "fixed", bottom: 24, [side]: 24 }}>
          <Button>Save Changes</Button>
        </div>
      ),
      path: "/",
      answers: {},
    });
    showToast({ title: "Profile updated", kind: "success", place: "one" });
    await expect.poll(shownToasts).toHaveLength(1);
    const save = page.getByRole("button", { name: "Save Changes" }).element();
    const shown = () => document.querySelector(".mantine-Notification-root");
    await expect
      .poll(() => {
        const toast = shown()?.getBoundingClientRect();
        return toast !== undefined && overlaps(toast, save.getBoundingClientRect());
      })
      .toBe(false);
  },
);

test("what has worked hides what had failed, and leaves what else is said", async () => {
  await showScreen({ element: <p>A desk</p>, path: "/", answers: {} });
  showToast({ title: "Label made", kind: "success", place: "one" });
  showToast({ title: "No label for this scan", kind: "destructive", place: "two" });
  showToast({ title: "Address not found", kind: "warning", place: "three" });
  await expect.poll(shownToasts).toHaveLength(3);
  hideFailureToasts();
  await expect.poll(shownToasts).toEqual(["Label made"]);
});

test("a toast is shown for 5 seconds, and one that reports an error or warning for 10", () => {
  const { show } = notifications;
  showToast({ title: "Saved", kind: "success", place: "one" });
  showToast({ title: "Address not found", kind: "warning", place: "two" });
  showToast({ title: "Not saved", kind: "destructive", place: "three" });
  const times = vi.mocked(show).mock.calls.map(([{ autoClose }]) => autoClose);
  expect(times).toEqual([5_000, 10_000, 10_000]);
});
