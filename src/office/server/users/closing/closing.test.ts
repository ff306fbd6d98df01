import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import errors from "#platform/messages/server.en.json" with { type: "json" };
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { enteredProfile } from "#test/profiles.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

async function adjust(userId: string, kind: "credit" | "deduction", amount: string) {
  const reason = '=Goodwill, "as agreed"';
  const input = { userId, kind, amount, reason, idempotencyKey: randomUUID() };
  return await admin.api.wallet.adjustWallet(input);
}

async function subscribed(userId: string, cancelsAtPeriodEnd: boolean): Promise<void> {
  const now = app.clock.now();
  await app.database.kysely
    .insertInto("subscriptions")
    .values({
      userId,
      providerSubscriptionId: randomUUID(),
      providerStatus: "active",
      plan: "Basic",
      nextPlan: null,
      grantsPlan: true,
      isLive: true,
      rejectedAt: null,
      currentPeriodStartsAt: now,
      currentPeriodEndsAt: new Date(now.getTime() + 86_400_000),
      cancelsAtPeriodEnd,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

function payoutOf(amount: string) {
  const details = "IBAN GB29 NWBK 6016 1331 9268 19";
  return { amount, details, idempotencyKey: randomUUID() };
}

const reader = { timeZone: "Asia/Singapore", locale: "en-GB" };

describe("The export", () => {
  test("requires a session and a valid time zone", async () => {
    await expectApiError(app.client().api.users.exportAccount({}), "signed_out");
    const { api } = await aCustomer(app);
    const call = api.users.exportAccount({ timeZone: "Mars/Olympus" });
    await expect(call).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("has all data of the account as JSON, none of other users and no secrets", async () => {
    const person = await aCustomer(app, { plan: "Basic" });
    const other = await aCustomer(app, { plan: "Basic" });
    await aPackage(other, { trackingNumber: "OTHERS123456" });
    const pkg = await aPackage(person, { description: "Tea set" });
    for (let count = 0; count < 12; count += 1) await adjust(person.userId, "credit", "1.00");
    await person.api.wallet.requestPayout(payoutOf("12.00"));
    await person.api.errorReports.reportError({ errorMessage: "Oops", source: "wallet" });
    await app.client().api.auth.requestPasswordReset({ email: person.email });
    await app.runJobs();
    const file = await person.api.users.exportAccount({ part: "everything" });
    expect(file).toMatchObject({
      fileName: "sampan-account.json",
      contentType: "application/json",
    });
    const exported: unknown = JSON.parse(file.content);
    expect(exported).toMatchObject({
      profile: { email: person.email, fullName: person.fullName },
      notificationSettings: { emailNotifications: true },
      twoFactor: { isEnabled: false },
      sessions: [{ isCurrent: true }],
      wallet: { balanceCents: 0, heldCents: 1200 },
      payoutRequests: [{ amountCents: 1200, destination: "•••• 6819" }],
      roles: [],
      packages: [{ package: { id: pkg.id, description: "Tea set" }, images: [] }],
      emails: [{ kind: "reset-password" }, { kind: "payout-requested" }],
      errorReports: [{ errorMessage: "Oops" }],
    });
    expect((exported as { transactions: unknown[] }).transactions).toHaveLength(13);
    for (const hidden of [other.email, "OTHERS123456", '"password":', '"token":']) {
      expect(file.content).not.toContain(hidden);
    }
  });

  test("has transactions and packages as CSV, in the user's time zone and without formulas", async () => {
    app.clock.set("2026-03-01T20:00:00Z");
    const person = await aCustomer(app, { plan: "Basic" });
    await admin.api.auth.confirmPassword({ password: admin.password });
    await adjust(person.userId, "credit", "12.50");
    await adjust(person.userId, "deduction", "2.50");
    await aPackage(person, { description: "=1+1" });
    await aPackage(person, { trackingNumber: "986578788855", description: "10-12" });
    const money = await person.api.users.exportAccount({ part: "transactions", ...reader });
    const [heading, newest, oldest, end] = money.content.split("\r\n");
    expect(heading).toBe("\uFEFFDate,Type,Status,In (USD),Out (USD),Reason,ID");
    expect(newest).toMatch(
      /^02\/03\/2026 04:00:00,Shipping Fee,Completed,,2\.50,"'=Goodwill, ""as agreed""",/,
    );
    expect(oldest).toContain(",Admin Credit,Completed,12.50,,");
    expect(end).toBe("");
    const packages = await person.api.users.exportAccount({ part: "packages", ...reader });
    expect(packages.fileName).toBe("sampan-packages.csv");
    expect(packages.content).toContain("SF1234567890123,China,United States,Pending,1.5,,'=1+1,");
    // After a tab, spreadsheets neither round a long number nor turn a description into a date.
    expect(packages.content).toContain(
      '"\t986578788855",China,United States,Pending,1.5,,"\t10-12",',
    );
  });

  test("writes its CSV parts in the language of the locale", async () => {
    const person = await aCustomer(app, { plan: "Basic" });
    await admin.api.auth.confirmPassword({ password: admin.password });
    await adjust(person.userId, "credit", "12.50");
    await aPackage(person);
    const contentIn = async (part: "transactions" | "packages", locale: string) => {
      const { content } = await person.api.users.exportAccount({ ...reader, part, locale });
      return content;
    };
    const money = await contentIn("transactions", "zh-HK");
    expect(money).toContain("\uFEFF日期,類型,狀態,存入（美元）,支出（美元）,原因,交易編號");
    expect(money).toContain(",管理員入帳,已完成,12.50,,");
    const packages = await contentIn("packages", "zh-Hans");
    expect(packages).toContain("\uFEFF快递单号,始发地,目的地,状态,预估重量（kg）");
    expect(packages).toContain(",中国大陆,美国,待处理,1.5,,");
  });
});

describe("Closing the account", () => {
  test("is rejected with money, a subscription or the admin role, and without the password", async () => {
    await admin.api.auth.confirmPassword({ password: admin.password });
    const { api, userId, password } = await aCustomer(app);
    const { users } = app.client().api;
    await expectApiError(users.closeAccount({ password }), "signed_out");
    await expectApiError(api.users.closeAccount({ password: "" }), "missing_information");
    await expectApiError(api.users.closeAccount({ password: "wrong tide" }), "wrong_password");
    await adjust(userId, "credit", "0.01");
    await expectApiError(api.users.closeAccount({ password }), "balance_not_zero");
    await adjust(userId, "deduction", "0.01");
    await subscribed(userId, false);
    await expectApiError(api.users.closeAccount({ password }), "subscription_active");
    expect(await api.users.readAccountClosing({})).toMatchObject({
      mustCancelSubscription: true,
      isPossible: false,
    });
    await expectApiError(
      admin.api.users.closeAccount({ password: admin.password }),
      "admin_account",
    );
    expect(await api.auth.readSession({})).not.toBeNull();
  });

  test("is rejected with a debt, which asks for money instead of a payout", async () => {
    const { api, userId, password } = await aCustomer(app);
    await recordTransaction(app.database.kysely, {
      idempotencyKey: `dispute:${randomUUID()}`,
      userId,
      type: "dispute",
      amountCents: 1_500,
      at: app.clock.now(),
    });
    const inDebt = errors["errors.closingInDebt"];
    await expectApiError(api.users.closeAccount({ password }), "balance_not_zero", inDebt);
    await adjust(userId, "credit", "15.00");
    expect(await api.users.closeAccount({ password })).toEqual({});
  });

  test("is rejected while a fee is on hold, even with no other money", async () => {
    const { api, userId, password } = await aCustomer(app);
    await adjust(userId, "credit", "3.00");
    const holdInput = { userId, amount: "3.00", reason: "Freight", idempotencyKey: randomUUID() };
    const { hold } = await admin.api.wallet.holdShippingFee(holdInput);
    const onHold = errors["errors.closingWithHolds"];
    await expectApiError(api.users.closeAccount({ password }), "balance_not_zero", onHold);
    expect(await api.users.readAccountClosing({})).toMatchObject({
      balanceCents: 0,
      heldCents: 300,
      isPossible: false,
    });
    await admin.api.wallet.settleHold({ holdId: hold.id, amount: "3.00" });
    expect(await api.users.closeAccount({ password })).toEqual({});
  });

  test("ends every session, erases the name, keeps the history of money, and frees the email", async () => {
    const person = await aCustomer(app, { plan: "Basic" });
    const { api, userId, email, password } = person;
    const phone = app.client();
    await phone.api.auth.signIn({ email, password });
    await api.users.updateProfile(
      enteredProfile({
        fullName: "Mei Chan",
        phone: "+852 5555 0100",
        address: "1 Harbour Road",
        addressLine2: "Flat 12B",
        city: "Hong Kong",
        state: "Kowloon",
        country: "HK",
        postalCode: "999077",
      }),
    );
    await adjust(userId, "credit", "5.00");
    const { id: payoutRequestId } = await api.wallet.requestPayout(payoutOf("5.00"));
    await expectApiError(
      api.users.closeAccount({ password }),
      "balance_not_zero",
      errors["errors.closingWithHolds"],
    );
    expect(await api.users.readAccountClosing({})).toMatchObject({
      balanceCents: 0,
      heldCents: 500,
      payoutRequest: { amountCents: 500 },
      isPossible: false,
    });
    const paid = { payoutRequestId, isPaid: true, reference: "FT-42" };
    await admin.api.wallet.settlePayoutRequest(paid);
    await subscribed(userId, true);
    expect((await api.users.readAccountClosing({})).isPossible).toBe(true);
    expect(await api.users.closeAccount({ password })).toEqual({});

    expect(await api.auth.readSession({})).toBeNull();
    expect(await phone.api.auth.readSession({})).toBeNull();
    expect((await app.latestEmail(email)).subject).toBe("Your account is closed");
    const { kysely } = app.database;
    const transactions = await kysely
      .selectFrom("transactions")
      .selectAll()
      .where("userId", "=", userId)
      .execute();
    expect(transactions).toHaveLength(2);
    for (const table of ["profiles", "users", "payoutRequests", "attempts"] as const) {
      const stored = JSON.stringify(
        await kysely.selectFrom(table).selectAll().execute(),
        (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
      );
      for (const word of [email, "5555 0100", "Harbour Road", "NWBK"])
        expect(stored).not.toContain(word);
    }
    const profile = await kysely
      .selectFrom("profiles")
      .selectAll()
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      email: `closed-${userId}@account.invalid`,
      fullName: "Closed account",
      phone: "",
      address: "",
      subscription: null,
    });

    await expectApiError(phone.api.auth.signIn({ email, password }), "invalid_credentials");
    app.clock.advance(61 * 60_000);
    const newcomer = app.client();
    await newcomer.api.auth.signUp({ fullName: "Mei Chan", email, password });
    expect((await app.latestEmail(email)).subject).toBe("Verify your email address");
  });

  test("is rolled back as a whole when one part fails", async () => {
    const { api, password, userId } = await aCustomer(app);
    const calls = await Promise.allSettled(
      Array.from({ length: 4 }, () => api.users.closeAccount({ password })),
    );
    expect(calls.some(({ status }) => status === "fulfilled")).toBe(true);
    const { count } = await app.database.kysely
      .selectFrom("sessions")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("userId", "=", userId)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0n);
  });
});
