import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const minute = 60_000;
const day = 24 * 60 * minute;

const newAddress = () => `${randomUUID()}@example.com`;
const holders = { fullName: "Li Na", password: "a calm harbour at dusk" };
const strangers = { fullName: "Mallory", password: "a password of mine" };

function emailsTo(email: string) {
  return app.sandboxes.mailbox?.list({ to: email, limit: 50 }) ?? [];
}

/** The token of the newest email's link. */
async function newestToken(email: string): Promise<string> {
  const { text } = await app.latestEmail(email);
  const token = /#(?:access_)?token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`The email has no link: ${text}`);
  return token;
}

async function subjects(email: string): Promise<string[]> {
  await app.runJobs();
  return emailsTo(email).map(({ subject }) => subject);
}

/** Signs up and returns the token of the link that was sent. */
async function signUp(
  client: TestClient,
  email: string,
  person: { fullName: string; password: string; plan?: "Basic" | "Super" },
): Promise<string> {
  app.clock.advance(minute + 1000);
  await client.api.auth.signUp({ ...person, email });
  return await newestToken(email);
}

function signIn(client: TestClient, email: string, password: string) {
  return client.api.auth.signIn({ email, password });
}

describe("A stranger who signs up with somebody's address", () => {
  test("after its holder replaces nothing: the holder's link activates the holder's password, name and plan", async () => {
    const email = newAddress();
    const [holder, stranger] = [app.client(), app.client()];
    const holdersToken = await signUp(holder, email, { ...holders, plan: "Super" });
    await signUp(stranger, email, { ...strangers, plan: "Basic" });
    const session = await holder.api.auth.completeCallback({ accessToken: holdersToken });
    expect(session.person.fullName).toBe("Li Na");
    expect(await holder.api.plans.readSubscription({})).toMatchObject({ chosenPlan: "Super" });
    await signIn(app.client(), email, holders.password);
    await expect(signIn(stranger, email, strangers.password)).rejects.toThrow();
    expect(await stranger.api.auth.readSession({})).toBeNull();
  });

  test("before its holder cannot sign in after the holder's link was used, and the stranger's link becomes void", async () => {
    const email = newAddress();
    const [holder, stranger] = [app.client(), app.client()];
    const strangersToken = await signUp(stranger, email, { ...strangers, plan: "Basic" });
    const holdersToken = await signUp(holder, email, holders);
    await holder.api.auth.completeCallback({ accessToken: holdersToken });
    expect(await holder.api.plans.readSubscription({})).toMatchObject({ chosenPlan: null });
    await expectApiError(
      app.client().api.auth.completeCallback({ accessToken: strangersToken }),
      "link_not_valid",
    );
    await expect(signIn(stranger, email, strangers.password)).rejects.toThrow();
    await signIn(app.client(), email, holders.password);
  });

  test("is not signed in before any link was used, nor is the holder", async () => {
    const email = newAddress();
    await signUp(app.client(), email, holders);
    await signUp(app.client(), email, strangers);
    for (const { password } of [holders, strangers]) {
      const client = app.client();
      await expectApiError(signIn(client, email, password), "email_not_verified");
      expect(await client.api.auth.readSession({})).toBeNull();
    }
    await expectApiError(signIn(app.client(), email, "neither of both"), "invalid_credentials");
  });

  test("and ten links used at once create one account with the password of the first link", async () => {
    const email = newAddress();
    const passwords = ["one calm harbour", "two calm harbours"];
    const tokens: string[] = [];
    for (const password of passwords) {
      tokens.push(await signUp(app.client(), email, { fullName: password, password }));
    }
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, number) =>
        app.client().api.auth.completeCallback({ accessToken: tokens[number % 2] ?? "" }),
      ),
    );
    const sessions = results.flatMap((result) =>
      result.status === "fulfilled" ? [result.value.person.fullName] : [],
    );
    expect(sessions).toHaveLength(1);
    const [right = ""] = sessions;
    await signIn(app.client(), email, right);
    const other = passwords.find((password) => password !== right) ?? "";
    await expect(signIn(app.client(), email, other)).rejects.toThrow();
  });

  test("cannot trick the holder with a link: the stranger's link does not work in the holder's browser", async () => {
    const email = newAddress();
    const [holder, stranger] = [app.client(), app.client()];
    const holdersToken = await signUp(holder, email, holders);
    const strangersToken = await signUp(stranger, email, strangers);
    await expectApiError(
      holder.api.auth.completeCallback({ accessToken: strangersToken }),
      "link_not_valid",
    );
    await holder.api.auth.completeCallback({ accessToken: holdersToken });
    await signIn(app.client(), email, holders.password);
  });

  test("and uses up the emails of the address makes the holder's sign-up throw an error rather than send nothing", async () => {
    const email = newAddress();
    await signUp(app.client(), email, strangers);
    await expectApiError(app.client().api.auth.signUp({ ...holders, email }), "too_many_requests");
    expect(await subjects(email)).toHaveLength(1);
  });
});

