import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, type Page } from "@playwright/test";
import { startDevLoop, type DevLoop } from "#test/dev-loop.ts";
import { admin } from "./server.ts";

const pageFile = "src/app/web/layout/not-found-page.tsx";
const serverFile = "src/app/server/http/health.ts";

let dev: DevLoop;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  dev = await startDevLoop(admin);
});
test.afterAll(async () => {
  await dev.remove();
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${dev.address}${path}`, { headers, redirect: "manual" });
}

async function signIn(origin: string): Promise<Response> {
  return await fetch(`${dev.address}/api/admin-sign-in`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
}

async function signedIn(): Promise<{ cookie: string }> {
  const response = await signIn(dev.address);
  expect(response.status).toBe(200);
  return { cookie: response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" };
}

/** A write that may be repeated. */
async function signOut(): Promise<Response> {
  const headers = { origin: dev.address };
  return await fetch(`${dev.address}/logout`, { method: "POST", headers, redirect: "manual" });
}

function postgresProcessId(): string | undefined {
  const file = join(dev.dataFolder, "postgres/cluster/postmaster.pid");
  return readFileSync(file, "utf8").split("\n")[0];
}

/** Console errors and uncaught errors, including violations of the content security policy. */
function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    // This page is missing on purpose.
    const isMissingPage = message.location().url.endsWith("/no-such-page");
    if (message.type() === "error" && !isMissingPage) errors.push(message.text());
  });
  return errors;
}

test("pages answer as in production, with the same content security policy", async ({ page }) => {
  const errors = recordErrors(page);
  const home = await page.goto(`${dev.address}/`);
  const headers = (await home?.allHeaders()) ?? {};
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self'( 'sha256-[^']+')+; style-src/,
  );
  await expect(page.locator("html")).toHaveAttribute("data-mailbox", "yes");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${dev.address}/`);
  await page.goto(`${dev.address}/register?plan=super`);
  await expect(page.getByRole("heading", { name: "Sign up for the Super plan" })).toBeVisible();
  await page.goto(`${dev.address}/admin-login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(`${dev.address}/login`);
  await page.waitForURL("**/admin/dashboard");
  expect(errors).toEqual([]);

  expect((await get("/no-such-page", { accept: "text/html" })).status).toBe(404);
  const history = await get("/dashboard/wallet/history", { accept: "text/html" });
  expect(history.headers.get("location")).toBe("/dashboard/wallet?tab=history");
});

test("files, API, sandbox and streams answer under the same address, to its origin alone", async () => {
  expect((await get("/favicon.svg")).headers.get("content-type")).toBe("image/svg+xml");
  expect(await (await get("/robots.txt")).text()).toContain(`${dev.address}/sitemap.xml`);
  expect((await get("/sandbox/mail", { accept: "text/html" })).status).toBe(200);
  expect((await signIn("http://localhost:1")).status).toBe(403);
  const foreign = await get("/api/session", { origin: "http://localhost:1" });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();

  const stream = await get("/api/changes", await signedIn());
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  const reader = stream.body?.getReader();
  expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
  await reader?.cancel();
});

test("a changed component is replaced in the open page, with its styles", async ({ page }) => {
  const errors = recordErrors(page);
  await page.goto(`${dev.address}/no-such-page`);
  await expect(page.getByText("may be mistyped")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => (document.body.dataset["opened"] = "once"));

  dev.edit(pageFile, "The address may be mistyped", "The address was mistyped");
  await expect(page.getByText("was mistyped")).toBeVisible();
  dev.edit(
    pageFile,
    "import { Notice }",
    'import { Badge } from "@mantine/core";\nimport { Notice }',
  );
  dev.edit(pageFile, "<Notice", "<Badge>New</Badge>\n      <Notice");
  await expect(page.locator(".mantine-Badge-root")).toHaveCSS("display", "inline-grid");
  // The page was not reloaded.
  await expect(page.locator("body")).toHaveAttribute("data-opened", "once");
  expect(errors).toEqual([]);
});

test("a changed server restarts without failed requests, on the same PostgreSQL", async () => {
  const before = postgresProcessId();
  const statuses = new Set<number>();
  let isDone = false;
  const requests = (async () => {
    while (!isDone) {
      statuses.add((await get("/healthz")).status).add((await signOut()).status);
      await sleep(5);
    }
  })();
  dev.edit(serverFile, '{ status: "ok" }', '{ status: "changed" }');
  const answer = async () => await (await get("/healthz")).text();
  await expect.poll(answer, { timeout: 60_000, intervals: [20] }).toContain("changed");
  isDone = true;
  await requests;
  expect(statuses).toEqual(new Set([200, 303]));
  expect(postgresProcessId()).toBe(before);
});

test("a server that cannot start shows why, and restarts at the next change", async ({ page }) => {
  dev.edit(serverFile, "export function healthz", "export functio healthz");
  const answer = async () => await (await get("/healthz")).text();
  await expect.poll(answer, { timeout: 60_000 }).toContain("The server is not running.");
  await page.goto(`${dev.address}/pricing`);
  await expect(page.getByText("export functio healthz")).toBeVisible();
  dev.edit(serverFile, "export functio healthz", "export function healthz");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible({ timeout: 60_000 });
});

test("Ctrl-C ends every process, even with an open stream", async () => {
  const stream = await get("/api/changes", await signedIn());
  const processIds = dev.processIds();
  expect(processIds.length).toBeGreaterThan(3);
  expect(await dev.interrupt()).toBe(0);
  await stream.text().catch(() => "");
  expect(dev.running(processIds)).toEqual([]);
  expect(existsSync(join(dev.dataFolder, "postgres/cluster/postmaster.pid"))).toBe(false);
});
