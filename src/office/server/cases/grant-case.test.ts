import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CaseMessage } from "#office/contract/case-fields.ts";
import { expectApiError } from "#test/api-errors.ts";
import { keyed, openedCase } from "#test/cases.ts";
import { failingCalls, type FailingCalls } from "#test/failing-calls.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

const wednesday = "2026-06-10T02:00:00Z";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let finance: TestPerson;
let calls: FailingCalls;
beforeAll(async () => {
  app = await testApp();
  app.clock.set(wednesday);
  admin = await anAdmin(app);
  support = await aStaffMember(app, ["support"]);
  finance = await aStaffMember(app, ["finance"]);
  calls = failingCalls(app.database);
  return () => app.close();
});
afterEach(async () => await requireSoundLedger(app.database.kysely));

const anOpenCase = (about: Parameters<typeof openedCase>[1] = {}) =>
  openedCase({ app, support }, about);

function grant({ api }: TestPerson, caseId: string, amountCents: number) {
  return api.cases.grantCase(keyed({ caseId, amountCents, outcome: "the lid broke." }));
}

async function wallet({ api }: TestPerson) {
  const { items } = await api.wallet.listTransactions({});
  const { balanceCents } = await api.wallet.readWallet({});
  return { balanceCents, items };
}

describe("L15: Money in a case", () => {
  test("is paid into the wallet, closes the case and reaches its customer", async () => {
    const { mei, caseId, read, write } = await anOpenCase();
    expect(await grant(support, caseId, 1_840)).toMatchObject({
      state: "closed",
      grantedCents: 1_840,
      outcome: "the lid broke.",
    });
    const { balanceCents, items } = await wallet(mei);
    expect(balanceCents).toBe(1_840);
    expect(items).toMatchObject([
      { type: "compensation", amountCents: 1_840, caseId, status: "completed" },
    ]);
    expect((await read()).messages.at(-1)).toMatchObject({
      sender: "staff",
      text: "the lid broke.",
    });
    const { text } = await app.latestEmail(mei.email);
    for (const part of ["$18.40 to your wallet", "the lid broke."]) expect(text).toContain(part);
    const { items: notified } = await mei.api.notifications.listNotifications({});
    expect(notified[0]).toMatchObject({
      kind: "case_decided",
      path: `/dashboard/messages/${caseId}`,
    });
    // It is opened again, and nothing is granted twice.
    await write();
    await expectApiError(grant(finance, caseId, 100), "case_decided");
  });

  test("is granted once by many at once", async () => {
    const { mei, caseId } = await anOpenCase();
    const granted = await Promise.allSettled(
      [support, finance, admin, support].map((one) => grant(one, caseId, 500)),
    );
    expect(granted.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await wallet(mei)).balanceCents).toBe(500);
  });

  test("above the limit of a role is confirmed by a second person with access to money", async () => {
    const { mei, caseId, read } = await anOpenCase();
    const confirm = ({ api }: TestPerson, amountCents: number) =>
      api.cases.confirmGrant(keyed({ caseId, amountCents, outcome: "the lid broke." }));
    await expectApiError(confirm(finance, 2_001), "conflict");
    expect(await grant(support, caseId, 2_001)).toMatchObject({
      state: "waiting_for_us",
      grantedCents: null,
    });
    expect(
      JSON.stringify([await read(), await mei.api.users.exportAccount({ part: "everything" })]),
    ).not.toMatch(/the lid broke/);
    await expectApiError(confirm(support, 2_001), "forbidden");
    await expectApiError(confirm(finance, 2_000), "conflict");
    // A later proposal takes its place, whoever makes it.
    await grant(finance, caseId, 20_001);
    await expectApiError(
      confirm(finance, 20_001),
      "second_person_needed",
      "Whoever proposed it cannot confirm it. Have somebody else with access to money confirm it.",
    );
    expect(await support.api.cases.readCaseMoney({ caseId })).toMatchObject({
      mostCents: null,
      aloneCents: 2_000,
      grant: { amountCents: 20_001, grantedBy: finance.email, isReaders: false, isPaid: false },
    });
    const { items } = await support.api.cases.listOpenCases({ about: "money" });
    expect(items.map(({ id }) => id)).toContain(caseId);
    await confirm(admin, 20_001);
    expect((await wallet(mei)).balanceCents).toBe(20_001);
    await expectApiError(confirm(admin, 20_001), "case_closed");
  });

  test("is confirmed as it was shown, in its amount and in its words", async () => {
    const { mei, caseId } = await anOpenCase();
    await grant(support, caseId, 5_000);
    const shown = { caseId, amountCents: 5_000, outcome: "the lid broke." };
    const words = "it was our fault.";
    await support.api.cases.grantCase(keyed({ ...shown, outcome: words }));
    await expectApiError(finance.api.cases.confirmGrant(keyed(shown)), "conflict");
    expect((await wallet(mei)).balanceCents).toBe(0);
    await finance.api.cases.confirmGrant(keyed({ ...shown, outcome: words }));
    expect(await wallet(mei)).toMatchObject({ balanceCents: 5_000 });
  });

  test("counts for all cases of a package, and is no more than that was worth", async () => {
    const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
    const pkg = await aPackage(mei);
    const thing = { subject: "package", subjectId: pkg.id } as const;
    const { caseId } = await anOpenCase({ customer: mei, thing });
    // Nothing was declared about it.
    await expect(grant(finance, caseId, 1)).rejects.toMatchObject({
      code: "amount_over_declared",
      data: { mostCents: 0 },
    });
  });

  test("that was proposed is gone once the case is finished", async () => {
    const { mei, caseId, write, finish } = await anOpenCase();
    await grant(support, caseId, 5_000);
    await finish();
    await write();
    await expectApiError(
      finance.api.cases.confirmGrant(
        keyed({ caseId, amountCents: 5_000, outcome: "the lid broke." }),
      ),
      "conflict",
    );
    expect((await wallet(mei)).balanceCents).toBe(0);
  });

  test(
    "is paid with its message or not at all, whichever call to the database fails",
    { timeout: isLongRun ? 600_000 : 60_000 },
    async () => {
      const places = isLongRun ? Array.from({ length: 60 }, (_, place) => place + 1) : [12, 24];
      for (const place of places) {
        for (const failure of ["rejected", "unanswered"] as const) {
          const { mei, caseId, read } = await anOpenCase();
          const input = keyed({ caseId, amountCents: 700, outcome: "the lid broke." });
          calls.arm(place, failure);
          await support.api.cases.grantCase(input).catch(() => null);
          calls.disarm();
          const { messages, grantedCents } = await read();
          const isPaid = (await wallet(mei)).balanceCents === 700;
          expect([messages.length, grantedCents], `${failure} at call ${place}`).toEqual(
            isPaid ? [2, 700] : [1, null],
          );
          await support.api.cases.grantCase(input).catch(() => null);
          expect((await wallet(mei)).balanceCents).toBe(700);
        }
      }
    },
  );
});

