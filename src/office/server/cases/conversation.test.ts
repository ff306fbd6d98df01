import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { CaseMessage } from "#office/contract/case-fields.ts";
import { deleteEndedAssignments } from "#office/server/admin/work-items/work-assignments.ts";
import { expectApiError } from "#test/api-errors.ts";
import { keyed, openedCase } from "#test/cases.ts";
import { aPackage } from "#test/packages.ts";
import { aPicture } from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { remindCustomersOfCases } from "./remind-customers.ts";

/** A Wednesday, in Hong Kong 10:00. */
const wednesday = "2026-06-10T02:00:00Z";
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  app = await testApp();
  app.clock.set(wednesday);
  [admin, support] = [await anAdmin(app), await aStaffMember(app, ["support"])];
  return () => app.close();
});

const anOpenCase = (about: Parameters<typeof openedCase>[1] = {}) =>
  openedCase({ app, support }, about);

const writtenMeanwhile = "Somebody has written here meanwhile. Please read it, then send again.";
const customerSuspended =
  "This account is suspended, so its customer could not read an answer. Please write to them by email.";

/** As if everything in cases had happened so much earlier: sessions would not last until then. */
async function makeOlder(milliseconds: number, ofApp: TestApp = app): Promise<void> {
  const earlier = sql`make_interval(secs => ${milliseconds / 1000}::float8)`;
  await sql`
    update cases set opened_at = opened_at - ${earlier}, last_at = last_at - ${earlier}, closed_at = closed_at - ${earlier},
      first_due_at = first_due_at - ${earlier}, first_answered_at = first_answered_at - ${earlier}
  `.execute(ofApp.database.kysely);
}

const spoken = (messages: readonly CaseMessage[]) =>
  messages.map(({ sender, text }) => `${sender}: ${text}`);

