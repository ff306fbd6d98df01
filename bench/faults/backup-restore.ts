// F17: backs up a server in use, kills it and restores it elsewhere: `node bench/faults/backup-restore.ts [KIND]`.
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { loadConfig } from "#platform/server/config.ts";
import { openFiles } from "#app/server/open-server.ts";
import { clearLimits, makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { admin } from "#test/crashes/server-process.ts";
import { customerPassword, visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
import { work, type Client } from "#test/crashes/workload.ts";
import { packageInput } from "#test/packages.ts";
import { makePlace, type TestEnvironment, type EnvironmentKind } from "./test-environment.ts";
import { conclude, say } from "./report.ts";
import { cookieOfStaff } from "./server-figures.ts";

/*
 * KIND is the environment to back up: `embedded` (database and files below DATA_DIR) or `external` (a database of DATABASE_URL's
 * PostgreSQL, files in a bucket). It is restored into both kinds, the second if DATABASE_URL is set.
 */
const adminUrl = process.env["DATABASE_URL"] ?? null;
const kind: EnvironmentKind = process.argv[2] === "external" ? "external" : "embedded";
const kinds: readonly EnvironmentKind[] =
  adminUrl === null ? ["embedded"] : ["embedded", "external"];
const common = { SECRET: randomBytes(32).toString("hex") };
const livelyMilliseconds = 4_000;
const archiveFolder = await mkdtemp(join(tmpdir(), "sampan-archive-"));
const archive = join(archiveFolder, "backup.tar.gz");
const wrong: string[] = [];
const run = promisify(execFile);
const commands = new URL("../../scripts", import.meta.url).pathname;

/** Runs a command in an environment; resolves to its output and duration. */
async function command(place: TestEnvironment, file: string, args: readonly string[] = []) {
  const { PATH = "", HOME = "" } = process.env;
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const startedAt = performance.now();
  const { stdout } = await run(process.execPath, [join(commands, file), ...args], {
    env: { PATH, HOME, ...account, ...place.settings },
    maxBuffer: 16 * 1024 * 1024,
  });
  return { stdout, seconds: (performance.now() - startedAt) / 1000 };
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Acknowledged effects at one moment. */
type Acknowledged = {
  readonly movements: readonly { readonly userId: string; readonly rows: readonly string[] }[];
  readonly imageIds: readonly string[];
};

const typeOf = { deposit: "deposit", fee: "shipping_fee", subscription: "subscription" } as const;

function acknowledgedBy(clients: readonly Client[], imageIds: readonly string[]): Acknowledged {
  const movements = clients.map(({ userId, acknowledged }) => ({
    userId,
    rows: acknowledged.map(
      ({ kind: wish, amountCents }) =>
        `${typeOf[wish]} ${wish === "subscription" ? 12_900 : amountCents}`,
    ),
  }));
  return { movements, imageIds: [...imageIds] };
}

/** An admin adds images one after the other for as long as the server answers. */
async function saveImages(
  { server }: TestEnvironment,
  { api }: Visitor,
  picture: Blob,
  imageIds: string[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    try {
      await clearLimits(server);
      const { package: pkg } = await api.packages.createPackage(packageInput());
      for (let number = 1; number <= 5 && !isOver(); number += 1) {
        const file = new File([picture], `parcel-${number}.png`, { type: "image/png" });
        imageIds.push((await api.packages.addImage({ packageId: pkg.id, file })).id);
      }
    } catch (error) {
      if (!isOver()) throw error;
    }
  }
}

/** Any stored image. */
async function onePicture({ server }: TestEnvironment, { api }: Visitor): Promise<Blob> {
  const { items } = await api.packages.listShipments({ pageSize: 100 });
  const pictured = items.find(({ imagesCount }) => imagesCount > 0);
  if (pictured === undefined) throw new Error("The demo's newest packages have no pictures.");
  const { images } = await api.packages.readShipment({ packageId: pictured.id });
  const cookie = await cookieOfStaff(server.address);
  const answer = await fetch(`${server.address}${images[0]?.imageUrl}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`A picture of the demo answered ${answer.status}.`);
  return await answer.blob();
}

/** Creates demo data, backs up during writes, and kills the server. */
async function backUpAlive(
  place: TestEnvironment,
): Promise<{ owed: Acknowledged; emails: string[] }> {
  const demo = await command(place, "demo.ts");
  say(`demo: ${demo.seconds.toFixed(0)} s`);
  const { server } = place;
  await server.start();
  const staff = await visitAdmin(server.address);
  const picture = await onePicture(place, staff);
  const clients = await makeClients(server, 4);
  const imageIds: string[] = [];
  let isOver = false;
  const works = clients.map((client, index) =>
    work(client, index % 2 === 0 ? "money" : "plan", staff, () => isOver),
  );
  works.push(saveImages(place, staff, picture, imageIds, () => isOver));
  for (const running of works) running.catch(() => undefined);
  await pause(livelyMilliseconds);
  const owed = acknowledgedBy(clients, imageIds);
  const made = await command(place, "backup.ts", [archive]);
  isOver = true;
  await server.kill();
  // Requests without an answer are abandoned.
  for (const client of clients) client.pending = null;
  await Promise.all(works);
  const total = clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const before = owed.movements.reduce((sum, { rows }) => sum + rows.length, 0);
  say(`backup of ${place.kind}, ${made.seconds.toFixed(1)} s: ${made.stdout.split("\n")[0]}`);
  say(`  ${(await stat(archive)).size} bytes; killed right after`);
  say(`acknowledged before it began: ${before} movements, ${owed.imageIds.length} images`);
  say(
    `  and meanwhile: ${total - before} movements, ${imageIds.length - owed.imageIds.length} images`,
  );
  return { owed, emails: clients.map(({ visitor }) => visitor.email) };
}

/** Checks that every file of a row exists unchanged; returns how many. */
async function compareFiles(source: TestEnvironment, target: TestEnvironment): Promise<number> {
  const [before, after] = await Promise.all(
    [source, target].map(async ({ settings }) => await openFiles(loadConfig(settings))),
  );
  const keys = await onDatabase(target.server, async (db) => {
    const { rows } = await sql<{ key: string }>`
      select key from files union all
      select thumbnail_key from files where thumbnail_key is not null
    `.execute(db);
    return rows.map(({ key }) => key);
  });
  for (const key of keys) {
    const [one, other] = await Promise.all([before?.get(key), after?.get(key)]);
    if (!other) wrong.push(`${target.kind}: ${key} is missing`);
    else if (!one || digest(one) !== digest(other)) wrong.push(`${target.kind}: ${key} differs`);
  }
  return keys.length;
}

/** Loads every image by its URL, as the admin area does; returns how many. */
async function checkPictures(
  { server, kind: at }: TestEnvironment,
  { api }: Visitor,
): Promise<number> {
  const headers = { cookie: await cookieOfStaff(server.address) };
  let polled = 0;
  for (let page = 1; ; page += 1) {
    const { items } = await api.packages.listShipments({ page, pageSize: 100 });
    for (const { id } of items) {
      const { images } = await api.packages.readShipment({ packageId: id });
      const codes = (await api.packages.listQrCodes({ packageId: id })).items;
      for (const { imageUrl } of [...images, ...codes]) {
        const answer = await fetch(`${server.address}${imageUrl}`, { headers });
        const { byteLength } = await answer.arrayBuffer();
        polled += 1;
        if (!answer.ok || byteLength === 0)
          wrong.push(`${at}: a picture answered ${answer.status}`);
      }
    }
    if (items.length < 100) return polled;
  }
}

/** The rows of `expected` that are missing in `found`, counting duplicates. */
function missing(expected: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return expected.filter((row) => {
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

async function compareRows(
  { server, kind: at }: TestEnvironment,
  owed: Acknowledged,
): Promise<void> {
  await onDatabase(server, async (db) => {
    wrong.push(...(await ledgerFaults(db)).map((fault) => `${at}: ${fault}`));
    for (const { userId, rows } of owed.movements) {
      const found = await db
        .selectFrom("transactions")
        .select(["type", "amountCents"])
        .where("userId", "=", userId)
        .where("status", "=", "completed")
        .execute();
      const there = found.map((row) => `${row.type} ${Number(row.amountCents)}`);
      for (const row of missing(rows, there)) wrong.push(`${at}: ${row} of ${userId} is lost`);
    }
    const images = await db
      .selectFrom("files")
      .select("id")
      .where("ownerKind", "=", "package")
      .execute();
    const ids = images.map(({ id }) => id);
    for (const id of missing(owed.imageIds, ids)) wrong.push(`${at}: image ${id} is lost`);
    for (const statement of [
      sql`update ledger_entries set amount_cents = 1`,
      sql`delete from transactions`,
    ]) {
      const isRejected = await statement.execute(db).then(
        () => false,
        () => true,
      );
      if (!isRejected) wrong.push(`${at}: history could be changed`);
    }
  });
}

async function signIn(
  { server, kind: at }: TestEnvironment,
  email: string,
  password: string,
): Promise<void> {
  const answer = await fetch(`${server.address}/api/sign-in`, {
    method: "POST",
    headers: { origin: server.address, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) wrong.push(`${at}: ${email} cannot sign in (${answer.status})`);
}

/**
 * Runs a reconciliation. Payments after the backup are known to the provider only: their effects are repaired, and deposits that
 * the backup does not know are reported. Nothing else may differ.
 */
async function compareReports(target: TestEnvironment): Promise<string> {
  const { stdout } = await command(target, "reconcile.ts", ["100"]).catch(
    (error: { stdout: string }) => error,
  );
  const [, differs = ""] = stdout.split("\nDiffers:\n");
  const findings = differs.split("\n").filter((line) => line.startsWith("  "));
  const others = findings.filter((line) => !/^ {2}(unknown_deposit|not_credited) /.test(line));
  for (const line of others) wrong.push(`${target.kind}: the books differ: ${line}`);
  const [, compared = "nothing compared"] = stdout.split("\n");
  return `books of 100 days: ${compared} Paid after the backup and named: ${findings.length - others.length}.`;
}

/** Restores the archive into an empty environment of that kind, starts a server there, and checks everything. */
async function restoreAt(
  target: TestEnvironment,
  source: TestEnvironment,
  { owed, emails }: Awaited<ReturnType<typeof backUpAlive>>,
): Promise<void> {
  const restored = await command(target, "restore.ts", [archive]);
  say(
    `restored into ${target.kind}, ${restored.seconds.toFixed(1)} s: ${restored.stdout.split("\n")[0]}`,
  );
  await target.server.start();
  const staff = await visitAdmin(target.server.address);
  for (const email of emails) await signIn(target, email, customerPassword);
  for (const { email, password } of demoSignIns) await signIn(target, email, password);
  await compareRows(target, owed);
  const files = await compareFiles(source, target);
  const pictures = await checkPictures(target, staff);
  say(`  files the same: ${files}; pictures and codes opened over HTTP: ${pictures}`);
  say(`  ${await compareReports(target)}`);
}

/** Customers of the demo, and their password. */
const demoSignIns = ["emma.thompson", "lucas.meyer", "aisha.rahman"].map((name) => ({
  email: `${name}@example.com`,
  password: "quiet harbour 88",
}));

const places: TestEnvironment[] = [];
const empty = async (wanted: EnvironmentKind) => {
  const place = await makePlace(wanted, { adminUrl, settings: common });
  places.push(place);
  return place;
};
try {
  const source = await empty(kind);
  const facts = await backUpAlive(source);
  for (const wanted of kinds) await restoreAt(await empty(wanted), source, facts);
} finally {
  for (const place of places) await place.remove();
  await rm(archiveFolder, { recursive: true, force: true });
}
conclude(wrong);
