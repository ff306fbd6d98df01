import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { changeAdmin, ensureAdmin } from "./admins.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { ADMIN_EMAIL: "Office@example.com" } });
  return () => app.close();
});

/** Runs `ensureAdmin` and returns the passwords that were shown. */
async function shownPasswords(config = app.config): Promise<string[]> {
  const shown: string[] = [];
  await ensureAdmin({ ...app.services, config }, ({ password }) => shown.push(password));
  return shown;
}

test("A start that stops before its password was saved leaves no account, and the next generates another password", async () => {
  const dying = new Error("The process dies here.");
  const start = ensureAdmin(app.services, () => {
    throw dying;
  });
  await expect(start).rejects.toBe(dying);
  const accounts = await app.database.kysely
    .selectFrom("users")
    .select("id")
    .where("email", "=", "office@example.com")
    .execute();
  expect(accounts).toEqual([]);
});

test("The admin is created once, with a password shown once, also by four starts at once", async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => shownPasswords()));
  const passwords = made.flat();
  expect(passwords).toHaveLength(1);
  const [password = ""] = passwords;
  const { api } = app.client();
  const session = await api.auth.signInAsAdmin({ email: "office@example.com", password });
  expect(session.person).toMatchObject({ email: "office@example.com", isAdmin: true });
  expect(await shownPasswords()).toEqual([]);
});

test("A configured password is used and not shown, and a stranger's sign-up with the email becomes void", async () => {
  const email = "chief@example.com";
  await app.client().api.auth.signUp({ fullName: "X", email, password: "a stranger's own" });
  const config = { ...app.config, adminEmail: email, adminPassword: "the chief's own words" };
  expect(await shownPasswords(config)).toEqual([]);
  const { api } = app.client();
  await api.auth.signInAsAdmin({ email, password: "the chief's own words" });
  await expect(api.auth.signIn({ email, password: "a stranger's own" })).rejects.toThrow();
});

describe("The operator", () => {
  test("grants and revokes the role, which ends sessions on revoking and is in the audit log", async () => {
    await shownPasswords();
    const { email, api, userId } = await aCustomer(app);
    expect(await changeAdmin(app.services, { email, isAdmin: true })).toBe("changed");
    expect(await changeAdmin(app.services, { email, isAdmin: true })).toBe("unchanged");
    expect((await api.auth.readSession({}))?.person.isAdmin).toBe(true);
    expect(await changeAdmin(app.services, { email, isAdmin: false })).toBe("changed");
    expect(await api.auth.readSession({})).toBeNull();
    const entries = await app.database.kysely
      .selectFrom("auditLog")
      .select(["action", "before", "after"])
      .where("target", "=", userId)
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { action: "users.changeAdmin", before: { isAdmin: false }, after: { isAdmin: true } },
      { action: "users.changeAdmin", before: { isAdmin: true }, after: { isAdmin: false } },
    ]);
  });

  test("cannot grant it to unknown or unverified accounts, nor revoke it from the last admin, also twice at once", async () => {
    const change = (email: string, isAdmin: boolean) =>
      changeAdmin(app.services, { email, isAdmin });
    expect(await change("stranger@example.com", true)).toBe("no_account");
    const email = "unverified@example.com";
    await app.client().api.auth.signUp({ fullName: "X", email, password: "a calm harbour" });
    expect(await change(email, true)).toBe("no_account");
    const moved = await aCustomer(app);
    await app.database.kysely
      .updateTable("users")
      .set({ emailVerified: false })
      .where("id", "=", moved.userId)
      .execute();
    expect(await change(moved.email, true)).toBe("not_verified");
    const admins = await app.database.kysely
      .selectFrom("profiles")
      .select("email")
      .where("isAdmin", "=", true)
      .execute();
    const outcomes = await Promise.all(admins.map((admin) => change(admin.email, false)));
    expect(outcomes.filter((outcome) => outcome === "last_admin")).toHaveLength(1);
  });
});