describe("The link sent again", () => {
  test("is that of the browser's own sign-up, whoever signed up after", async () => {
    const email = newAddress();
    const [holder, stranger] = [app.client(), app.client()];
    await signUp(holder, email, holders);
    await signUp(stranger, email, strangers);
    app.clock.advance(minute + 1000);
    await holder.api.auth.resendVerification({ email });
    const accessToken = await newestToken(email);
    const session = await app.client().api.auth.completeCallback({ accessToken });
    expect(session.person.fullName).toBe("Li Na");
    await signIn(app.client(), email, holders.password);
  });

  test("is that of the password with which somebody just tried to sign in, in any browser", async () => {
    const email = newAddress();
    await signUp(app.client(), email, holders);
    await signUp(app.client(), email, strangers);
    const elsewhere = app.client();
    await expectApiError(signIn(elsewhere, email, holders.password), "email_not_verified");
    app.clock.advance(minute + 1000);
    await elsewhere.api.auth.resendVerification({ email });
    const accessToken = await newestToken(email);
    const session = await elsewhere.api.auth.completeCallback({ accessToken });
    expect(session.person.fullName).toBe("Li Na");
  });

  test("is that of an expired link which was just opened, in any browser", async () => {
    const email = newAddress();
    const expired = await signUp(app.client(), email, holders);
    app.clock.advance(day + minute);
    await signUp(app.client(), email, strangers);
    const elsewhere = app.client();
    const opening = elsewhere.api.auth.completeCallback({ accessToken: expired });
    await expectApiError(opening, "link_not_valid");
    app.clock.advance(minute + 1000);
    await elsewhere.api.auth.resendVerification({ email });
    const accessToken = await newestToken(email);
    const session = await elsewhere.api.auth.completeCallback({ accessToken });
    expect(session.person.fullName).toBe("Li Na");
  });

  test("is never that of somebody else's password: in another browser the email has no link", async () => {
    const email = newAddress();
    await signUp(app.client(), email, strangers);
    for (const again of ["resendVerification", "requestPasswordReset"] as const) {
      app.clock.advance(minute + 1000);
      await app.client().api.auth[again]({ email });
      const { subject, text } = await app.latestEmail(email);
      expect(subject).toBe("Finish signing up");
      expect(text).not.toContain("token=");
    }
  });

  test("makes the earlier link void", async () => {
    const email = newAddress();
    const holder = app.client();
    const first = await signUp(holder, email, holders);
    app.clock.advance(minute + 1000);
    await holder.api.auth.resendVerification({ email });
    const second = await newestToken(email);
    expect(second).not.toBe(first);
    await expectApiError(
      holder.api.auth.completeCallback({ accessToken: first }),
      "link_not_valid",
    );
    await holder.api.auth.completeCallback({ accessToken: second });
  });

  test("is an email that says so when the address has an account by then", async () => {
    const email = newAddress();
    const [holder, other] = [app.client(), app.client()];
    const accessToken = await signUp(holder, email, holders);
    await signUp(other, email, strangers);
    await holder.api.auth.completeCallback({ accessToken });
    app.clock.advance(minute + 1000);
    await other.api.auth.resendVerification({ email });
    expect((await subjects(email))[0]).toBe("You already have an account");
  });
});

describe("Signing up", () => {
  test("again with the same values, as after a lost response, succeeds with one email", async () => {
    const email = newAddress();
    app.clock.advance(minute + 1000);
    await app.client().api.auth.signUp({ ...holders, email });
    const retry = app.client();
    await retry.api.auth.signUp({ ...holders, email });
    await expectApiError(
      app.client().api.auth.signUp({ ...holders, fullName: "Somebody else", email }),
      "too_many_requests",
    );
    expect(await subjects(email)).toEqual(["Verify your email address"]);
    const session = await retry.api.auth.completeCallback({
      accessToken: await newestToken(email),
    });
    expect(session.person.fullName).toBe("Li Na");
  });

  test("and signing in right after gives the same answers for known and unknown addresses", async () => {
    const { email: taken } = await aCustomer(app);
    for (const email of [taken, newAddress()]) {
      app.clock.advance(minute + 1000);
      const client = app.client();
      expect(await client.api.auth.signUp({ ...strangers, email })).toEqual({});
      await expectApiError(signIn(client, email, strangers.password), "email_not_verified");
      await expectApiError(signIn(client, email, "another one"), "invalid_credentials");
    }
    await signIn(app.client(), taken, "a calm harbour at dusk");
  });

  test("stores ten sign-ups of one address at most, and deletes them after a week", async () => {
    const email = newAddress();
    const count = async () => {
      const rows = await app.database.kysely
        .selectFrom("pendingRegistrations")
        .select("id")
        .where("email", "=", email)
        .execute();
      return rows.length;
    };
    for (let number = 0; number < 12; number += 1) {
      app.clock.advance(13 * minute);
      await app.client().api.auth.signUp({ ...holders, email });
    }
    expect(await count()).toBe(10);
    app.clock.advance(7 * day + minute);
    await app.services.jobs.enqueue(app.database.kysely, "delete-expired-registrations", {});
    await app.runJobs();
    expect(await count()).toBe(0);
  });

  test("creates no user before the link is used, and admins see none", async () => {
    const email = newAddress();
    const holder = app.client();
    const accessToken = await signUp(holder, email, holders);
    const admin = await anAdmin(app);
    const find = () => admin.api.users.listUsers({ search: email, page: 1, pageSize: 20 });
    expect(await find()).toMatchObject({ total: 0 });
    await holder.api.auth.completeCallback({ accessToken });
    expect(await find()).toMatchObject({ total: 1 });
  });
});
