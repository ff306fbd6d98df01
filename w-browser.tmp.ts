import { chromium } from "playwright";
import { chromiumLaunchOptions } from "#testing/find-chromium.ts";
const B = "http://localhost:28471";
const browser = await chromium.launch(chromiumLaunchOptions());
let files: string[] = [];
async function open(locale: string, width = 1280) {
  const context = await browser.newContext({ locale, viewport: { width, height: 800 } });
  const page = await context.newPage();
  page.on(
    "console",
    (m) =>
      ["error", "warning"].includes(m.type()) &&
      console.log("CONSOLE", m.type(), m.text().slice(0, 300)),
  );
  page.on("pageerror", (e) => console.log("PAGEERROR", String(e).slice(0, 400)));
  page.on(
    "request",
    (r) => r.url().includes("/messages/") && files.push(r.url().split("/messages/")[1]!),
  );
  return page;
}
const show = async (page, what: string) => {
  console.log(
    what,
    page.url(),
    await page.evaluate(() => document.documentElement.lang),
    files.join(" "),
  );
  files = [];
};
const signIn = async (page) => {
  await page.goto(B + "/admin-login");
  await page.waitForLoadState("networkidle");
  await page.locator("input").nth(0).fill("admin@sampan.example");
  await page.locator("input[type=password]").fill("lighthouse at the pier 7");
  await page
    .locator("form[data-waits] button[type=submit], main button[type=submit]")
    .first()
    .click();
  await page.waitForURL("**/admin/dashboard");
  await page.waitForTimeout(1500);
};
const one = await open("en-US");
await signIn(one);
await show(one, "signed in, en");
await one.locator("summary").first().click();
await one.screenshot({ path: "/tmp/w-6.png" });
await one.getByRole("button", { name: "简体中文" }).click();
await one.waitForFunction(() => document.documentElement.lang === "zh-Hans");
await one.waitForTimeout(1500);
await show(one, "chosen in the shell");
await one.goto(B + "/admin/dashboard/account");
await one.waitForTimeout(1500);
await one.screenshot({ path: "/tmp/w-7.png", fullPage: true });
let loads = 0;
const two = await open("en-US", 390);
two.on(
  "request",
  (r) => r.resourceType() === "document" && ((loads += 1), console.log("  document", r.url())),
);
await signIn(two);
await two.waitForFunction(() => document.documentElement.lang === "zh-Hans");
await two.waitForTimeout(1500);
await show(two, "another browser; documents " + loads);
const cookies = await two.context().cookies();
console.log(
  cookies
    .map((c) =>
      [
        c.name,
        c.value,
        c.sameSite,
        Math.round((c.expires - Date.now() / 1000) / 86400),
        c.path,
        c.httpOnly,
      ].join(),
    )
    .join(" | "),
);
await two.goto(B + "/pricing");
await two.screenshot({ path: "/tmp/w-8.png" });
await two.locator("header summary").first().click();
await two.screenshot({ path: "/tmp/w-9.png" });
// cookies of the language are refused
const three = await open("en-US");
let third = 0;
await three.addInitScript(() =>
  Object.defineProperty(document, "cookie", { get: () => "", set: () => {} }),
);
three.on("request", (r) => r.resourceType() === "document" && (third += 1));
await signIn(three);
await three.waitForTimeout(3000);
await show(three, "no language cookie; documents " + third);
// restore
await one
  .locator("button", { hasText: "English" })
  .first()
  .click({ force: true })
  .catch(() => {});
await one.evaluate(async () => {
  await fetch("/api/language", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: '{"language":"en"}',
  });
});
// timing of messages: started with the scripts?
const four = await open("zh-HK");
await four.goto(B + "/login");
await four.waitForLoadState("networkidle");
console.log(
  JSON.stringify(
    await four.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((e) => /messages|entry|shared|root/.test(e.name))
        .map((e) => [
          e.name.split("/").slice(-2).join("/"),
          Math.round(e.startTime),
          Math.round(e.responseEnd),
        ]),
    ),
  ),
);
await browser.close();
