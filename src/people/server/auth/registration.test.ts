import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

let registrations = 0;
function newcomer() {
  registrations += 1;
  const email = `newcomer${registrations}@example.com`;
  return { fullName: "Li Na", email, password: "a calm harbour at dusk" };
}

/** The token in the fragment of the newest email's link. */
async function tokenFor(email: string): Promise<string> {
  const { text } = await app.latestEmail(email);
  const token = /#(?:access_)?token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`The email has no link: ${text}`);
  return token;
}

async function emailSubjects(email: string): Promise<string[]> {
  await app.runJobs();
  return (app.sandboxes.mailbox?.list({ to: email, limit: 10 }) ?? []).map(
    (message) => message.subject,
  );
}

async function registered(client: TestClient = app.client()) {
  const person = newcomer();
  await client.api.auth.signUp(person);
  await app.runJobs();
  return { ...person, client };
}

describe("Registering", () => {
  test("sends an email whose link signs in once", async () => {
    const { email, client } = await registered();
    expect(await client.api.auth.readSession({})).toBeNull();
    const accessToken = await tokenFor(email);
    const session = await client.api.auth.completeCallback({ accessToken, type: "signup" });
    expect(session.person).toMatchObject({
      email,
      fullName: "Li Na",
      walletBalanceCents: 0,
      subscription: null,
      packageQuota: 0,
      isAdmin: false,
    });
    expect((await client.api.auth.readSession({}))?.person.email).toBe(email);
    await expectApiError(app.client().api.auth.completeCallback({ accessToken }), "link_not_valid");
  });

  test("stores the plan of the verified sign-up until there is a subscription", async () => {
    const { email, client, ...person } = await registered();
    app.clock.advance(2 * 60_000);
    await client.api.auth.signUp({ ...person, email, plan: "Super" });
    await client.api.auth.completeCallback({ accessToken: await tokenFor(email) });
    expect(await client.api.plans.readSubscription({})).toMatchObject({ chosenPlan: "Super" });
    const admin = await anAdmin(app);
    const { id: userId } = (await client.api.auth.readSession({}))?.person ?? { id: "" };
    for (const plan of ["Basic", null] as const) {
      await admin.api.plans.giveComplimentaryPlan({ userId, plan, reason: "A favour" });
    }
    expect(await client.api.plans.readSubscription({})).toMatchObject({
      subscription: null,
      chosenPlan: null,
    });
  });

  test("opens one session for twenty uses of a link at once", async () => {
    const { email } = await registered();
    const accessToken = await tokenFor(email);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.client().api.auth.completeCallback({ accessToken })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test.each([
    [{ fullName: " " }, "missing_information"],
    [{ email: "" }, "missing_information"],
    [{ password: "" }, "missing_information"],
    [{ email: "not an address" }, "invalid_email"],
  ] as const)("rejects %o", async (wrong, code) => {
    await expectApiError(app.client().api.auth.signUp({ ...newcomer(), ...wrong }), code);
  });

  test.each([
    ["short", "Password must be at least 6 characters."],
    ["password", "This password is among the most common ones. Please choose another."],
    ["x".repeat(129), "Password must be at most 128 characters."],
  ])("rejects the password %s with the reason", async (password, sentence) => {
    const call = app.client().api.auth.signUp({ ...newcomer(), password });
    await expectApiError(call, "weak_password", sentence);
  });

  test("rejects text that cannot be stored and accepts text from right to left", async () => {
    const call = app.client().api.auth.signUp({ ...newcomer(), fullName: "Li\u0000Na" });
    await expect(call).rejects.toMatchObject({ code: "invalid_input", status: 400 });
    const emoji = app.client().api.auth.signUp({ ...newcomer(), fullName: "Li Na 🛶" });
    await expectApiError(emoji, "invalid_input");
    const person = { ...newcomer(), fullName: "שלום עולם" };
    const client = app.client();
    await client.api.auth.signUp(person);
    const accessToken = await tokenFor(person.email);
    const session = await client.api.auth.completeCallback({ accessToken });
    expect(session.person.fullName).toBe("שלום עולם");
  });

  test("answers a taken address like a new one and emails its holder", async () => {
    const holder = await aCustomer(app);
    const client = app.client();
    const answer = await client.api.auth.signUp({
      ...newcomer(),
      email: holder.email.toUpperCase(),
    });
    expect(answer).toEqual({});
    expect(await emailSubjects(holder.email)).toEqual(["You already have an account"]);
    await client.api.auth.signIn({ email: holder.email, password: holder.password });
  });

  test("again in another browser and following the newest link activates the newest password", async () => {
    const first = await registered();
    const firstToken = await tokenFor(first.email);
    app.clock.advance(61_000);
    const client = app.client();
    const again = { fullName: "Li Na", email: first.email, password: "another harbour at dawn" };
    await client.api.auth.signUp(again);
    await client.api.auth.completeCallback({ accessToken: await tokenFor(first.email) });
    await expectApiError(
      client.api.auth.completeCallback({ accessToken: firstToken }),
      "link_not_valid",
    );
    await expectApiError(app.client().api.auth.signIn(credentials(first)), "email_not_verified");
    await app.client().api.auth.signIn({ email: first.email, password: "another harbour at dawn" });
  });

  test("stops after thirty from one address in an hour", async () => {
    const client = app.client();
    const calls = Array.from({ length: 50 }, () => client.api.auth.signUp(newcomer()));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
    await expectApiError(client.api.auth.signUp(newcomer()), "too_many_requests");
  }, 20_000);
});

function credentials({ email, password }: { email: string; password: string }) {
  return { email, password };
}

describe("Verifying", () => {
  test("is required to sign in, and the email is sent again on request", async () => {
    const person = await registered();
    await expectApiError(person.client.api.auth.signIn(credentials(person)), "email_not_verified");
    app.clock.advance(61_000);
    expect(await person.client.api.auth.resendVerification({ email: person.email })).toEqual({});
    expect(await emailSubjects(person.email)).toHaveLength(2);
    const accessToken = await tokenFor(person.email);
    await person.client.api.auth.completeCallback({ accessToken });
  });

  test("fails with a link older than a day", async () => {
    const { email, client } = await registered();
    const accessToken = await tokenFor(email);
    app.clock.advance(24 * 60 * 60_000 + 1000);
    await expectApiError(client.api.auth.completeCallback({ accessToken }), "link_not_valid");
  });

  test("in somebody else's browser signs that browser in as the verified user and ends the session it had", async () => {
    const { email } = await registered();
    const other = await aCustomer(app);
    const copy = app.client();
    for (const [name, value] of other.client.cookies) copy.cookies.set(name, value);
    const accessToken = await tokenFor(email);
    await other.api.auth.completeCallback({ accessToken });
    expect((await other.api.auth.readSession({}))?.person.email).toBe(email);
    expect(await copy.api.auth.readSession({})).toBeNull();
  });

  test("fails with made-up tokens and those of another purpose", async () => {
    const { api } = app.client();
    for (const accessToken of ["", "x", "a".repeat(512), "../../etc", "' or 1=1 --"]) {
      await expectApiError(api.auth.completeCallback({ accessToken }), "link_not_valid");
    }
    const holder = await aCustomer(app);
    await api.auth.requestPasswordReset({ email: holder.email });
    const accessToken = await tokenFor(holder.email);
    await expectApiError(api.auth.completeCallback({ accessToken }), "link_not_valid");
  });

  test("B5: sends at most one email a minute and five an hour to an address, with the same answer", async () => {
    const { email, client } = await registered();
    for (let minute = 0; minute < 8; minute += 1) {
      await client.api.auth.resendVerification({ email });
      app.clock.advance(61_000);
      expect(await client.api.auth.resendVerification({ email })).toEqual({});
    }
    expect(await emailSubjects(email)).toHaveLength(5);
  });

  test("sends nothing to unknown and to verified addresses", async () => {
    const holder = await aCustomer(app);
    const { api } = app.client();
    expect(await api.auth.resendVerification({ email: holder.email })).toEqual({});
    expect(await api.auth.resendVerification({ email: "stranger@example.com" })).toEqual({});
    expect(await emailSubjects(holder.email)).toEqual([]);
    expect(await emailSubjects("stranger@example.com")).toEqual([]);
  });
});

describe("A forgotten password", () => {
  test("is replaced with an emailed link, once, and every session ends", async () => {
    const holder = await aCustomer(app);
    const { api } = app.client();
    await api.auth.requestPasswordReset({ email: holder.email });
    const token = await tokenFor(holder.email);
    await expectApiError(
      api.auth.resetPassword({ token, password: "123456" }),
      "weak_password",
      "This password is among the most common ones. Please choose another.",
    );
    expect(await api.auth.resetPassword({ token, password: "a new tide comes in" })).toEqual({});
    expect(await holder.api.auth.readSession({})).toBeNull();
    await expectApiError(api.auth.signIn(credentials(holder)), "invalid_credentials");
    await api.auth.signIn({ email: holder.email, password: "a new tide comes in" });
    await expectApiError(
      api.auth.resetPassword({ token, password: "yet another tide" }),
      "link_not_valid",
    );
  });

  test("that was replaced is confirmed by email whatever the notification settings, and a rejected attempt is not", async () => {
    const holder = await aCustomer(app);
    await holder.api.users.updateNotificationSettings({
      emailNotifications: false,
      shipmentUpdates: false,
      marketingEmails: false,
    });
    const { api } = app.client();
    await api.auth.requestPasswordReset({ email: holder.email });
    const token = await tokenFor(holder.email);
    await api.auth.resetPassword({ token, password: "a new tide comes in" });
    const password = "yet another tide";
    await expectApiError(api.auth.resetPassword({ token, password }), "link_not_valid");
    expect((await emailSubjects(holder.email)).toSorted()).toEqual([
      "Reset your password",
      "Your password was changed",
    ]);
  });

  test("cannot be replaced after an hour", async () => {
    const holder = await aCustomer(app);
    const { api } = app.client();
    await api.auth.requestPasswordReset({ email: holder.email });
    const token = await tokenFor(holder.email);
    app.clock.advance(60 * 60_000 + 1000);
    await expectApiError(
      api.auth.resetPassword({ token, password: "a new tide comes in" }),
      "link_not_valid",
    );
  });

  test("is not replaced with made-up tokens, those of another purpose, or after the account closed", async () => {
    const { email, client } = await registered();
    const password = "a new tide comes in";
    const verifying = await tokenFor(email);
    for (const token of ["", "x", "a".repeat(512), "../../etc", "' or 1=1 --", verifying]) {
      await expectApiError(client.api.auth.resetPassword({ token, password }), "link_not_valid");
    }
    const holder = await aCustomer(app);
    await client.api.auth.requestPasswordReset({ email: holder.email });
    const token = await tokenFor(holder.email);
    await holder.api.users.closeAccount({ password: holder.password });
    await expectApiError(client.api.auth.resetPassword({ token, password }), "link_not_valid");
  });

  test("is replaced once by one link that is used twenty times at once", async () => {
    const holder = await aCustomer(app);
    const { api } = app.client();
    await api.auth.requestPasswordReset({ email: holder.email });
    const token = await tokenFor(holder.email);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        api.auth.resetPassword({ token, password: `tide number ${number} comes in` }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("does not disclose whether an address has an account", async () => {
    const { api } = app.client();
    expect(await api.auth.requestPasswordReset({ email: "stranger@example.com" })).toEqual({});
    expect(await emailSubjects("stranger@example.com")).toEqual([]);
  });
});

test("No token can be read from the database", async () => {
  const { email } = await registered();
  const token = await tokenFor(email);
  const { kysely } = app.database;
  const stored = JSON.stringify([
    await kysely.selectFrom("oneTimeTokens").selectAll().execute(),
    (await kysely.selectFrom("emails").selectAll().execute()).map(
      ({ payloadEncrypted: ciphertext }) => ciphertext?.toString("latin1"),
    ),
  ]);
  expect(stored).not.toContain(token);
});
