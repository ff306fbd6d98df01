import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { signedInContext } from "#test/context.ts";
import { asOwner } from "#test/database.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aShipper, packingDesk, receivedPackage, request } from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { addCaseFile } from "./open-case.ts";

const pdf = Buffer.from("%PDF-1.7\n%%EOF");
// A GIF of one pixel.
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

/** A Wednesday, in Hong Kong 10:00. */
const wednesday = "2026-06-10T02:00:00Z";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  app = await testApp();
  app.clock.set(wednesday);
  [admin, support] = [await anAdmin(app), await aStaffMember(app, ["support"])];
  return () => app.close();
});

type CaseInput = Parameters<TestPerson["api"]["cases"]["openCase"]>[0];

function caseInput(changes: Partial<CaseInput> & Pick<CaseInput, "subjectId">): CaseInput {
  return {
    subject: "package",
    problem: "other",
    text: "The corner is torn.",
    idempotencyKey: randomUUID(),
    ...changes,
  };
}

async function aCustomerWithPackage() {
  const mei = await aCustomer(app, { plan: "Premium", packageQuota: 20 });
  return { mei, pkg: await aPackage(mei) };
}

async function deliver(packageId: string): Promise<void> {
  await admin.api.packages.setPackageStatus({ packageId, status: "delivered", setsLegs: true });
}

function finish(caseId: string, outcome = "We packed it anew.") {
  return support.api.cases.finishCase({ caseId, outcome });
}

async function notified({ api }: TestPerson): Promise<string[]> {
  const { items } = await api.notifications.listNotifications({});
  return items.map(({ kind }) => kind);
}

describe("A case", () => {
  test("names its thing, once for its key, and is the only one of the thing and kind that is open", async () => {
    const { mei, pkg } = await aCustomerWithPackage();
    await deliver(pkg.id);
    const input = caseInput({ subjectId: pkg.id, problem: "damaged" });
    const { openCase, listOwnCases } = mei.api.cases;
    const opened = await openCase(input);
    expect(opened).toMatchObject({
      subject: "package",
      subjectId: pkg.id,
      subjectName: pkg.trackingNumber,
      kind: "damaged",
      state: "waiting_for_us",
      text: "The corner is torn.",
      outcome: "",
      closedAt: null,
      files: [],
    });
    expect(await openCase(input)).toEqual(opened);
    const again = openCase(caseInput({ subjectId: pkg.id, problem: "damaged" }));
    await expect(again).rejects.toMatchObject({ code: "case_open", data: { caseId: opened.id } });
    await openCase(caseInput({ subjectId: pkg.id, problem: "missing" }));
    expect((await listOwnCases({})).items.map(({ kind }) => kind)).toEqual(["missing", "damaged"]);
  });

  test("is opened once by many taps at once", async () => {
    const { mei, pkg } = await aCustomerWithPackage();
    const taps = Array.from({ length: 10 }, () =>
      mei.api.cases.openCase(caseInput({ subjectId: pkg.id })),
    );
    const results = await Promise.allSettled(taps);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await mei.api.cases.listOwnCases({})).items).toHaveLength(1);
  });

  test("of what never came is a question until it was delivered", async () => {
    const { mei, pkg } = await aCustomerWithPackage();
    const never = { subjectId: pkg.id, problem: "never_came" } as const;
    expect((await mei.api.cases.openCase(caseInput(never))).kind).toBe("question");
    await deliver(pkg.id);
    expect((await mei.api.cases.openCase(caseInput(never))).kind).toBe("lost");
  });

  test("is about an own thing", async () => {
    const { mei, pkg } = await aCustomerWithPackage();
    const tom = await aCustomer(app);
    const { openCase } = tom.api.cases;
    await expectApiError(openCase(caseInput({ subjectId: pkg.id })), "not_found");
    const account = { subject: "account" } as const;
    await expectApiError(openCase(caseInput({ ...account, subjectId: mei.userId })), "not_found");
    const own = await openCase(caseInput({ ...account, subjectId: tom.userId }));
    expect(own).toMatchObject({ kind: "question", subjectName: "" });
  });

  test("asks for help with an order beside a question about the account", async () => {
    const mei = await aCustomer(app);
    const account = { subject: "account", subjectId: mei.userId } as const;
    const order = { ...account, problem: "order" } as const;
    const { openCase } = mei.api.cases;
    expect((await openCase(caseInput(account))).kind).toBe("question");
    expect((await openCase(caseInput(order))).kind).toBe("order");
    await expectApiError(openCase(caseInput(order)), "case_open");
  });

  test("is one of three in an hour, and of ten that are open", async () => {
    const { mei } = await aCustomerWithPackage();
    const ids: string[] = [];
    for (let number = 0; number < 11; number += 1) ids.push((await aPackage(mei)).id);
    const open = (subjectId = "") => mei.api.cases.openCase(caseInput({ subjectId }));
    for (const id of ids.slice(0, 3)) await open(id);
    await expectApiError(open(ids[3]), "too_many_requests");
    for (const id of ids.slice(3, 10)) {
      app.clock.advance(60 * 60_000);
      await open(id);
    }
    app.clock.advance(60 * 60_000);
    await expectApiError(open(ids[10]), "too_many_cases");
    app.clock.set(wednesday);
  });

  test.each([
    ["Premium", "2026-06-10T06:00:00.000Z"],
    ["Super", "2026-06-10T10:00:00.000Z"],
    ["Basic", "2026-06-12T08:00:00.000Z"],
    [null, "2026-06-12T08:00:00.000Z"],
  ] as const)("of a customer with the plan %s is due at %s", async (plan, due) => {
    app.clock.set(wednesday);
    const mei = await aCustomer(app, plan === null ? {} : { plan });
    const { dueAt } = await mei.api.cases.openCase(
      caseInput({ subject: "account", subjectId: mei.userId }),
    );
    expect(dueAt).toBe(due);
  });

  test("stays when its package is deleted, and still names it", async () => {
    const { mei, pkg } = await aCustomerWithPackage();
    const { id: caseId } = await mei.api.cases.openCase(caseInput({ subjectId: pkg.id }));
    expect((await support.api.cases.readCase({ caseId })).packageId).toBe(pkg.id);
    await admin.api.packages.deletePackage({ packageId: pkg.id });
    expect(await support.api.cases.readCase({ caseId })).toMatchObject({
      packageId: null,
      subjectName: pkg.trackingNumber,
    });
  });

  test("of a suspended customer is not opened", async () => {
    const { mei, pkg } = await aCustomerWithPackage();
    await admin.api.users.suspendUser({ userId: mei.userId, reason: "A test" });
    await expectApiError(mei.api.cases.openCase(caseInput({ subjectId: pkg.id })), "signed_out");
  });
});

