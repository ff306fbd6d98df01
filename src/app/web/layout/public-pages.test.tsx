import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, onTestFinished, test } from "vitest";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { brandName } from "#platform/rules/brand.ts";
import AuthLayout from "./auth-layout.tsx";
import NotFoundPage from "./not-found-page.tsx";
import PricingPage from "#app/web/public/pricing-page.tsx";
import ServicesPage from "#app/web/public/services-page.tsx";
import routes from "#app/web/routes.ts";
import PublicLayout from "./public-layout.tsx";
import { PublicHeader } from "./public-frame.tsx";

const answers = { auth: { readSession: async () => sessionOf(mei) } };

test("an unknown address shows 404 between header and footer, with a link to the home page", async () => {
  const { screen } = await showScreen({
    element: <NotFoundPage />,
    isFrame: true,
    path: "/nowhere",
    answers,
  });
  await expect.element(screen.getByText("404")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Return to Home" }))
    .toHaveAttribute("href", "/");
  await expect.element(screen.getByRole("banner")).toBeVisible();
  const logos = screen.getByText(brandName, { exact: true }).elements();
  expect(logos.map((logo) => logo.closest("header, main, footer")?.tagName)).toEqual([
    "HEADER",
    "FOOTER",
  ]);
  await expect.element(screen.getByRole("contentinfo").getByText(/© \d{4} Sampan/)).toBeVisible();
});

test("sign-in pages have the footer with year and brand", async () => {
  const { screen } = await showScreen({ element: <AuthLayout />, path: "/login", answers });
  const year = new Date().getFullYear();
  await expect
    .element(screen.getByRole("contentinfo").getByText(new RegExp(`© ${year} Sampan`)))
    .toBeVisible();
});

test("public pages have the header, and the footer with year and brand", async () => {
  const { screen } = await showScreen({
    element: <PublicLayout />,
    isFrame: true,
    path: "/",
    answers,
  });
  const year = new Date().getFullYear();
  await expect.element(screen.getByRole("banner")).toBeVisible();
  await expect
    .element(screen.getByRole("contentinfo").getByText(new RegExp(`© ${year} Sampan`)))
    .toBeVisible();
});

test("every route has one of the layouts with a footer, or is for signed-in users", () => {
  const files = (routes as readonly RouteConfigEntry[]).map(({ file }) => file);
  expect([...new Set(files)].toSorted()).toEqual([
    "layout/admin-layout.tsx",
    "layout/auth-layout.tsx",
    "layout/customer-layout.tsx",
    "layout/desk-layout.tsx",
    "layout/not-found-page.tsx",
    "layout/public-layout.tsx",
    "layout/visitor-layout.tsx",
    // They have the public header and footer.
    "receiving/labels/parcel-label-page.tsx",
  ]);
});

test("whoever is signed in asks staff for help with an order", async () => {
  onTestFinished(() => {
    delete document.documentElement.dataset["visitor"];
  });
  document.documentElement.dataset["visitor"] = "customer";
  const { screen } = await showScreen({ element: <ServicesPage />, path: "/services", answers });
  await expect
    .element(screen.getByRole("link", { name: "Help me order" }))
    .toHaveAttribute("href", "/dashboard/messages/new?order");
  document.documentElement.dataset["visitor"] = "stranger";
  await expect.element(screen.getByRole("link", { name: "Help me order" })).not.toBeInTheDocument();
});

test("prices say by when staff answer beside the support of each plan", async () => {
  const { screen } = await showScreen({ element: <PricingPage />, path: "/pricing", answers });
  for (const [support, hours] of [
    ["Email support", 24],
    ["Priority support", 8],
    ["Premium support", 4],
  ] as const) {
    const item = screen.getByRole("listitem").filter({ hasText: support }).last();
    await expect.element(item.getByText(support, { exact: true })).toBeVisible();
    await expect.element(item.getByText(`Answers within ${hours} opening hours`)).toBeVisible();
  }
});

test("Dashboard comes before Logout in the header", async () => {
  document.documentElement.dataset["visitor"] = "customer";
  const { screen } = await showScreen({
    element: <PublicHeader />,
    isFrame: true,
    path: "/",
    answers,
  });
  const names = screen
    .getByRole("navigation", { name: "Main" })
    .or(screen.getByRole("banner"))
    .getByText(/^(Dashboard|Logout)$/)
    .elements()
    .filter((element) => element.checkVisibility())
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["Dashboard", "Logout"]);
});