describe("Money asked for", () => {
  async function aDeliveredPackage() {
    const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
    const pkg = await aPackage(mei);
    const delivered = { packageId: pkg.id, status: "delivered", setsLegs: true } as const;
    await admin.api.auth.confirmPassword({ password: admin.password });
    await admin.api.packages.setPackageStatus(delivered);
    return { mei, packageId: pkg.id };
  }
  const open = (
    { api }: TestPerson,
    subjectId: string,
    changes: Partial<Parameters<TestPerson["api"]["cases"]["openCase"]>[0]> = {},
  ) =>
    api.cases.openCase(
      keyed({
        subject: "package" as const,
        subjectId,
        problem: "damaged" as const,
        text: "The lid is broken.",
        ...changes,
      }),
    );

  test("is refused outside the days, in which the case is a question", async () => {
    app.clock.set(wednesday);
    const { mei, packageId } = await aDeliveredPackage();
    const asked = { amountCents: 500, goods: [] };
    const { windows } = await mei.api.cases.readMoneyTerms({ packageId });
    expect(windows[0]).toEqual({
      problem: "damaged",
      state: "open",
      from: "2026-06-10",
      until: "2026-06-17",
    });
    await expect(open(mei, packageId, { asked })).rejects.toMatchObject({
      code: "amount_over_declared",
      data: { mostCents: 0 },
    });
    expect((await open(mei, packageId)).kind).toBe("damaged");
    const tom = await aCustomer(app);
    await expectApiError(tom.api.cases.readMoneyTerms({ packageId }), "not_found");
    const late = await aDeliveredPackage();
    await app.database.kysely
      .updateTable("packages")
      .set({ deliveredAt: new Date("2026-05-01T00:00:00Z") })
      .where("id", "=", late.packageId)
      .execute();
    await expect(open(late.mei, late.packageId, { asked })).rejects.toMatchObject({
      code: "case_outside_window",
      data: { from: "2026-05-01", until: "2026-05-08" },
    });
    expect((await open(late.mei, late.packageId)).kind).toBe("question");
    const account = { subject: "account", subjectId: mei.userId, problem: "other" } as const;
    await expect(open(mei, "", { ...account, asked })).rejects.toMatchObject({
      code: "case_outside_window",
    });
  });
});

