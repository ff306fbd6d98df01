import { expect, test } from "vitest";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showShell } from "#test/screen/show-shell.tsx";

const answers = {
  auth: { readSession: async () => sessionOf(mei) },
  settings: { readPublicSettings: async () => publicSettings },
};

test.each([
  [
    "too_many_requests",
    "There were too many downloads at once, or within an hour. Please try again later.",
  ],
  ["busy", "There were too many downloads at once, or within an hour. Please try again later."],
  ["forbidden", "Your account has no access to it."],
  ["conflict", "Please check what this page shows now, and try again."],
])(
  "a file that was refused with %s is said once, and the address cleaned",
  async (code, reason) => {
    const { screen, router } = await showShell(
      `/dashboard/wallet?tab=history&refused=${code}`,
      answers,
    );
    await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
    await expect.poll(shownToasts).toEqual([`The file was not downloaded: ${reason}`]);
    expect(router.state.location.search).toBe("?tab=history");
  },
);
