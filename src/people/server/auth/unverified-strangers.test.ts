import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { ensureAdmin } from "#people/server/users/admins.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const newAddress = () => `${randomUUID()}@example.com`;
const strangers = "a password of mine";

async function newestToken(email: string): Promise<string> {
  const { text } = await app.latestEmail(email);
  return /#(?:access_)?token=([\w-]+)/.exec(text)?.[1] ?? "";
}

/** A stranger signs up with the address; returns the token of the newest email, or an empty text if it has no link. */
async function strangerSignsUp(email: string): Promise<string> {
  app.clock.advance(61_000);
  const { auth } = app.client().api;
  await auth.signUp({ email, password: strangers, fullName: "Mallory", plan: "Basic" });
  return await newestToken(email);
}

async function changeEmail(email: string, { userId, ...person }: TestPerson): Promise<void> {
  const admin = await anAdmin(app);
  const edit = { userId, fullName: "Mei Chan", subscription: null, packageQuota: 0 };
  await admin.api.users.updateUser({
    ...edit,
    expectedVersion: {
      fullName: "Mei Chan",
      subscription: null,
      packageQuota: 0,
      email: person.email,
    },
    email,
    reason: "A new mailbox",
  });
}

async function expectStrangerCannotSignIn(email: string): Promise<void> {
  const attempt = app.client().api.auth.signIn({ email, password: strangers });
  await expect(attempt).rejects.toThrow();
}

describe("An account whose new email is not verified yet", () => {
  test("is unchanged by a sign-up with that address: its password, name and link stay", async () => {
    const holder = await aCustomer(app);
    const email = newAddress();
    await changeEmail(email, holder);
    const confirming = await newestToken(email);
    expect(await strangerSignsUp(email)).toBe("");
    expect((await app.latestEmail(email)).subject).toBe("You already have an account");
    const browser = app.client();
    const { person } = await browser.api.auth.completeCallback({ accessToken: confirming });
    expect(person).toMatchObject({ id: holder.userId, fullName: "Mei Chan" });
    expect(await browser.api.plans.readSubscription({})).toMatchObject({ chosenPlan: null });
    await expectStrangerCannotSignIn(email);
    await app.client().api.auth.signIn({ email, password: holder.password });
  });

  test("is not opened by the link of a sign-up made before", async () => {
    const holder = await aCustomer(app);
    const email = newAddress();
    const accessToken = await strangerSignsUp(email);
    await changeEmail(email, holder);
    const { auth } = app.client().api;
    await expectApiError(auth.completeCallback({ accessToken }), "link_not_valid");
    await expectStrangerCannotSignIn(email);
  });
});

describe("The address that ADMIN_EMAIL names", () => {
  test("does not make an admin of somebody who signed up with it before or after the first start", async () => {
    const email = newAddress();
    const before = await strangerSignsUp(email);
    const config = { ...app.config, adminEmail: email, adminPassword: "the chief's own words" };
    await ensureAdmin({ ...app.services, config }, () => undefined);
    const { auth } = app.client().api;
    await expectApiError(auth.completeCallback({ accessToken: before }), "link_not_valid");
    expect(await strangerSignsUp(email)).toBe("");
    await expectStrangerCannotSignIn(email);
    const asAdmin = auth.signInAsAdmin({ email, password: strangers });
    await expectApiError(asAdmin, "invalid_admin_credentials");
    await auth.signInAsAdmin({ email, password: "the chief's own words" });
  });

  test("takes over an unverified account, and nothing signs its holder in any more", async () => {
    const holder = await aCustomer(app);
    const email = newAddress();
    await changeEmail(email, holder);
    const confirming = await newestToken(email);
    app.clock.advance(61_000);
    await app.client().api.auth.requestPasswordReset({ email });
    const resetting = await newestToken(email);
    const config = { ...app.config, adminEmail: email, adminPassword: "the chief's own words" };
    await ensureAdmin({ ...app.services, config }, () => undefined);
    const { auth } = app.client().api;
    await expectApiError(auth.completeCallback({ accessToken: confirming }), "link_not_valid");
    const reset = auth.resetPassword({ token: resetting, password: "a new tide comes in" });
    await expectApiError(reset, "link_not_valid");
  });
});

describe("A closed account", () => {
  test("frees its email for a new account without the old data, and its links sign in to neither", async () => {
    const holder = await aCustomer(app);
    const { email, password } = holder;
    const { auth } = app.client().api;
    app.clock.advance(61_000);
    await auth.requestPasswordReset({ email });
    const resetting = await newestToken(email);
    await strangerSignsUp(email);
    await holder.api.auth.signIn({ email, password });
    await holder.api.users.closeAccount({ password });
    await expectStrangerCannotSignIn(email);
    app.clock.advance(61_000);
    const browser = app.client();
    await browser.api.auth.signUp({ email, password: "a second life", fullName: "Li Na" });
    const accessToken = await newestToken(email);
    const { person } = await browser.api.auth.completeCallback({ accessToken });
    expect(person.id).not.toBe(holder.userId);
    const reset = auth.resetPassword({ token: resetting, password: "a new tide comes in" });
    await expectApiError(reset, "link_not_valid");
    await expectStrangerCannotSignIn(email);
    await expect(auth.signIn({ email, password })).rejects.toThrow();
    await auth.signIn({ email, password: "a second life" });
  });
});

test("A suspended account stays suspended when somebody signs up with its email", async () => {
  const holder = await aCustomer(app);
  const { email, userId, password } = holder;
  const admin = await anAdmin(app);
  await admin.api.users.suspendUser({ userId, reason: "For the test" });
  expect(await strangerSignsUp(email)).toBe("");
  const { auth } = app.client().api;
  await expectApiError(auth.signIn({ email, password }), "account_suspended");
  await expectStrangerCannotSignIn(email);
  expect(await admin.api.users.readUser({ userId })).toMatchObject({ fullName: "Mei Chan" });
});
