import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "#platform/server/config.ts";
import { createLog } from "#platform/server/log.ts";
import { describeBrowser } from "#people/server/auth/sessions/describe-browser.ts";
import { createHashPassword } from "#people/server/auth/password.ts";
import { ensureAdmin } from "#people/server/users/admins.ts";
import { testDatabase } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { quickPasswords } from "#test/passwords.ts";
import { openDemoServer } from "./demo-server.ts";
import { createDemoData } from "./create-demo-data.ts";

const day = 24 * 3_600_000;

test.runIf(isLongRun)(
  "the first days have customers with plans, deposits and packages, with their dates",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "demo-test-"));
    const database = await testDatabase();
    const config = loadConfig({ DATA_DIR: folder });
    const log = createLog({ level: "silent" });
    const { kysely } = database;
    const startsAt = new Date("2026-02-25T00:00:00Z");
    const endsAt = new Date(startsAt.getTime() + 6 * day);
    const now = () => startsAt;
    const hashPassword = createHashPassword(quickPasswords);
    await ensureAdmin({ config, db: kysely, now, hashPassword }, () => {});
    const { id: adminId } = await kysely.selectFrom("users").select("id").executeTakeFirstOrThrow();

    const server = await openDemoServer({ config, database, log }, startsAt);
    const created = await createDemoData(server, {
      adminId,
      startsAt,
      endsAt,
      onProgress: () => {},
    });
    await server.close();

    const packages = await kysely.selectFrom("packages").select("createdAt").execute();
    expect(packages).toHaveLength(created.packages);
    expect(created.packages).toBeGreaterThan(0);
    for (const { createdAt: at } of packages) {
      expect(at.getTime()).toBeGreaterThan(startsAt.getTime());
      expect(at.getTime()).toBeLessThan(endsAt.getTime());
    }
    const plans = await kysely
      .selectFrom("profiles")
      .select("subscription")
      .where("subscription", "is not", null)
      .execute();
    expect(plans).toHaveLength(4);
    const sessions = await kysely.selectFrom("sessions").select(["userId", "userAgent"]).execute();
    expect(new Set(sessions.map(({ userId }) => userId)).size).toBe(sessions.length);
    expect(sessions.map(({ userAgent }) => describeBrowser(userAgent ?? ""))).toEqual(
      sessions.map(() => ({ device: "Linux PC", browser: "Chrome 142" })),
    );
    const payouts = await kysely.selectFrom("payoutRequests").select("outcome").execute();
    expect(payouts.map(({ outcome }) => outcome)).toEqual(["paid"]);
    expect(await ledgerFaults(kysely)).toEqual([]);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  },
);
