import { beforeAll, describe, expect, test } from "vitest";
import { kindsOf } from "#platform/rules/own-things.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { operations, type Operation } from "#app/contract/operations.ts";
import { contentsOf } from "#test/database-contents.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { failuresOf } from "./failures-of.ts";
import { ownInputs } from "./own-inputs.ts";
import { createOwnThings, type OwnThings } from "./own-things.ts";

const writing = operations.filter(({ isForStaff, method }) => isForStaff && method !== "GET");
const stating = writing.filter(({ actsOn }) => actsOn !== null && kindsOf(actsOn).length > 0);
/** Of several scans one's own alone is left out and named: see the test of its own below. */
const namesOwn = "stocktakes.recordScans";
/** Of all that can be labelled one's own is left out: `labels-together.test.ts` shows it. */
const leavesOwnOut = "labels.makeLabels";
const refusing = stating.filter(({ name }) => name !== namesOwn && name !== leavesOwnOut);

let app: TestApp;
let things: OwnThings;
beforeAll(async () => {
  app = await testApp();
  things = await createOwnThings(app);
  const { userId } = things.owner;
  const at = app.clock.now();
  const set = { userId, secretEncrypted: Buffer.alloc(0), confirmedAt: at, createdAt: at };
  await app.database.kysely.insertInto("twoFactors").values(set).execute();
  return () => app.close();
});

/** Makes the owner a member of staff who has access to this operation alone, as far as roles go. */
async function giveAccess({ access }: Operation): Promise<void> {
  const { kysely } = app.database;
  const { userId } = things.owner;
  const isAdmin = access === "admin";
  const roles: readonly StaffRole[] = typeof access === "object" ? access.roles.slice(0, 1) : [];
  const endedAt = app.clock.now();
  await kysely.updateTable("staffRoles").set({ endedAt }).where("userId", "=", userId).execute();
  await kysely.updateTable("profiles").set({ isAdmin }).where("id", "=", userId).execute();
  if (roles.length === 0) return;
  const grants = roles.map((role) => ({
    userId,
    role,
    grantedBy: null,
    grantedAt: app.clock.now(),
  }));
  await kysely.insertInto("staffRoles").values(grants).execute();
}

type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

async function call({ name, area, verb }: Operation): Promise<unknown> {
  const input = ownInputs[name];
  if (input === undefined) throw new Error(`${name} has no thing of one's own.`);
  const operation = (things.owner.api as unknown as AnyApi)[area]?.[verb];
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  return await operation(input(things));
}

/** Everything but what a refused attempt leaves: its entry in the audit log, and what counts it. */
async function contents() {
  const { audit_log: _entries, attempts: _attempts, ...others } = await contentsOf(app.database);
  return others;
}

async function entries() {
  const query = app.database.kysely.selectFrom("auditLog").select(["action", "errorCode"]);
  const own = query.where("actorId", "=", things.owner.userId);
  return await own.orderBy("id", "desc").limit(1).execute();
}

describe("A10: one's own things", () => {
  test("have an input for every operation that states whose things it changes, and for no other", () => {
    expect(Object.keys(ownInputs).toSorted()).toEqual(stating.map(({ name }) => name).toSorted());
    expect([writing.length, stating.length]).toEqual([127, 78]);
  });

  test("are refused by every one of them, which changes nothing", async () => {
    const failures = await failuresOf(refusing, async (operation) => {
      await giveAccess(operation);
      const before = await contents();
      const code = operation.area === "wallet" ? "own_wallet" : "own_account";
      await expect(call(operation)).rejects.toMatchObject({ code });
      expect(await contents()).toEqual(before);
      expect(await entries()).toEqual([{ action: operation.name, errorCode: code }]);
      expect(operation.errorCodes).toContain(code);
    });
    expect(failures).toEqual([]);
  });

  test("of several scans are left out alone, and named", async () => {
    const operation = stating.find(({ name }) => name === namesOwn);
    if (operation === undefined) throw new Error(`There is no ${namesOwn}.`);
    await giveAccess(operation);
    const scans = async () =>
      await app.database.kysely.selectFrom("stocktakeScans").selectAll().execute();
    const before = await scans();
    expect(await call(operation)).toEqual({ notHere: [], own: [things.labelCode] });
    expect(await scans()).toEqual(before);
  });
});
