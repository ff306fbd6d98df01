import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { SandboxBanner } from "./app-providers.tsx";

const root = document.documentElement;

beforeEach(async () => {
  await page.viewport(1280, 800);
});
afterEach(() => {
  delete root.dataset["sandbox"];
  delete root.dataset["mailbox"];
});

async function show(sandbox: "yes" | "no", mailbox: "yes" | "no", colorScheme?: "light" | "dark") {
  root.dataset["sandbox"] = sandbox;
  root.dataset["mailbox"] = mailbox;
  const { screen } = await showScreen({
    element: <SandboxBanner />,
    path: "/",
    answers: {},
    ...(colorScheme && { colorScheme }),
  });
  const banner = screen.container.querySelector("aside");
  // innerText of a hidden element would contain its whole text.
  if (banner === null || banner.offsetHeight === 0) return "";
  return banner.innerText.replaceAll(/\s+/g, " ").trim();
}

const money = "No real money moves here.";
const mail = "Anyone who can open this site can read its emails.";

test.each([
  ["yes", "yes", `Sandbox. ${money} ${mail}`],
  ["yes", "no", `Sandbox. ${money}`],
  ["no", "yes", `Sandbox. ${mail}`],
  ["no", "no", ""],
] as const)("payments %s, mail %s", async (sandbox, mailbox, expected) => {
  expect(await show(sandbox, mailbox)).toBe(expected);
});

test("the banner links to the emails", async () => {
  await show("yes", "yes");
  const link = page.getByRole("link", { name: "read its emails" });
  await expect.element(link).toHaveAttribute("href", "/sandbox/mail");
});

test.each(["light", "dark"] as const)(
  "the banner is readable in the %s scheme, on a phone too",
  async (scheme) => {
    for (const width of [1280, 390]) {
      await page.viewport(width, 800);
      await show("yes", "yes", scheme);
      await expectAccessible();
      const banner = document.querySelector("aside");
      const notified = Number.parseFloat(
        getComputedStyle(root).getPropertyValue("--sandbox-banner-height"),
      );
      expect(banner?.offsetHeight).toBe(notified * 16);
      expect(banner?.scrollWidth).toBe(banner?.clientWidth);
    }
  },
);
