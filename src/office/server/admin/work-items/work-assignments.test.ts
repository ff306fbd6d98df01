// Who of the staff has which thing of the open work.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { mostTaken, type TakeableStage } from "#office/rules/work-item.ts";
import { changeAdmin } from "#people/server/users/admins.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { follow } from "#test/follow.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { receiveScan } from "#test/receiving.ts";
import { aShipper, packedRequest, packingDesk, type PackingDesk } from "#test/ship-requests.ts";
import { testApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { deleteEndedAssignments } from "./work-assignments.ts";

let desk: PackingDesk;
let customer: TestPerson;
let support: TestPerson;
let colleague: TestPerson;
let manager: TestPerson;
beforeAll(async () => {
  const app = await testApp();
  desk = await packingDesk(app);
  [customer, support, colleague, manager] = [
    await aShipper(desk),
    await aStaffMember(app, ["support"]),
    await aStaffMember(app, ["support"]),
    await aStaffMember(app, ["manager"]),
  ];
  await nameOf(support, "Ling Ho");
  await nameOf(colleague, "Pat Wong");
  return () => app.close();
});

async function nameOf({ userId }: TestPerson, fullName: string): Promise<void> {
  const { kysely } = desk.app.database;
  await kysely.updateTable("profiles").set({ fullName }).where("id", "=", userId).execute();
}

const has = (name: string) => `${name} attends to this already.`;

async function exported({ api }: TestPerson): Promise<Readonly<Record<string, unknown>>> {
  const { content } = await api.users.exportAccount({ part: "everything" });
  return JSON.parse(content) as Record<string, unknown>;
}

async function aCase(): Promise<string> {
  const owner = await aCustomer(desk.app, { plan: "Super", packageQuota: 5 });
  const { id } = await owner.api.cases.openCase({
    subject: "package",
    subjectId: (await aPackage(owner)).id,
    problem: "other",
    text: "The corner is torn.",
    idempotencyKey: randomUUID(),
  });
  return id;
}

/** Makes a thing that stands in the stage; returns its id. */
const things: Readonly<Record<TakeableStage, () => Promise<string>>> = {
  waiting_for_customers: async () => (await packedRequest(desk, customer)).id,
  owner_unknown: async () => {
    const { app, receiver, warehouseId } = desk;
    return (await receiveScan(app, receiver, { warehouseId, scan: freshNumber() })).parcel.id;
  },
  open_cases: aCase,
  tracking_questions: async () => {
    const { legs } = await aPackage(customer);
    const id = legs[0]?.id ?? "";
    await desk.app.database.kysely
      .updateTable("shippingLegs")
      .set({ question: "lost", questionAt: desk.app.clock.now() })
      .where("id", "=", id)
      .execute();
    return id;
  },
  late: async () => {
    const { id } = await aPackage(customer);
    await asOwner(desk.app.database, (db) =>
      sql`update packages set created_at = created_at - interval '40 days' where id = ${id}`.execute(
        db,
      ),
    );
    return id;
  },
};

const take = async ({ api }: TestPerson, kind: TakeableStage, id: string) =>
  await api.admin.takeWorkItem({ kind, id });
const giveBack = async ({ api }: TestPerson, kind: TakeableStage, id: string) =>
  await api.admin.giveBackWorkItem({ kind, id });

/** Who has a thing, as a reader sees it. */
async function takerOf(kind: TakeableStage, id: string, { api } = support) {
  const { items } = await api.admin.listWorkAssignments({ kind });
  const found = items.find((item) => item.id === id);
  return found === undefined ? null : found.isReader ? "reader" : found.name;
}

/** The ids in a stage's list, of all or of the named ones, with its total. */
async function listedIn(kind: TakeableStage, ids?: readonly string[]) {
  const page = { page: 1, pageSize: 100 };
  const input = { ids, ...page };
  const { cases, tracking, admin } = support.api;
  if (kind === "open_cases") {
    const { items, total } = await cases.listOpenCases(input);
    return { ids: items.map(({ id }) => id), total };
  }
  if (kind === "tracking_questions") {
    const { items, total } = await tracking.listQuestions({ ...page, subjectIds: ids });
    return { ids: items.map(({ subjectId }) => subjectId), total };
  }
  const { items, total } = await admin.listWorkItems({ kind, ...input });
  return { ids: items.map(({ id }) => id), total };
}

async function ownCount(kind: TakeableStage, { api } = support): Promise<number | undefined> {
  const { stages } = await api.admin.readDashboard({});
  return stages.find(({ stage }) => stage === kind)?.ownCount;
}

async function storedCount(id: string): Promise<number> {
  const stored = desk.app.database.kysely.selectFrom("workAssignments").select("subjectId");
  return (await stored.where("subjectId", "=", id).execute()).length;
}

test("a colleague's pages hear at once who takes a thing and gives it back", async () => {
  const stream = await follow(colleague.api.changeStream.subscribeToChanges({}));
  const others = await follow(customer.api.changeStream.subscribeToChanges({}));
  const id = await aCase();
  for (const act of [take, giveBack]) {
    stream.changes.length = 0;
    await act(support, "open_cases", id);
    expect(await stream.receives("work_assignment", null)).toBe(true);
  }
  expect(others.changes.filter(({ topic }) => topic === "work_assignment")).toEqual([]);
  await Promise.all([stream.close(), others.close()]);
});

describe("What somebody takes", () => {
  test.each(Object.keys(things) as TakeableStage[])(
    "of %s is theirs for everybody to see, until they give it back",
    async (kind) => {
      const [id, other] = [await things[kind](), await things[kind]()];
      const before = await listedIn(kind);
      await take(support, kind, id);
      await take(support, kind, id);
      expect(await takerOf(kind, id)).toBe("reader");
      expect(await takerOf(kind, id, colleague)).toBe("Ling Ho");
      expect(await takerOf(kind, other)).toBeNull();
      expect([await ownCount(kind), await ownCount(kind, colleague)]).toEqual([1, 0]);
      expect(await listedIn(kind)).toEqual(before);
      expect(await listedIn(kind, [id, randomUUID()])).toEqual({ ids: [id], total: 1 });
      expect(await listedIn(kind, [])).toEqual({ ids: [], total: 0 });
      await expect(take(colleague, kind, id)).rejects.toMatchObject({
        code: "taken_by_another",
        message: has("Ling Ho"),
        data: { name: "Ling Ho" },
      });
      await expectApiError(giveBack(colleague, kind, id), "taken_by_another", has("Ling Ho"));
      expect(await takerOf(kind, id)).toBe("reader");
      await giveBack(support, kind, id);
      await giveBack(support, kind, id);
      expect(await takerOf(kind, id)).toBeNull();
      await take(colleague, kind, id);
      expect(await takerOf(kind, id)).toBe("Pat Wong");
      await giveBack(colleague, kind, id);
    },
  );

  test("at the same moment as a colleague has one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await aCase();
      const outcomes = await Promise.allSettled(
        [support, colleague].map((person) => take(person, "open_cases", id)),
      );
      const rejected = outcomes.filter(({ status }) => status === "rejected");
      expect(rejected).toMatchObject([{ reason: { code: "taken_by_another" } }]);
      const isMine = outcomes[0]?.status === "fulfilled";
      expect(await takerOf("open_cases", id)).toBe(isMine ? "reader" : "Pat Wong");
      await giveBack(manager, "open_cases", id);
    }
  });

  test("managers and admins take over, and give back", async () => {
    const id = await aCase();
    await take(support, "open_cases", id);
    const seenBy = async ({ api }: TestPerson) =>
      (await api.admin.listWorkAssignments({ kind: "open_cases" })).mayTakeOver;
    expect([await seenBy(support), await seenBy(manager), await seenBy(desk.admin)]).toEqual([
      false,
      true,
      true,
    ]);
    await take(manager, "open_cases", id);
    expect(await takerOf("open_cases", id, manager)).toBe("reader");
    expect(await ownCount("open_cases")).toBe(0);
    await expectApiError(take(support, "open_cases", id), "taken_by_another", has("Siu Ming Lee"));
    await take(desk.admin, "open_cases", id);
    expect(await takerOf("open_cases", id, desk.admin)).toBe("reader");
    await giveBack(manager, "open_cases", id);
    expect(await takerOf("open_cases", id)).toBeNull();
  });

  test("is a thing of that stage, and not their own", async () => {
    await expectApiError(take(support, "open_cases", randomUUID()), "not_found");
    await expectApiError(take(support, "late", await aCase()), "not_found");
    const shipper = await aShipper(desk);
    const { id } = await packedRequest(desk, shipper);
    await desk.admin.api.users.grantStaffRole({ userId: shipper.userId, role: "support" });
    await expectApiError(take(shipper, "waiting_for_customers", id), "own_account");
    expect(await storedCount(id)).toBe(0);
  });

  test("is at most a hundred things", async () => {
    const { kysely } = desk.app.database;
    const person = await aStaffMember(desk.app, ["support"]);
    const taken = Array.from({ length: mostTaken }, () => ({
      kind: "late" as const,
      subjectId: randomUUID(),
      userId: person.userId,
      takenAt: desk.app.clock.now(),
    }));
    await kysely.insertInto("workAssignments").values(taken).execute();
    const id = await aCase();
    await expectApiError(take(person, "open_cases", id), "too_many_taken");
    expect(await storedCount(id)).toBe(0);
    await giveBack(person, "late", taken[0]?.subjectId ?? "");
    await take(person, "open_cases", id);
    await giveBack(person, "open_cases", id);
  });

  test("is nobody's once it has left its stage, and a job deletes that it was", async () => {
    const [id, other] = [await aCase(), await aCase()];
    await take(support, "open_cases", id);
    await take(support, "open_cases", other);
    expect(await ownCount("open_cases")).toBe(2);
    await colleague.api.cases.finishCase({ caseId: id, outcome: "We packed it anew." });
    expect(await ownCount("open_cases")).toBe(1);
    expect((await listedIn("open_cases", [id, other])).ids).toEqual([other]);
    expect(await storedCount(id)).toBe(1);
    await deleteEndedAssignments(desk.app.services);
    expect([await storedCount(id), await storedCount(other)]).toEqual([0, 1]);
    await giveBack(support, "open_cases", other);
  });
});