describe("A conversation", () => {
  test("waits for whom the other wrote to, and both read it", async () => {
    app.clock.set(wednesday);
    const { mei, caseId, read, write, answer, finish } = await anOpenCase();
    const opened = await read();
    app.clock.advance(hour);
    expect(await answer()).toMatchObject({ state: "waiting_for_customer", dueAt: null });
    app.clock.advance(hour);
    await write();
    const waiting = await read();
    expect(waiting).toMatchObject({ state: "waiting_for_us", dueAt: "2026-06-10T08:00:00.000Z" });
    app.clock.advance(minute);
    await write("And today.");
    expect((await read()).dueAt).toBe(waiting.dueAt);
    await finish();
    const closed = await read();
    expect(closed).toMatchObject({ state: "closed", outcome: "Mended.", text: opened.text });
    expect(spoken(closed.messages)).toEqual([
      "customer: The emails come twice.",
      "staff: Which emails?",
      "customer: Since Monday.",
      "customer: And today.",
      "staff: Mended.",
    ]);
    const { messages } = await support.api.cases.readCase({ caseId });
    expect(spoken(messages)).toEqual(spoken(closed.messages));
    expect(messages.map(({ authorEmail }) => authorEmail)).toEqual([
      mei.email,
      support.email,
      mei.email,
      mei.email,
      support.email,
    ]);
  });

  test("reaches the customer by email with the text and a link, and under the bell as one entry", async () => {
    const { mei, caseId, answer, finish } = await anOpenCase();
    await answer("Which emails?\n\nThose of June?");
    const { text, subject } = await app.latestEmail(mei.email);
    const { number } = await support.api.cases.readCase({ caseId });
    expect(subject).toContain(number);
    for (const part of ["Which emails?", "Those of June?", `/dashboard/messages/${caseId}`]) {
      expect(text).toContain(part);
    }
    const entries = async () => {
      const { items } = await mei.api.notifications.listNotifications({});
      return items.filter(({ path }) => path === `/dashboard/messages/${caseId}`);
    };
    expect((await entries()).map(({ kind }) => kind)).toEqual(["case_answered"]);
    await finish();
    expect((await entries()).map(({ kind }) => kind)).toEqual(["case_finished"]);
    expect((await app.latestEmail(mei.email)).text).toContain("Mended.");
  });

  test("takes 20 messages in an hour, each once for its key", async () => {
    const { mei, caseId, read, write } = await anOpenCase();
    const input = keyed({ caseId, text: "Again." });
    const { addCaseMessage } = mei.api.cases;
    const first = await addCaseMessage(input);
    expect(await Promise.all([addCaseMessage(input), addCaseMessage(input)])).toEqual([
      first,
      first,
    ]);
    expect((await read()).messages).toHaveLength(2);
    for (let number = 1; number < 20; number += 1) await write();
    await expectApiError(write(), "too_many_requests");
    app.clock.advance(hour);
    await write();
    expect((await read()).messages).toHaveLength(22);
  });

  test("is nobody else's", async () => {
    const { caseId } = await anOpenCase();
    const { api } = await aCustomer(app);
    await expectApiError(api.cases.readOwnCase({ caseId }), "not_found");
    await expectApiError(api.cases.closeOwnCase({ caseId }), "not_found");
    await expectApiError(api.cases.addCaseMessage(keyed({ caseId, text: "Mine" })), "not_found");
  });

  test("keeps what both sides write at once", async () => {
    const { read, write, answer } = await anOpenCase();
    await Promise.all([write("One"), answer("Two"), write("Three"), answer("Four")]);
    const { messages, state } = await read();
    const last = messages.at(-1)?.sender === "staff" ? "waiting_for_customer" : "waiting_for_us";
    expect(state).toBe(last);
    expect(spoken(messages).toSorted()).toEqual([
      "customer: One",
      "customer: The emails come twice.",
      "customer: Three",
      "staff: Four",
      "staff: Two",
    ]);
  });

  test("has up to five files with each message of its customer, and none with those of staff", async () => {
    const { mei, caseId, read, write, answer } = await anOpenCase();
    const { messageId } = await write();
    const add = (id: string) =>
      mei.api.cases.addCaseFile(keyed({ caseId, messageId: id, file: aPicture() }));
    for (let number = 0; number < 5; number += 1) await add(messageId);
    await expectApiError(add(messageId), "too_many_case_files");
    await answer();
    const { messages } = await read();
    expect(messages.map(({ files }) => files.length)).toEqual([0, 5, 0]);
    await expectApiError(add(messages[2]?.id ?? ""), "not_found");
    const stranger = await anOpenCase();
    const [theirs] = (await stranger.read()).messages;
    await expectApiError(add(theirs?.id ?? ""), "not_found");
  });
});

describe("A closed case", () => {
  test("is opened again by its customer for 30 days", async () => {
    const { caseId, read, write, finish } = await anOpenCase();
    await finish();
    await makeOlder(30 * day);
    expect(await write("Not mended.")).toMatchObject({ caseId });
    expect(await read()).toMatchObject({ state: "waiting_for_us", outcome: "", closedAt: null });
  });

  test("is named by a new one after that, also where its package is no more", async () => {
    const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
    const pkg = await aPackage(mei);
    const thing = { subject: "package", subjectId: pkg.id } as const;
    const { caseId, read, write, finish } = await anOpenCase({ thing, customer: mei });
    await finish();
    await admin.api.packages.deletePackage({ packageId: pkg.id });
    await makeOlder(30 * day + minute);
    const { caseId: newId } = await write("Not mended.");
    expect(newId).not.toBe(caseId);
    const { number, subjectName } = await read();
    expect(await mei.api.cases.readOwnCase({ caseId: newId })).toMatchObject({
      previous: { id: caseId, number },
      subjectName,
      state: "waiting_for_us",
      messages: [{ text: "Not mended." }],
    });
    // It stays closed, and what is written to it leads to the open one.
    await expect(write("Again")).rejects.toMatchObject({
      code: "case_open",
      data: { caseId: newId },
    });
  });

  test("stays closed while another about the same is open", async () => {
    const { mei, write, finish } = await anOpenCase();
    await finish();
    const second = await anOpenCase({ customer: mei });
    await expect(write()).rejects.toMatchObject({
      code: "case_open",
      data: { caseId: second.caseId },
    });
  });

  test("'All fine' closes it once, and staff answer it no more", async () => {
    const { mei, caseId, read, answer } = await anOpenCase();
    const { closeOwnCase } = mei.api.cases;
    const closed = await closeOwnCase({ caseId });
    app.clock.advance(minute);
    expect(await closeOwnCase({ caseId })).toEqual(closed);
    expect(await read()).toMatchObject({ state: "closed", outcome: "", dueAt: null });
    await expectApiError(answer(), "case_closed");
  });
});

