import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Notification } from "#notices/contract/notifications.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showShell } from "#test/screen/show-shell.tsx";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";

afterEach(async () => {
  await page.viewport(1280, 800);
});

function notificationOf(id: number, isRead = false): Notification {
  return {
    id: String(id),
    kind: "package_moved",
    text: `Your package SF${id} is on its way`,
    detail: id === 3 ? "Leg 2 of 3: Hong Kong → Singapore" : null,
    path: "/dashboard/packages?package=6f1c2a4e-8d3b-4f57-9a0e-2b7c5d9e1f34",
    createdAt: "2026-11-20T09:30:00.000Z",
    isRead,
  };
}

const answers = {
  auth: { readSession: async () => sessionOf(mei) },
  settings: { readPublicSettings: async () => publicSettings },
};

test("the bell counts what is unread, and the panel marks it as read and loads older ones", async () => {
  let unread = [3, 2];
  const marked: unknown[] = [];
  const { screen } = await showShell("/dashboard", {
    ...answers,
    notifications: {
      countUnread: async () => ({ unreadCount: unread.length }),
      listNotifications: async ({ before }) =>
        before === undefined
          ? { items: [3, 2].map((id) => notificationOf(id, !unread.includes(id))), olderThan: "2" }
          : { items: [notificationOf(1, true)], olderThan: null },
      markRead: async (input) => {
        marked.push(input);
        unread = [];
        return {};
      },
    },
  });
  const bell = screen.getByRole("button", { name: "Notifications, 2 unread" }).first();
  await bell.click();
  const panel = screen.getByRole("dialog", { name: "Notifications" });
  await expect.element(panel.getByText("Your package SF3 is on its way")).toBeVisible();
  await expect.element(panel.getByText("Leg 2 of 3: Hong Kong → Singapore")).toBeVisible();
  await expect
    .poll(() => panel.element().getBoundingClientRect().right)
    .toBe(document.documentElement.clientWidth);
  await panel.getByRole("button", { name: "Load older notifications" }).click();
  await expect.element(panel.getByText("Your package SF1 is on its way")).toBeVisible();
  await expectAccessible();
  await panel.getByRole("button", { name: "Mark all as read" }).click();
  await expect.element(panel.getByText("New", { exact: true })).not.toBeInTheDocument();
  expect(marked).toEqual([{ notificationId: "3", withOlder: true }]);
  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole("button", { name: "Notifications", exact: true }).first())
    .toHaveFocus();
});

test("on a phone the panel takes the whole screen; a failure offers a retry, and nothing is explained", async () => {
  await page.viewport(390, 844);
  let isFailing = true;
  const { screen } = await showShell("/dashboard", {
    ...answers,
    notifications: {
      countUnread: async () => ({ unreadCount: 0 }),
      listNotifications: async () => {
        if (isFailing) throw rejected("unavailable");
        return { items: [], olderThan: null };
      },
    },
  });
  await screen.getByRole("button", { name: "Notifications" }).click();
  const panel = screen.getByRole("dialog", { name: "Notifications" });
  await expect.element(panel.getByText("Your notifications could not be loaded")).toBeVisible();
  await expect.poll(() => panel.element().getBoundingClientRect().width).toBe(390);
  isFailing = false;
  await panel.getByRole("button", { name: /again|retry/i }).click();
  await expect.element(panel.getByText("No notifications yet")).toBeVisible();
});
