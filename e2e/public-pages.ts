/** What strangers and members find on the public pages. */
import { expect, type Page } from "@playwright/test";

/** The plans as the cards name them: price, packages a month, most kilograms a package, what else they have. */
const plans = [
  ["Basic", "$129", "5 packages per month", "Up to 2 kg per package", "Email support"],
  ["Super", "$199", "10 packages per month", "Up to 4 kg per package", "Priority support"],
  ["Premium", "$359", "12 packages per month", "Up to 8 kg per package", "Expedited processing"],
] as const;

async function seeLinks(page: Page, area: string, links: Readonly<Record<string, string>>) {
  for (const [name, address] of Object.entries(links)) {
    const link = page.locator(area).getByRole("link", { name, exact: true }).first();
    await expect(link, `the link ${name} of ${page.url()}`).toHaveAttribute("href", address);
    await expect(link).toBeVisible();
  }
}

async function seeHeadings(page: Page, names: readonly string[]) {
  for (const name of names) await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** Title, description and preview, whose addresses are whole. */
async function seeFacts(page: Page, address: string) {
  await expect(page).toHaveTitle(/ · Sampan$/);
  const contentOf = async (name: string) =>
    (await page
      .locator(`meta[name="${name}"], meta[property="${name}"]`)
      .getAttribute("content")) ?? "";
  expect((await contentOf("description")).length).toBeGreaterThan(50);
  expect(await contentOf("og:title")).toBe(await page.title());
  expect(await contentOf("og:url")).toBe(page.url());
  const card = await page.request.get(await contentOf("og:image"));
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(await contentOf("og:image")).toContain(`${address}/`);
}

async function seeFrame(page: Page) {
  const strangers = { Home: "/", Pricing: "/pricing", Services: "/services" };
  await seeLinks(page, "header", { ...strangers, Login: "/login", "Sign Up": "/register" });
  await expect(page.getByRole("button", { name: "Logout" })).toBeHidden();
  const year = String(new Date().getUTCFullYear());
  await expect(page.getByRole("contentinfo")).toContainText(`© ${year} Sampan`);
}

/** Home, prices and services as the server sends them to a stranger; `page` need not run scripts. */
export async function seePublicPages(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/`);
  await seeFacts(page, address);
  await seeFrame(page);
  await seeHeadings(page, [
    "Simplified Global Shipping for Your E-commerce Needs",
    "Features",
    "Getting Started",
    "Choose a plan",
    "Upload shipment details",
    "Track deliveries",
  ]);
  await seeLinks(page, "main", {
    "Get Started": "/register",
    "View Pricing": "/pricing",
    "Sign Up Now": "/register",
  });

  await page.goto(`${address}/pricing`);
  await seeFacts(page, address);
  await seeFrame(page);
  for (const [name, ...facts] of plans) {
    const heading = page.getByRole("heading", { name, exact: true });
    const card = page.getByRole("main").getByRole("listitem").filter({ has: heading });
    for (const fact of [...facts, "per month", "Real-time tracking"]) {
      await expect(
        card.filter({ hasText: new RegExp(fact.replace("$", "\\$"), "i") }),
      ).toBeVisible();
    }
    await expect(card.getByText("Most Popular")).toBeVisible({ visible: name === "Super" });
  }
  await expect(page.getByRole("main")).toContainText(
    /service and handling only, with no insurance/,
  );
  await expect(page.getByRole("main")).toContainText(/at courier cost via the best route/);
  await expect(page.getByRole("main")).toContainText(/available immediately after a deposit/);

  await page.goto(`${address}/services`);
  await seeFacts(page, address);
  await seeFrame(page);
  await seeHeadings(page, [
    "E-commerce Shopping Assistant",
    "Package Consolidation",
    "Global Freight Forwarding",
    "Wallet-Based Payment System",
  ]);
  await seeLinks(page, "main", { "Get Started": "/register" });
}

/** The same pages for somebody who is signed in: the ways in give place to the ways on and out. */
export async function seePublicPagesAsMember(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/services`);
  await seeLinks(page, "main", { "Go to Dashboard": "/dashboard" });
  await seeLinks(page, "header", { Home: "/", Dashboard: "/dashboard" });
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(banner.getByRole("link", { name: "Login" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Get Started" })).toBeHidden();
}
