// 01, point 4: the network is lost, ten parcels are received with photos, the browser is killed, and nothing is lost or doubled.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, test, type Page } from "@playwright/test";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { openDatabase } from "#server/db/open.ts";
import { admin, serverProcess, type ServerProcess } from "#testing/crashes/server-process.ts";
import { chromiumLaunchOptions } from "#testing/find-chromium.ts";

const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

let folder: string;
let postgres: EmbeddedPostgres;
let server: ServerProcess;
const browsers: ChildProcess[] = [];

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sampan-desk-"));
  postgres = await startEmbeddedPostgres({ dataFolder: join(folder, "database"), log });
  server = await serverProcess(postgres.url, { folder: join(folder, "data") });
  await server.start();
});

test.afterAll(async () => {
  for (const browser of browsers) browser.kill("SIGKILL");
  await server?.kill();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a browser on a profile that stays; a browser of Playwright's own cannot be killed. */
async function openBrowser(): Promise<{ page: Page; kill: () => Promise<void> }> {
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
  const kill = async () => {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  return { page: context.pages()[0] ?? (await context.newPage()), kill };
}

const photo = {
  name: "parcel.gif",
  mimeType: "image/gif",
  buffer: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
};

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

async function countRows(): Promise<{ records: number; parcels: number; images: number }> {
  const { kysely, close } = openDatabase({ url: postgres.url, log });
  try {
    const count = async (table: "receivingRecords" | "inboundParcels" | "inboundParcelImages") =>
      (await kysely.selectFrom(table).select("id").execute()).length;
    return {
      records: await count("receivingRecords"),
      parcels: await count("inboundParcels"),
      images: await count("inboundParcelImages"),
    };
  } finally {
    await close();
  }
}

const waiting = (page: Page, count: number) =>
  expect(page.getByText(`Waiting to be sent ${count}`)).toBeVisible({ timeout: 20_000 });

test("01, point 4: ten parcels received without a network arrive once, although the browser is killed", async () => {
  const desk = `${server.address}/admin/dashboard/receiving`;
  const first = await openBrowser();
  const { page } = first;
  await page.goto(desk);
  await signIn(page);
  await page.getByRole("button", { name: "Start receiving" }).click();
  await expect(page.getByText("Ready to scan")).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

  await server.kill();
  for (let number = 0; number < 10; number += 1) {
    await receive(page, `SF400000000000${number}`);
    await waiting(page, number + 1);
  }
  await first.kill();

  const { page: reopened } = await openBrowser();
  await reopened.goto(desk);
  await waiting(reopened, 10);
  expect(await countRows()).toEqual({ records: 0, parcels: 0, images: 0 });

  // A killed browser may have lost its newest cookies, so the session is lost for certain.
  await reopened.context().clearCookies();
  await server.start();
  await reopened.getByRole("link", { name: "Sign in to send" }).click();
  await signIn(reopened);
  await waiting(reopened, 0);
  expect(await countRows()).toEqual({ records: 10, parcels: 10, images: 10 });
});
