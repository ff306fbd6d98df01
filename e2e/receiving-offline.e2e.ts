// The desk without a network: 01, point 4, its service worker from release to release, and a server that is killed.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, expect, test, type Page } from "@playwright/test";
import { sql } from "kysely";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#platform/server/db/embedded/supervisor.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { admin, serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { chromiumLaunchOptions } from "#test/find-chromium.ts";
import { startReleases, type Releases } from "./releases.ts";

const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

let folder: string;
let postgres: EmbeddedPostgres;
let releases: Releases;
let server: ServerProcess;
const browsers: ChildProcess[] = [];

async function startServer(settings: Readonly<Record<string, string>> = {}) {
  const started = await serverProcess(postgres.url, {
    folder: join(folder, "data"),
    settings: { PUBLIC_URL: releases.address, ...settings },
  });
  releases.serve(started.address);
  await started.start();
  return started;
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sampan-desk-"));
  postgres = await startEmbeddedPostgres({ dataFolder: join(folder, "database"), log });
  releases = await startReleases();
  server = await startServer();
  await enterWarehouseAs((await visitAdmin(releases.address)).api);
});

test.afterAll(async () => {
  for (const browser of browsers) browser.kill("SIGKILL");
  await server?.kill();
  await releases?.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a browser on a profile that stays; a browser of Playwright's own cannot be killed. */
async function openBrowser(): Promise<{
  page: Page;
  close: () => Promise<void>;
  kill: () => Promise<void>;
}> {
  const { executablePath = "", args } = chromiumLaunchOptions();
  const child = spawn(executablePath, [
    ...args,
    "--headless=new",
    "--no-first-run",
    "--remote-debugging-port=0",
    "--lang=en-US",
    `--user-data-dir=${join(folder, "profile")}`,
    "about:blank",
  ]);
  browsers.push(child);
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (piece: Buffer) => {
      output += piece.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`Chromium did not start:\n${output}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("Chromium has no context.");
  const exited = once(child, "exit");
  const close = async () => {
    await (await browser.newBrowserCDPSession()).send("Browser.close");
    await exited;
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { page: context.pages()[0] ?? (await context.newPage()), close, kill };
}

const photo = {
  name: "parcel.gif",
  mimeType: "image/gif",
  buffer: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
};

const deskAddress = () => `${releases.address}/admin/dashboard/receiving`;

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.keyboard.press("Enter");
}

/** What a wedge scanner and a keyboard send. */
async function receive(page: Page, scan: string): Promise<void> {
  await page.keyboard.type(scan);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Unmatched" })).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(photo);
  await expect(page.locator("img[src^='blob:']")).toHaveCount(1);
  await page.keyboard.type("1.25");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
}

/** Until the desk is shown and would open without a network as well. */
async function untilReady(page: Page): Promise<void> {
  await expect(page.getByText("Ready to scan")).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

async function openDesk(page: Page): Promise<void> {
  await page.goto(deskAddress());
  await signIn(page);
  await page.getByRole("button", { name: "Start receiving" }).click();
  await untilReady(page);
}

/** The service workers, and what they have kept. */
function workerOf(page: Page) {
  return page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const names = await caches.keys();
    const kept = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return { registrations: registrations.length, caches: names, kept: kept.flat() };
  });
}

async function countRows(): Promise<{ records: number; parcels: number; images: number }> {
  const { kysely, close } = openDatabase({ url: postgres.url, log });
  try {
    const count = async (table: "receivingRecords" | "inboundParcels" | "files") =>
      (await kysely.selectFrom(table).select("id").execute()).length;
    return {
      records: await count("receivingRecords"),
      parcels: await count("inboundParcels"),
      images: await count("files"),
    };
  } finally {
    await close();
  }
}

function countSessionReads(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      performance.getEntriesByType("resource").filter(({ name }) => name.includes("readSession"))
        .length,
  );
}

const waiting = (page: Page, count: number) =>
  expect(page.getByText(`Waiting to be sent ${count}`)).toBeVisible({ timeout: 20_000 });

test("01, point 4: ten parcels received without a network arrive once, although the browser is killed", async () => {
  // Chromium writes cookies and local storage to disk seconds later, on a busy machine a minute, or when it is closed: the
  // desk was used before that day, also after its session was lost, and its person is still signed in.
  const earlier = await openBrowser();
  await openDesk(earlier.page);
  await earlier.page.context().clearCookies();
  await earlier.page.goto(deskAddress());
  await signIn(earlier.page);
  await untilReady(earlier.page);
  await earlier.close();

  const { page, kill } = await openBrowser();
  await page.goto(deskAddress());
  await untilReady(page);
  await server.kill();
  for (let number = 0; number < 10; number += 1) {
    await receive(page, `SF400000000000${number}`);
    await waiting(page, number + 1);
  }
  await kill();

  const { page: reopened } = await openBrowser();
  await reopened.goto(deskAddress());
  await waiting(reopened, 10);
  expect(await countRows()).toEqual({ records: 0, parcels: 0, images: 0 });

  // A killed browser may have lost its newest cookies, so the session is lost for certain.
  await reopened.context().clearCookies();
  await server.start();
  const signInButton = reopened.getByRole("button", { name: "Sign in to send" });
  await expect(signInButton).toBeVisible({ timeout: 20_000 });
  // The session is read again, and the desk stays.
  const before = await countSessionReads(reopened);
  await reopened.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => countSessionReads(reopened)).toBeGreaterThan(before);
  await signInButton.click();
  await signIn(reopened);
  await waiting(reopened, 0);
  expect(await countRows()).toEqual({ records: 10, parcels: 10, images: 10 });
});

/** Resolves once a statement of the server waits for a lock. */
async function untilBlocked(db: ReturnType<typeof openDatabase>["kysely"]): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db);
    if (rows.length > 0) return;
    await pause(20);
  }
}

test("a server that is killed between upload and commit loses no record or photo of the desk, and has none twice", async ({
  page,
}) => {
  const before = await countRows();
  await openDesk(page);
  const tables = ["receiving_records", "files"];
  for (const [index, table] of tables.entries()) {
    const { kysely, close } = openDatabase({ url: postgres.url, log });
    // Nothing is committed while the table is locked, though the photo's files are stored.
    await kysely.transaction().execute(async (locking) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(locking);
      await receive(page, `YT600000000000${index}`);
      await untilBlocked(locking);
      await server.kill();
    });
    await close();
    await waiting(page, 1);
    await server.start();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await waiting(page, 0);
  }
  expect(await countRows()).toEqual({
    records: before.records + 2,
    parcels: before.parcels + 2,
    images: before.images + 2,
  });
});

test("entering and leaving the desk in the application loads a document each, and a sign-out removes what it kept", async ({
  page,
}) => {
  const mayUseCamera = () =>
    page.evaluate(() => {
      const { featurePolicy } = document as {
        featurePolicy?: { allowsFeature(name: string): boolean };
      };
      return featurePolicy?.allowsFeature("camera");
    });
  await page.goto(`${releases.address}/admin/dashboard`);
  await signIn(page);
  await page.getByRole("link", { name: "Receiving", exact: true }).click();
  await page.getByRole("button", { name: "Start receiving" }).click();
  await expect(page.getByText("Ready to scan")).toBeVisible();
  expect(await mayUseCamera()).toBe(true);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.getByRole("link", { name: "Admin area" }).click();
  await expect(page.getByRole("link", { name: "Receiving", exact: true })).toBeVisible();
  expect(await mayUseCamera()).toBe(false);
  await page.goBack();
  await expect(page.getByText("Ready to scan")).toBeVisible();
  expect(await mayUseCamera()).toBe(true);
  await page.goForward();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
  await expect.poll(() => workerOf(page)).toEqual({ registrations: 0, caches: [], kept: [] });
  const kept = await page.evaluate(async () => [
    Object.keys(localStorage).filter((key) => key.endsWith("-desk-account")),
    (await indexedDB.databases()).filter(({ name }) => name?.endsWith("-desk-lists")),
  ]);
  expect(kept).toEqual([[], []]);
});

test("a new release's service worker takes over without losing the queue, and removes itself where it is off", async ({
  page,
}) => {
  const before = await countRows();
  page.on("dialog", (dialog) => void dialog.accept());
  await openDesk(page);
  const { caches: oldCaches } = await workerOf(page);
  releases.holdRecords(true);
  await receive(page, "YT5000000000001");
  await waiting(page, 1);
  releases.release("/favicon.svg");
  await page.reload();
  await expect
    .poll(async () => (await workerOf(page)).kept)
    .toContain(`${releases.address}/favicon.svg`);
  await expect.poll(async () => (await workerOf(page)).caches).toHaveLength(1);
  expect((await workerOf(page)).caches).not.toEqual(oldCaches);
  await waiting(page, 1);
  expect(await countRows()).toEqual(before);

  await server.kill();
  server = await startServer({ OFFLINE_DESK: "0" });
  await page.reload();
  await waiting(page, 1);
  await expect.poll(() => workerOf(page)).toEqual({ registrations: 0, caches: [], kept: [] });
  releases.holdRecords(false);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await waiting(page, 0);
  expect(await countRows()).toEqual({
    records: before.records + 1,
    parcels: before.parcels + 1,
    images: before.images + 1,
  });
  await page.reload();
  await expect(page.getByText("Ready to scan")).toBeVisible();
  expect((await workerOf(page)).registrations).toBe(0);
});
