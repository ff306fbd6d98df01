import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#platform/server/db/migrate.ts";
import { openForApplication } from "#platform/server/db/role/open-for-application.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { productVersion } from "#platform/server/version.ts";
import { openFolderFiles } from "#platform/server/adapters/files/files.ts";
import { emptyTestDatabase, ownedTestDatabase, ownersAddress, silentLog } from "#test/database.ts";
import { laterMigration, type LaterMigration } from "#test/later-migration.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { makeBackup, recordBackup, checkArchive, type Manifest } from "./make-backup.ts";
import { listeners } from "#app/server/listeners.ts";
import { restoreBackup } from "./restore-backup.ts";

const log = createLog({ level: "silent" });
const secret = "a secret of tests alone, 32 characters or more";
const image = Buffer.from("not an image, just bytes");
const imageKey = `stored/${randomUUID()}/1790000000000_0123456789abcdef.jpg`;

let app: TestApp;
let folder: string;
let customer: TestPerson;
let admin: TestPerson;
const opened: Database[] = [];

async function openWithoutTimeout(url: string): Promise<Database> {
  const database = openDatabase({
    url,
    log: silentLog,
    poolSize: 2,
    statementTimeoutMilliseconds: 0,
  });
  opened.push(database);
  return database;
}

async function backupSource() {
  return {
    database: await openWithoutTimeout(ownersAddress(app.database)),
    files: app.services.files,
    secret,
    sandboxFolder: join(app.config.dataDir, "sandbox"),
    now: () => new Date(),
  };
}

/** Its database is closed with the others. */
async function emptyTarget() {
  const database = await emptyTestDatabase();
  opened.push(database);
  const targetFolder = await mkdtemp(join(folder, "target-"));
  const files = await openFolderFiles(join(targetFolder, "files"));
  return { database, files, listeners, sandboxFolder: join(targetFolder, "sandbox"), log };
}

const externalUrl = process.env["TEST_DATABASE_URL"] ?? "";
const isOnExternal = process.env["SAMPAN_TEST_POSTGRES"] === "external";

/** An empty database on the server of TEST_DATABASE_URL. */
async function createExternalDatabase() {
  const name = `backup_test_${randomUUID().replaceAll("-", "_")}`;
  const server = openDatabase({ url: externalUrl, log: silentLog, poolSize: 1 });
  await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(
    server.kysely,
  );
  const url = new URL(externalUrl);
  url.pathname = `/${name}`;
  const database = openDatabase({
    url: url.href,
    log: silentLog,
    poolSize: 2,
    statementTimeoutMilliseconds: 0,
  });
  return {
    database,
    async remove() {
      await database.close();
      await sql`drop database ${sql.id(name)} with (force)`.execute(server.kysely);
      await server.close();
    },
  };
}

