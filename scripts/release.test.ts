import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import {
  checkArchive,
  fingerprintOf as fingerprintOfSecret,
} from "#app/server/backups/make-backup.ts";
import { restoreBackup } from "#app/server/backups/restore-backup.ts";
import { listeners } from "#app/server/listeners.ts";
import { openFolderFiles } from "#platform/server/adapters/files/files.ts";
import { migrationNames } from "#platform/server/db/migrate.ts";
import type { Database } from "#platform/server/db/open.ts";
import { openForApplication } from "#platform/server/db/role/open-for-application.ts";
import { createLog } from "#platform/server/log.ts";
import { productVersion } from "#platform/server/version.ts";
import { emptyTestDatabase, ownedTestDatabase } from "#test/database.ts";
import { testApp } from "#test/test-app.ts";
import { demoPassword, demoUsers } from "./demo/users.ts";
import { describeSchema } from "./describe-schema.ts";
import { archiveSecret } from "./release-archive.ts";
import {
  mayFollow,
  withMigrations,
  withReleasedChanges,
  withUpgradeNotes,
} from "./release-files.ts";

const archives = globSync(join(import.meta.dirname, "../test/releases/*.tar.gz"));
const log = createLog({ level: "silent" });

/** Restores an archive, which upgrades it to this version. */
async function upgrade(
  path: string,
  folder: string,
): Promise<{ database: Database; from: string }> {
  const manifest = await checkArchive(path);
  expect(manifest.secretFingerprint).toBe(fingerprintOfSecret(archiveSecret));
  const database = await emptyTestDatabase();
  const files = await openFolderFiles(join(folder, "files"));
  const target = { database, files, listeners, sandboxFolder: join(folder, "sandbox"), log };
  const { migrated } = await restoreBackup(target, { path, manifest }).catch((error: unknown) => {
    throw new Error(
      `${basename(path)} cannot be upgraded. Where ${productVersion} is not published yet, prepare it again: npm run release ${productVersion}.`,
      { cause: error },
    );
  });
  expect([...manifest.migrations, ...migrated]).toEqual(await migrationNames());
  return { database, from: manifest.version ?? "" };
}

test.runIf(archives.length > 0).each(archives)(
  "%s is upgraded to the schema of this version, and its customers go on",
  async (path) => {
    const folder = await mkdtemp(join(tmpdir(), "upgrade-"));
    const { database, from } = await upgrade(path, folder);
    expect(`${from}.tar.gz`).toBe(basename(path));
    const fresh = await ownedTestDatabase();
    expect(await describeSchema(database.kysely)).toBe(await describeSchema(fresh.kysely));
    await fresh.close();

    const app = await testApp({
      database: await openForApplication(database, { secret: archiveSecret, log }),
      settings: { SECRET: archiveSecret },
      passwordCost: 16_384,
    });
    const { api } = app.client();
    await api.auth.signIn({ email: demoUsers[0]?.email ?? "", password: demoPassword });
    const { items } = await api.packages.listPackages({ tab: "active" });
    expect(items.length).toBeGreaterThan(0);
    expect((await api.wallet.listTransactions({})).items.length).toBeGreaterThan(0);
    await app.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  },
);

test("a version follows a lower one, or is prepared again", () => {
  const pairs = [
    ["1.0.0", "0.1.0", true],
    ["1.0.0", "1.0.0", true],
    ["1.10.0", "1.9.9", true],
    ["1.0.1", "1.1.0", false],
    ["v1.0.0", "0.1.0", false],
    ["1.0", "0.1.0", false],
  ] as const;
  for (const [next, current, may] of pairs) expect(mayFollow(next, current), next).toBe(may);
});

test("the changelog gets the day, again too, and must say something", () => {
  const released = withReleasedChanges("# C\n\n## Unreleased\n\n- It.\n", "1.2.0", "2027-01-02");
  expect(released).toBe("# C\n\n## 1.2.0 (2027-01-02)\n\n- It.\n");
  expect(withReleasedChanges(released, "1.2.0", "2027-01-03")).toContain("## 1.2.0 (2027-01-03)");
  expect(() => withReleasedChanges("# C\n", "1.2.0", "2027-01-02")).toThrow("## Unreleased");
});

test("migrations are recorded once, and one that was released may not change", () => {
  const first = withMigrations({}, "1.0.0", new Map([["0001-a", "x"]]));
  expect(first).toEqual({ "1.0.0": { "0001-a": "x" } });
  expect(withMigrations(first, "1.0.0", new Map([["0001-a", "y"]]))).toEqual({
    "1.0.0": { "0001-a": "y" },
  });
  const both = new Map([
    ["0001-a", "x"],
    ["0002-b", "z"],
  ]);
  expect(withMigrations(first, "1.1.0", both)).toEqual({ ...first, "1.1.0": { "0002-b": "z" } });
  expect(() => withMigrations(first, "1.1.0", new Map([["0001-a", "y"]]))).toThrow("0001-a");
});

test("the notes say what a release does to the database, and how to go back", () => {
  const page =
    "# U\n\n| release | a | b |\n| --- | --- | --- |\n| 1.0.0   | 0001-a | there is none |\n";
  const released = { "1.0.0": { "0001-a": "x" }, "1.1.0": { "0002-b": "z" }, "1.2.0": {} };
  const second = withUpgradeNotes(page, "1.1.0", released);
  expect(second).toContain("| --- |\n| 1.1.0 | 0002-b | restore the backup |\n| 1.0.0 ");
  expect(withUpgradeNotes(second, "1.1.0", released)).toBe(second);
  expect(withUpgradeNotes(second, "1.2.0", released)).toContain("| 1.2.0 | no | move the link |");
});