describe("Choices", () => {
  const ask = (caseId: string, labels: readonly string[], answerBy?: string) =>
    support.api.cases.askCase(
      keyed({
        caseId,
        text: "What shall we do?",
        choices: labels.map((label) => ({ label })),
        ...(answerBy !== undefined && { answerBy }),
      }),
    );
  const lastId = ({ messages }: { readonly messages: readonly CaseMessage[] }) =>
    messages.at(-1)?.id ?? "";

  test("are made once, and then decided", async () => {
    app.clock.set(wednesday);
    const { mei, caseId, read } = await anOpenCase();
    const messageId = lastId(await ask(caseId, ["Keep it", "Send it back"]));
    expect(await read()).toMatchObject({ state: "waiting_for_customer" });
    const choose = (code: string) => mei.api.cases.chooseInCase(keyed({ caseId, messageId, code }));
    await expectApiError(choose("3"), "not_found");
    const taps = await Promise.allSettled([choose("2"), choose("2"), choose("1")]);
    expect(taps.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { messages, state } = await read();
    expect(state).toBe("waiting_for_us");
    const chosen = messages.at(-2)?.chosenCode ?? "";
    const label = messages.at(-1)?.text ?? "";
    await expectApiError(choose("1"), "choice_over", `This was already decided: ${label}`);
    expect([chosen, label]).toEqual(chosen === "1" ? ["1", "Keep it"] : ["2", "Send it back"]);
    const tom = await aCustomer(app);
    await expectApiError(
      tom.api.cases.chooseInCase(keyed({ caseId, messageId, code: "1" })),
      "not_found",
    );
  });

  test("are over once something newer is asked, and once the time has passed", async () => {
    const { mei, caseId, read } = await anOpenCase();
    const first = lastId(await ask(caseId, ["Yes"]));
    app.clock.advance(60_000);
    const answerBy = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const second = lastId(await ask(caseId, ["Yes"], answerBy));
    expect(await read()).toMatchObject({ answerBy });
    const choose = (messageId: string) =>
      mei.api.cases.chooseInCase(keyed({ caseId, messageId, code: "1" }));
    await expectApiError(choose(first), "choice_over");
    app.clock.advance(3_600_000);
    await expectApiError(choose(second), "choice_over");
    app.clock.set(wednesday);
  });

  test("are offered for what the thing has alone", async () => {
    const { caseId } = await anOpenCase();
    const choices = [{ label: "Cancel it", effect: "cancel_ship_request" as const }];
    await expectApiError(
      support.api.cases.askCase(keyed({ caseId, text: "?", choices })),
      "choice_not_possible",
    );
  });
});
