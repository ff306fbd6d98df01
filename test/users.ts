// Creates users for tests: verified and signed in, each with an email and a browser of their own.
import { randomUUID } from "node:crypto";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { planByName } from "#catalogue/rules/plan.ts";
import { mustSetUpTwoFactor, type StaffRole } from "#platform/rules/staff-role.ts";
import { openSession, sessionCookie } from "#people/server/auth/sessions/sessions.ts";
import type { ApiClient, TestApp, TestClient } from "./test-app.ts";

export type TestPerson = {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
  readonly client: TestClient;
  /** The operations, called from this user's browser. */
  readonly api: ApiClient;
};

const password = "a calm harbour at dusk";
/** One password and hash for all users of an application, since hashing may be slow by design. */
const passwordHashes = new WeakMap<TestApp, Promise<string>>();

function passwordHashAt(app: TestApp): Promise<string> {
  const hash = passwordHashes.get(app) ?? app.services.hashPassword(password);
  passwordHashes.set(app, hash);
  return hash;
}

async function insertUser(app: TestApp, fullName: string, isAdmin: boolean) {
  const email = `${randomUUID()}@example.com`;
  const { kysely } = app.database;
  const { id: userId } = await kysely
    .insertInto("users")
    .values({
      name: fullName,
      email,
      emailVerified: true,
      passwordHash: await passwordHashAt(app),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (isAdmin) {
    await kysely.updateTable("profiles").set({ isAdmin: true }).where("id", "=", userId).execute();
  }
  return { userId, email };
}

/** Signs this browser in as the user. */
export async function signInBrowser(
  app: TestApp,
  client: TestClient,
  userId: string,
): Promise<void> {
  const origin = { ipAddress: "10.0.0.1", userAgent: "test" };
  const token = await openSession(app.services, userId, origin);
  const [pair = ""] = sessionCookie(app.config, token).split(";");
  const separator = pair.indexOf("=");
  client.cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
}

async function person(app: TestApp, fullName: string, isAdmin: boolean): Promise<TestPerson> {
  const { userId, email } = await insertUser(app, fullName, isAdmin);
  const client = app.client();
  await signInBrowser(app, client, userId);
  return { userId, email, fullName, password, client, api: client.api };
}

/** A customer who is signed in; with `plan`, as if it had just been paid for. */
export async function aCustomer(
  app: TestApp,
  facts: {
    readonly fullName?: string;
    readonly plan?: PlanName;
    readonly packageQuota?: number;
  } = {},
): Promise<TestPerson> {
  const customer = await person(app, facts.fullName ?? "Mei Chan", false);
  if (facts.plan === undefined) return customer;
  const plan = planByName(facts.plan);
  await app.database.kysely
    .updateTable("profiles")
    .set({
      subscription: plan.name,
      packageQuota: facts.packageQuota ?? plan.packageQuota,
      maxWeightGrams: plan.maxWeightGrams,
    })
    .where("id", "=", customer.userId)
    .execute();
  return customer;
}

/** An admin who is signed in. */
export async function anAdmin(app: TestApp): Promise<TestPerson> {
  return await person(app, "Ada Wong", true);
}

/** A member of staff with these roles who is signed in, with two-factor authentication where a role requires it. */
export async function aStaffMember(app: TestApp, roles: readonly StaffRole[]): Promise<TestPerson> {
  const member = await person(app, "Siu Ming Lee", false);
  const { kysely } = app.database;
  const { userId } = member;
  const at = app.clock.now();
  const granted = roles.map((role) => ({ userId, role, grantedBy: null, grantedAt: at }));
  await kysely.insertInto("staffRoles").values(granted).execute();
  if (mustSetUpTwoFactor({ isAdmin: false, roles, hasTwoFactor: false })) {
    const set = { userId, secretEncrypted: Buffer.alloc(0), confirmedAt: at, createdAt: at };
    await kysely.insertInto("twoFactors").values(set).execute();
  }
  return member;
}