const reason = "They left";

/** How somebody stops attending to open work. */
const endings: Readonly<Record<string, (person: TestPerson) => Promise<unknown>>> = {
  "role ends": async ({ userId }) =>
    await desk.admin.api.users.endStaffRole({ userId, role: "support" }),
  "account is suspended": async ({ userId }) =>
    await desk.admin.api.users.suspendUser({ userId, reason }),
  "account is closed": async ({ api, password }) => await api.users.closeAccount({ password }),
};

describe("Whoever", () => {
  test.each(Object.keys(endings))("%s has nothing any more", async (name) => {
    const person = await aStaffMember(desk.app, ["support"]);
    const id = await aCase();
    await take(person, "open_cases", id);
    expect((await exported(person))["workAssignments"]).toMatchObject([
      { kind: "open_cases", subjectId: id },
    ]);
    await endings[name]?.(person);
    expect(await storedCount(id)).toBe(0);
    await take(support, "open_cases", id);
    await giveBack(support, "open_cases", id);
  });

  test("keeps a role that attends to open work keeps what they have", async () => {
    const person = await aStaffMember(desk.app, ["support", "manager"]);
    const id = await aCase();
    await take(person, "open_cases", id);
    const { userId } = person;
    await desk.admin.api.users.endStaffRole({ userId, role: "support" });
    expect(await takerOf("open_cases", id, person)).toBe("reader");
    await desk.admin.api.users.endStaffRole({ userId, role: "manager" });
    expect(await storedCount(id)).toBe(0);
  });

  test("takes and gives back stands in the audit log, a repeat does not", async () => {
    const id = await aCase();
    await take(support, "open_cases", id);
    await take(support, "open_cases", id);
    await giveBack(manager, "open_cases", id);
    await giveBack(manager, "open_cases", id);
    const { items } = await desk.admin.api.audit.listEntries({ target: id });
    expect(items.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: "admin.giveBackWorkItem",
        before: { kind: "open_cases", userId: support.userId },
        after: null,
      },
      { action: "admin.takeWorkItem", before: null, after: { kind: "open_cases" } },
    ]);
  });

  test("is no admin any more, by the operator's command, has nothing for others, and a job deletes it", async () => {
    const person = await anAdmin(desk.app);
    const ids = [await aCase(), await aCase()] as const;
    for (const id of ids) await take(person, "open_cases", id);
    await changeAdmin(desk.app.services, { email: person.email, isAdmin: false });
    expect(await takerOf("open_cases", ids[0])).toBeNull();
    await take(support, "open_cases", ids[0]);
    await deleteEndedAssignments(desk.app.services);
    expect([await storedCount(ids[0]), await storedCount(ids[1])]).toEqual([1, 0]);
    await giveBack(support, "open_cases", ids[0]);
  });
});
