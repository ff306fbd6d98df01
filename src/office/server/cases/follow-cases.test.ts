import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { aPackage } from "#test/packages.ts";
import { keyed } from "#test/cases.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { followCases } from "./follow-cases.ts";

const wednesday = "2026-06-10T02:00:00Z";
const hour = 3_600_000;

let app: TestApp;
let support: TestPerson;
beforeAll(async () => {
  app = await testApp();
  app.clock.set(wednesday);
  support = await aStaffMember(app, ["support"]);
  return () => app.close();
});

const follow = async () => {
  await Promise.all([1, 2].map(() => followCases(app.services)));
  await followCases(app.services);
};

/** As if what waits for its customer had been asked so much earlier: sessions would not last until then. */
async function makeOlder(milliseconds: number): Promise<void> {
  const earlier = sql`make_interval(secs => ${milliseconds / 1000}::float8)`;
  await sql`
    update cases set last_at = last_at - ${earlier}, answer_by = answer_by - ${earlier} where answer_by is not null
  `.execute(app.database.kysely);
}

async function subjectsTo({ email }: TestPerson): Promise<string[]> {
  return (await app.emailsTo(email)).map(({ subject }) => subject);
}

test("What customs ask opens a case once, which is reminded at half time and returns after 48 hours", async () => {
  app.clock.set(wednesday);
  const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
  const { id: packageId, legs } = await aPackage(mei);
  const asked = { question: "customs_information_required", questionAt: app.clock.now() } as const;
  await app.database.kysely
    .updateTable("shippingLegs")
    .set(asked)
    .where("id", "=", legs[0]?.id ?? "")
    .execute();
  await follow();
  const read = async () => {
    const { items } = await mei.api.cases.listOwnCases({});
    expect(items).toHaveLength(1);
    return await mei.api.cases.readOwnCase({ caseId: items[0]?.id ?? "" });
  };
  expect(await read()).toMatchObject({
    kind: "customs",
    subjectId: packageId,
    state: "waiting_for_customer",
    answerBy: "2026-06-12T02:00:00.000Z",
    messages: [{ sender: "system", event: "customs_information_required" }],
  });
  await makeOlder(24 * hour - 1_000);
  await follow();
  expect(await subjectsTo(mei)).toHaveLength(1);
  await makeOlder(1_000);
  await follow();
  expect((await subjectsTo(mei)).filter((one) => one.startsWith("We are waiting"))).toHaveLength(1);
  await makeOlder(24 * hour);
  await follow();
  const { state, answerBy, messages } = await read();
  expect([state, answerBy, messages.at(-1)?.event]).toEqual([
    "waiting_for_us",
    null,
    "answer_overdue",
  ]);
  const { items } = await support.api.cases.listOpenCases({ about: "customs" });
  expect(items.map(({ kind }) => kind)).toEqual(["customs"]);
});

test("Staff open a case about what customs ask, one for a package", async () => {
  app.clock.set(wednesday);
  const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
  const { id: subjectId } = await aPackage(mei);
  const input = { subject: "package", subjectId, text: "Please send the invoice." } as const;
  const { openCustomsCase } = support.api.cases;
  const opened = await openCustomsCase(keyed(input));
  expect(opened).toMatchObject({ kind: "customs", answerBy: "2026-06-12T02:00:00.000Z" });
  expect((await app.latestEmail(mei.email)).text).toContain("Please send the invoice.");
  await expect(openCustomsCase(keyed(input))).rejects.toMatchObject({
    code: "case_open",
    data: { caseId: opened.id },
    message: expect.stringMatching(/^A case about what customs ask is open for this already/),
  });
  await mei.api.cases.addCaseMessage(keyed({ caseId: opened.id, text: "Here it is." }));
  expect(await mei.api.cases.readOwnCase({ caseId: opened.id })).toMatchObject({
    state: "waiting_for_us",
    answerBy: null,
    text: "Please send the invoice.",
  });
});