describe("Staff", () => {
  test("list the open cases by their due time, with customer and plan, and close one with an outcome", async () => {
    app.clock.set(wednesday);
    const [slow, fast] = [await aCustomer(app), await aCustomer(app, { plan: "Premium" })];
    for (const { api, userId } of [slow, fast])
      await api.cases.openCase(caseInput({ subject: "account", subjectId: userId }));
    const listed = async () => {
      const { items } = await support.api.cases.listOpenCases({ page: 1, pageSize: 100 });
      return items.filter(({ customer }) => [slow.userId, fast.userId].includes(customer.userId));
    };
    const items = await listed();
    expect(items.map(({ customer }) => [customer.email, customer.plan])).toEqual([
      [fast.email, "Premium"],
      [slow.email, null],
    ]);
    const [first] = items;
    const caseId = first?.id ?? "";
    const closed = await finish(caseId, "Done.\nWe wrote to the carrier.");
    expect(closed).toMatchObject({ state: "closed", outcome: "Done.\nWe wrote to the carrier." });
    expect(await listed()).toHaveLength(1);
    await expectApiError(finish(caseId), "case_closed");
    await app.runJobs();
    expect(await notified(fast)).toContain("case_finished");
    const emails = await app.emailsTo(fast.email);
    const answers = emails.filter(({ subject }) => subject.includes(closed.number));
    expect(answers.map(({ text }) => text.includes("We wrote to the carrier."))).toEqual([true]);
    const [own] = (await fast.api.cases.listOwnCases({})).items;
    expect(own).toMatchObject({ state: "closed", outcome: closed.outcome });
    const entries = await app.database.kysely
      .selectFrom("auditLog")
      .select(["action", "target"])
      .where("target", "=", caseId)
      .where("errorCode", "is", null)
      .execute();
    expect(entries).toEqual([{ action: "cases.finishCase", target: caseId }]);
  });

  test("count the open cases on the dashboard, whether or not there is a warehouse", async () => {
    const before = await support.api.admin.readDashboard({});
    const mei = await aCustomer(app);
    await mei.api.cases.openCase(caseInput({ subject: "account", subjectId: mei.userId }));
    const after = await support.api.admin.readDashboard({});
    const countOf = ({ stages }: typeof before) =>
      stages.find(({ stage }) => stage === "open_cases")?.count ?? 0;
    expect(countOf(after)).toBe(countOf(before) + 1);
  });
});