describe("Staff", () => {
  test("do not answer what was answered meanwhile", async () => {
    const { caseId, read, write } = await anOpenCase();
    const [first] = (await read()).messages;
    const other = await aStaffMember(app, ["support"]);
    const input = { caseId, seenMessageId: first?.id ?? "", text: "Which emails?" };
    const answers = await Promise.allSettled(
      [support, other].map(({ api }) => api.cases.answerCase(keyed(input))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expectApiError(support.api.cases.answerCase(keyed(input)), "conflict", writtenMeanwhile);
    const { messageId } = await write();
    const finished = { caseId, outcome: "Mended.", seenMessageId: first?.id ?? "" };
    await expectApiError(support.api.cases.finishCase(finished), "conflict", writtenMeanwhile);
    await support.api.cases.finishCase({ ...finished, seenMessageId: messageId });
  });

  test("write notes that move nothing, which no customer reads", async () => {
    const { mei, caseId, read, answer, note } = await anOpenCase();
    const before = await read();
    app.clock.advance(minute);
    const noted = await note("Vermilion herring");
    expect(noted.messages.at(-1)).toMatchObject({ isInternal: true, text: "Vermilion herring" });
    expect(await read()).toEqual(before);
    await answer();
    const { cases, notifications, users } = mei.api;
    const answers = [
      await read(),
      await cases.listOwnCases({}),
      await cases.closeOwnCase({ caseId }),
      await cases.addCaseMessage(keyed({ caseId, text: "Thanks" })),
      await notifications.listNotifications({}),
      await users.exportAccount({ part: "everything" }),
      await app.emailsTo(mei.email),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/herring|isInternal|authorEmail/);
  });

  test("see how soon they answer, and count what waits for them", async () => {
    const own = await testApp();
    try {
      own.clock.set(wednesday);
      const staff = await aStaffMember(own, ["support"]);
      const answerAfter = async (hours: number | null) => {
        const { api, userId } = await aCustomer(own, { plan: "Premium" });
        const { id: caseId } = await api.cases.openCase(
          keyed({ subject: "account", subjectId: userId, problem: "other", text: "?" } as const),
        );
        if (hours === null) return;
        own.clock.advance(hours * hour);
        await staff.api.cases.answerCase(keyed({ caseId, text: "!" }));
        own.clock.set(wednesday);
      };
      const listed = () => staff.api.cases.listOpenCases({ page: 1, pageSize: 20 });
      expect((await listed()).answerTimes).toBeNull();
      for (const hours of [1, 2, 5, null]) await answerAfter(hours);
      // What is not late yet does not count.
      expect((await listed()).answerTimes).toEqual({
        count: 3,
        medianMinutes: 120,
        inTimePercent: 67,
      });
      own.clock.advance(day);
      const { answerTimes, items } = await listed();
      expect(answerTimes).toEqual({ count: 4, medianMinutes: 120, inTimePercent: 50 });
      expect(items.map(({ state }) => state)).toEqual([
        "waiting_for_us",
        ...Array<string>(3).fill("waiting_for_customer"),
      ]);
      const { stages } = await staff.api.admin.readDashboard({});
      expect(stages.find(({ stage }) => stage === "open_cases")).toMatchObject({ count: 1 });
      await makeOlder(30 * day, own);
      expect((await listed()).answerTimes).toBeNull();
    } finally {
      await own.close();
    }
  });

  test("keep a case that they took while it waits for its customer, when it counts for nobody", async () => {
    const { caseId, answer, write } = await anOpenCase();
    const office = support.api.admin;
    await office.takeWorkItem({ kind: "open_cases", id: caseId });
    const ownCount = async () => {
      const { stages } = await office.readDashboard({});
      return stages.find(({ stage }) => stage === "open_cases")?.ownCount;
    };
    expect(await ownCount()).toBe(1);
    await answer();
    await deleteEndedAssignments(app.services);
    expect(await ownCount()).toBe(0);
    await write();
    expect(await ownCount()).toBe(1);
  });

  test("say what kind a case about goods turned out to be, one of each for a thing", async () => {
    const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
    const { id: subjectId } = await aPackage(mei);
    const thing = { subject: "package", subjectId } as const;
    const { caseId, read } = await anOpenCase({ customer: mei, thing });
    const name = (id: string, kind: "wrong_item" | "return") =>
      support.api.cases.addCaseNote(keyed({ caseId: id, text: "As the photo shows.", kind }));
    expect(await name(caseId, "wrong_item")).toMatchObject({ kind: "wrong_item" });
    expect(await read()).toMatchObject({ kind: "wrong_item", state: "waiting_for_us" });
    // Another one may be open as long as it is of another kind.
    const second = await anOpenCase({ customer: mei, thing });
    await expect(name(second.caseId, "wrong_item")).rejects.toMatchObject({
      code: "case_open",
      data: { caseId },
      message: expect.stringMatching(/of that kind already\. Write there, and finish this one/),
    });
    expect(await name(second.caseId, "return")).toMatchObject({ kind: "return" });
    const account = await anOpenCase();
    await expect(name(account.caseId, "return")).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("answer no suspended customer, and note nothing for a closed account", async () => {
    const { mei, answer, note, caseId } = await anOpenCase();
    const account = { userId: mei.userId, reason: "A test" };
    await admin.api.auth.confirmPassword({ password: admin.password });
    await admin.api.users.suspendUser(account);
    await expectApiError(answer(), "account_suspended", customerSuspended);
    await note("Suspended");
    await admin.api.users.restoreUser(account);
    await answer();
    const gone = await anOpenCase();
    await gone.note("A note");
    await gone.mei.api.users.closeAccount({ password: gone.mei.password });
    await expectApiError(gone.answer(), "case_closed");
    await expectApiError(gone.note("Later"), "account_closed");
    const { messages } = await support.api.cases.readCase({ caseId: gone.caseId });
    expect(messages.map(({ text }) => text)).toEqual(["", ""]);
    expect((await support.api.cases.readCase({ caseId })).state).toBe("waiting_for_customer");
  });
});

test("A customer who does not answer for 14 days is reminded once of each answer", async () => {
  const { mei, answer, write } = await anOpenCase();
  const suspended = await anOpenCase();
  const reminders = async ({ email }: TestPerson) => {
    await Promise.all([1, 2].map(() => remindCustomersOfCases(app.services)));
    const emails = await app.emailsTo(email);
    return emails.filter(({ subject }) => subject.startsWith("We are waiting")).length;
  };
  for (const one of [{ answer }, suspended]) await one.answer();
  await admin.api.auth.confirmPassword({ password: admin.password });
  await admin.api.users.suspendUser({ userId: suspended.mei.userId, reason: "A test" });
  await makeOlder(14 * day - minute);
  expect(await reminders(mei)).toBe(0);
  await makeOlder(minute);
  expect(await reminders(mei)).toBe(1);
  expect(await reminders(suspended.mei)).toBe(0);
  await makeOlder(20 * day);
  expect(await reminders(mei)).toBe(1);
  await answer("Are you there?");
  await makeOlder(14 * day);
  expect(await reminders(mei)).toBe(2);
  await write();
  await makeOlder(14 * day);
  expect(await reminders(mei)).toBe(2);
});