/** A digest of the rows of each table, as text, which does not differ between versions of PostgreSQL. */
async function rowsOf({ kysely }: Database) {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(kysely);
  const digests: { name: string; digest: string | undefined }[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      select coalesce(md5(string_agg(entry::text, ',' order by entry::text collate "C")), '') as digest
      from ${sql.id(name)} as entry
    `.execute(kysely);
    digests.push({ name, digest: rows[0]?.digest });
  }
  return digests;
}

async function credit(amount: string): Promise<void> {
  const adjustment = { userId: customer.userId, kind: "credit", reason: "Goodwill" } as const;
  await admin.api.wallet.adjustWallet({ ...adjustment, amount, idempotencyKey: randomUUID() });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backups-"));
  app = await testApp({ settings: { SECRET: secret } });
  admin = await anAdmin(app);
  customer = await aCustomer(app, { plan: "Super" });
  await credit("25.50");
  await aPackage(customer, {
    description: "A kettle\twith a tab,\nand a line \\. of its own — 茶",
  });
  await app.services.files.put(imageKey, image, "image/jpeg");
  const { auth } = app.client().api;
  await auth.signUp({
    fullName: "Li Wei",
    email: "li.wei@example.com",
    password: "a calm evening",
  });
});

afterAll(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a backup made while customers and admins write", () => {
  let path: string;
  let manifest: Manifest;
  /** Where it was restored once. */
  let restored: Awaited<ReturnType<typeof emptyTarget>>;
  let outcome: Awaited<ReturnType<typeof restoreBackup>>;

  beforeAll(async () => {
    path = join(folder, "busy.tar.gz");
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        await credit("0.01");
        await aPackage(customer).catch(() => undefined);
      }
    })();
    try {
      const made = await makeBackup(await backupSource(), { path, withSecret: false });
      await recordBackup(await backupSource(), made.sizeBytes);
    } finally {
      isDone = true;
      await writing;
    }
    manifest = await checkArchive(path);
    restored = await emptyTarget();
    outcome = await restoreBackup(restored, { path, manifest });
  });

  test("is readable by its owner only, and leaves no partial file", async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  test("contains the secret only on request", async () => {
    expect(gunzipSync(await readFile(path)).includes(secret)).toBe(false);
    const open = join(folder, "open.tar.gz");
    await makeBackup(await backupSource(), { path: open, withSecret: true });
    expect(gunzipSync(await readFile(open)).includes(secret)).toBe(true);
  });

  test("F17: is restored elsewhere with every row, file and pending job, and a consistent ledger", async () => {
    expect(outcome).toEqual({ migrated: [] });
    const { kysely } = restored.database;
    expect(await ledgerFaults(kysely)).toEqual([]);

    const wallet = await kysely
      .selectFrom("ledgerAccounts")
      .select(["balanceCents", "version"])
      .where("userId", "=", customer.userId)
      .executeTakeFirstOrThrow();
    expect(wallet.balanceCents).toBe(2550n + (wallet.version ?? 0n) - 1n);
    const packages = await kysely.selectFrom("packages").select("description").execute();
    expect(packages).toContainEqual({
      description: "A kettle\twith a tab,\nand a line \\. of its own — 茶",
    });
    expect(await restored.files.get(imageKey)).toEqual(Uint8Array.from(image));
    const jobs = await sql<{ name: string }>`
      select name from pgboss.job where state = 'created'
    `.execute(kysely);
    expect(jobs.rows.map((row) => row.name)).toContain("send-auth-email");

    const database = await openForApplication(restored.database, { secret, log });
    const again = await testApp({ database, settings: { SECRET: secret } });
    const { email, password } = customer;
    await expect(again.client().api.auth.signIn({ email, password })).resolves.toBeDefined();
    await again.runJobs();
    expect(again.sandboxes.mailbox?.list({ to: "li.wei@example.com", limit: 1 })).toHaveLength(1);
    await again.close();
  });

  test("brings back all that the sandboxes held", async () => {
    const held = (await readdir(join(app.config.dataDir, "sandbox"))).filter((name) =>
      name.endsWith(".sqlite"),
    );
    expect(held.toSorted()).toEqual([
      "mail.sqlite",
      "push.sqlite",
      "stripe.sqlite",
      "tracking.sqlite",
    ]);
    expect((await readdir(restored.sandboxFolder)).toSorted()).toEqual(held.toSorted());
  });

  test("without files is restored beside a store that has them", async () => {
    const rowsAlone = join(folder, "rows.tar.gz");
    const options = { path: rowsAlone, withSecret: false, withFiles: false };
    const made = await makeBackup(await backupSource(), options);
    expect(made.manifest).toMatchObject({ hasFiles: false, fileCount: 0 });
    const target = await emptyTarget();
    await target.files.put(imageKey, image, "image/jpeg");
    await restoreBackup(target, { path: rowsAlone, manifest: await checkArchive(rowsAlone) });
    expect(await target.files.get(imageKey)).toEqual(Uint8Array.from(image));
  });

  test.runIf(externalUrl !== "" && !isOnExternal)(
    "goes from the embedded PostgreSQL to that of TEST_DATABASE_URL, and back, with every row",
    async () => {
      const external = await createExternalDatabase();
      const target = { ...(await emptyTarget()), database: external.database };
      await restoreBackup(target, { path, manifest });
      const back = join(folder, "back.tar.gz");
      const source = { ...(await backupSource()), database: external.database };
      await makeBackup({ ...source, files: target.files }, { path: back, withSecret: false });
      const again = await emptyTarget();
      await restoreBackup(again, { path: back, manifest: await checkArchive(back) });
      const contents = await rowsOf(again.database);
      expect(contents).toEqual(await rowsOf(external.database));
      expect(contents.find(({ name }) => name === "ledger_entries")?.digest).toMatch(/^\w{32}$/);
      await external.remove();
    },
  );

  test.runIf(isLongRun)(
    "continues its sequences after a restore, and history is still append-only",
    async () => {
      const target = await emptyTarget();
      await restoreBackup(target, { path, manifest });
      const { kysely } = target.database;
      const newest = await kysely
        .selectFrom("auditLog")
        .select(({ fn }) => fn.max("id").as("id"))
        .executeTakeFirstOrThrow();
      const { id } = await kysely
        .insertInto("auditLog")
        .values({ actorId: null, action: "test", target: "test", before: null, after: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      expect(id).toBeGreaterThan(newest.id);
      await expect(kysely.deleteFrom("ledgerEntries").execute()).rejects.toThrow("never changed");
    },
  );

  test("is not restored into a target that is not empty", async () => {
    const busy = {
      ...(await emptyTarget()),
      database: await openWithoutTimeout(ownersAddress(app.database)),
    };
    await expect(restoreBackup(busy, { path, manifest })).rejects.toThrow(
      "The database is not empty",
    );
    const target = await emptyTarget();
    await target.files.put("stored/other/1_a.jpg", image, "image/jpeg");
    await expect(restoreBackup(target, { path, manifest })).rejects.toThrow(
      "The file store is not empty",
    );
  });

  test("is rejected when it is truncated, changed, or not a backup", async () => {
    const bytes = await readFile(path);
    const broken = join(folder, "broken.tar.gz");
    await writeFile(broken, bytes.subarray(0, bytes.byteLength - 100));
    await expect(checkArchive(broken)).rejects.toThrow("not a complete backup");
    const unpacked = gunzipSync(bytes);
    unpacked.write("X", unpacked.indexOf("A kettle"));
    await writeFile(broken, gzipSync(unpacked));
    await expect(checkArchive(broken)).rejects.toThrow("is damaged: rows/packages/00001");
    await writeFile(broken, "no archive");
    await expect(checkArchive(broken)).rejects.toThrow("not a complete backup");
  });

  test.runIf(isLongRun)("with an inconsistent ledger leaves the database empty", async () => {
    const forged = join(folder, "forged.tar.gz");
    const other = await testApp({ settings: { SECRET: secret } });
    const database = await openWithoutTimeout(ownersAddress(other.database));
    await sql`
      alter table ledger_accounts disable trigger user;
      insert into ledger_accounts (kind, user_id, balance_cents, version)
      values ('wallet', gen_random_uuid(), 100, 0)
    `.execute(database.kysely);
    await makeBackup({ ...(await backupSource()), database }, { path: forged, withSecret: false });
    await database.close();
    await other.close();
    const target = await emptyTarget();
    await expect(
      restoreBackup(target, { path: forged, manifest: await checkArchive(forged) }),
    ).rejects.toThrow("L3: wallet");
    const { rows } = await sql`
      select from pg_class where relname = 'ledger_accounts'
    `.execute(target.database.kysely);
    expect(rows).toEqual([]);
  });
});

describe("a backup of another version", () => {
  let later: LaterMigration;

  beforeAll(async () => {
    later = await laterMigration("alter table profiles add column nickname text");
    return () => later.remove();
  });

  test.runIf(isLongRun)("is migrated when it is older", async () => {
    const path = join(folder, "older.tar.gz");
    await makeBackup(await backupSource(), { path, withSecret: false });
    const target = { ...(await emptyTarget()), migrations: later.folder };
    const manifest = await checkArchive(path);
    expect(await restoreBackup(target, { path, manifest })).toEqual({ migrated: [later.name] });
    const { rows } = await sql`select distinct nickname from profiles`.execute(
      target.database.kysely,
    );
    expect(rows).toEqual([{ nickname: null }]);
  });

  test("is rejected when it is newer, with the name of the unknown migration", async () => {
    const newer = await ownedTestDatabase();
    opened.push(newer);
    await migrate(newer, { folder: later.folder });
    const path = join(folder, "newer.tar.gz");
    await makeBackup({ ...(await backupSource()), database: newer }, { path, withSecret: false });
    const manifest = await checkArchive(path);
    await expect(restoreBackup(await emptyTarget(), { path, manifest })).rejects.toThrow(
      `a newer version of this program, ${productVersion} (it has ${later.name})`,
    );
  });

  test("is rejected when it is from before the baseline, and no table is created", async () => {
    const path = join(folder, "development.tar.gz");
    await makeBackup(await backupSource(), { path, withSecret: false });
    const manifest = {
      ...(await checkArchive(path)),
      migrations: ["0001-baseline", "0002-sign-in-tables"],
    };
    const target = await emptyTarget();
    await expect(restoreBackup(target, { path, manifest })).rejects.toThrow(
      `The backup was made by ${productVersion} of this program (its first migration is 0001-baseline, ` +
        "not 0001-schema) and cannot be upgraded. Restore it with the version that made it.",
    );
    const { rows } = await sql`select from pg_class where relname = 'users'`.execute(
      target.database.kysely,
    );
    expect(rows).toEqual([]);
  });
});