describe("A file of a case", () => {
  const proof = (caseId: string, content: Uint8Array<ArrayBuffer> = pixel) => ({
    caseId,
    file: new File([content], "photo.gif"),
    idempotencyKey: randomUUID(),
  });

  test("is one of five, once for its key, and belongs to an open own case", async () => {
    const { mei, pkg } = await aCustomerWithPackage();
    const { id: caseId } = await mei.api.cases.openCase(caseInput({ subjectId: pkg.id }));
    const input = proof(caseId);
    const context = signedInContext(app, mei);
    // Past the queue, which runs one upload of an account at a time.
    await Promise.all([1, 2, 3].map(() => addCaseFile(context, input)));
    for (let number = 0; number < 4; number += 1) await mei.api.cases.addCaseFile(proof(caseId));
    const add = mei.api.cases.addCaseFile;
    await expectApiError(add(proof(caseId)), "too_many_case_files");
    const tom = await aCustomer(app);
    await expectApiError(tom.api.cases.addCaseFile(proof(caseId)), "not_found");
    const [own] = (await mei.api.cases.listOwnCases({})).items;
    expect(own?.files.map(({ contentType }) => contentType)).toEqual(Array(5).fill("image/png"));
    const address = own?.files[0]?.fileUrl ?? "";
    expect((await mei.client.fetch(address)).status).toBe(200);
    expect((await support.client.fetch(address)).status).toBe(200);
    expect((await tom.client.fetch(address)).status).toBe(404);
    await finish(caseId);
    await expectApiError(add(proof(caseId)), "case_closed");
  });

  test.each([
    ["a PDF", "application/pdf", pdf],
    ["an HTML page", "invalid_case_file", Buffer.from("<!doctype html>%PDF-1.7")],
    ["an SVG", "invalid_case_file", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["half an image", "invalid_image", pixel.subarray(0, 20)],
    ["more than 10 MB", "too_large", Buffer.concat([pdf, Buffer.alloc(10_000_000)])],
  ] as const)("that is %s: %s", async (_what, outcome, content) => {
    const { mei, pkg } = await aCustomerWithPackage();
    const { id: caseId } = await mei.api.cases.openCase(caseInput({ subjectId: pkg.id }));
    const call = mei.api.cases.addCaseFile(proof(caseId, content));
    expect(
      await call.then(
        ({ files }) => files[0]?.contentType,
        (error: { code: string }) => error.code,
      ),
    ).toBe(outcome);
  });
});

test("The export has all cases with their files; closing the account closes the open ones and erases texts and files", async () => {
  const { mei, pkg } = await aCustomerWithPackage();
  const text = "Vermilion lacquer, chipped";
  const { id: caseId } = await mei.api.cases.openCase(caseInput({ subjectId: pkg.id, text }));
  const file = new File([pdf], "order.pdf");
  await mei.api.cases.addCaseFile({ caseId, file, idempotencyKey: randomUUID() });
  const { content } = await mei.api.users.exportAccount({ part: "everything" });
  const { cases } = JSON.parse(content) as { cases: object[] };
  expect(cases).toMatchObject([{ id: caseId, text, files: [{ contentType: "application/pdf" }] }]);
  await mei.api.packages.cancelPackage({ packageId: pkg.id });
  await mei.api.users.closeAccount({ password: mei.password });
  const { kysely } = app.database;
  const row = await kysely.selectFrom("cases").selectAll().where("id", "=", caseId).execute();
  expect(row).toMatchObject([{ state: "closed", outcome: "" }]);
  const messages = await kysely.selectFrom("caseMessages").selectAll().execute();
  expect(messages.filter((one) => one.caseId === caseId)).toMatchObject([{ text: "" }]);
  const left = kysely.selectFrom("files").select("id").where("createdBy", "=", mei.userId);
  expect(await left.execute()).toEqual([]);
});

test("'All fine' is an event of a delivered package, once", async () => {
  const { mei, pkg } = await aCustomerWithPackage();
  const { confirmPackage, readPackage } = mei.api.packages;
  const packageId = pkg.id;
  await expectApiError(confirmPackage({ packageId }), "package_not_delivered");
  await deliver(packageId);
  const tom = await aCustomer(app);
  await expectApiError(tom.api.packages.confirmPackage({ packageId }), "not_found");
  await confirmPackage({ packageId });
  await confirmPackage({ packageId });
  const { events } = await readPackage({ packageId });
  expect(events.filter(({ kind }) => kind === "package_confirmed")).toHaveLength(1);
});

// Last, since a warehouse stays.
test("With a warehouse its opening hours count, and a case can be about a parcel", async () => {
  await enterWarehouse(app, { by: admin });
  app.clock.set(wednesday);
  const mei = await aCustomer(app, { plan: "Premium" });
  const parcel = await declareParcel(mei);
  const opened = await mei.api.cases.openCase(
    caseInput({ subject: "inbound_parcel", subjectId: parcel.id, problem: "never_came" }),
  );
  expect(opened).toMatchObject({
    kind: "question",
    subjectName: parcel.trackingNumber,
    dueAt: "2026-06-10T06:00:00.000Z",
  });
});

test("A case about a ship request names it, also by a number of more than six digits", async () => {
  const desk = await packingDesk(app);
  await asOwner(app.database, async (owner) => {
    await sql`alter table ship_requests alter column number restart with 1234567`.execute(owner);
  });
  const mei = await aShipper(desk);
  const { packageId } = await receivedPackage(desk, mei);
  const { id } = await request(mei, packageId);
  const opened = await mei.api.cases.openCase(
    caseInput({ subject: "ship_request", subjectId: id }),
  );
  expect(opened.subjectName).toBe("SR1234567");
});
