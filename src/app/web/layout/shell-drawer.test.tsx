import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { customerGroups } from "./customer-links.tsx";
import { PublicHeader } from "./public-frame.tsx";
import { ShellDrawer } from "./shell-drawer.tsx";

const answers = {
  auth: { readSession: async () => sessionOf(mei) },
  settings: {
    readPublicSettings: async () => ({ ...publicSettings, supportEmail: "help@sampan.example" }),
  },
};
const signOut = {
  isEnding: false,
  endSession: async () => undefined,
  logOut: async () => undefined,
};

afterEach(async () => {
  await page.viewport(1280, 800);
});

/** The links and buttons of `menu` that a toast covers or that are below the screen. */
function coveredControls(menu: Element): string[] {
  const toasts = [...document.querySelectorAll(".mantine-Notification-root")].map((toast) =>
    toast.getBoundingClientRect(),
  );
  return [...menu.querySelectorAll("a, button")]
    .filter((control) => {
      const box = control.getBoundingClientRect();
      const isCovered = toasts.some(
        (toast) =>
          toast.left < box.right &&
          box.left < toast.right &&
          toast.top < box.bottom &&
          box.top < toast.bottom,
      );
      return box.height > 0 && (isCovered || box.bottom > innerHeight);
    })
    .map((control) => control.getAttribute("aria-label") ?? control.textContent);
}

async function expectUncovered(menu: () => Element): Promise<void> {
  showToast({ title: "Failed to load packages.", kind: "destructive", place: "one" });
  showToast({ title: "Address not found", kind: "warning", place: "two" });
  await expect.poll(shownToasts).toHaveLength(2);
  // Menus are made shorter once the height of the toasts is known.
  await expect.poll(() => coveredControls(menu())).toEqual([]);
}

test.each([
  [390, 844],
  [800, 700],
])("at %i by %i, toasts cover no link of the open menu", async (width, height) => {
  await page.viewport(width, height);
  const { screen } = await showScreen({
    element: (
      <ShellDrawer
        isOpen
        onClose={() => undefined}
        groups={customerGroups(true)}
        signOut={signOut}
      />
    ),
    path: "/",
    answers,
  });
  await expect.element(screen.getByRole("button", { name: "Log out" })).toBeVisible();
  await expectUncovered(() => screen.getByRole("dialog").element());
});

test("on a phone, toasts cover no link of the public menu", async () => {
  await page.viewport(390, 844);
  const { screen } = await showScreen({ element: <PublicHeader />, path: "/", answers });
  await screen.getByLabelText("Menu", { exact: true }).first().click();
  const menu = screen.getByRole("navigation", { name: "Menu" });
  await expect.element(menu.getByRole("link", { name: "Pricing" })).toBeVisible();
  await expectUncovered(() => menu.element());
});
