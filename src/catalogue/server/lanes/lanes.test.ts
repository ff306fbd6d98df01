import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { acceptSuggestionsAs } from "#test/enter-warehouse-as.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp();
  [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  await acceptSuggestionsAs(admin.api);
  return () => app.close();
});

type LaneInput = Parameters<TestPerson["api"]["lanes"]["suspendLane"]>[0];

function laneInput(changes: Partial<LaneInput> = {}): LaneInput {
  return {
    carrierId: "sg-post",
    service: null,
    destinationCode: "DE",
    reason: "A strike at the airport",
    source: "The carrier's notice",
    suspendedOn: "2026-11-01",
    confidence: "announced",
    ...changes,
  };
}

async function suspendedTo(destinationCode: string) {
  const { items } = await customer.api.lanes.listSuspendedLanes({});
  return items.filter((lane) => lane.destinationCode === destinationCode);
}

async function auditOf(target: string) {
  return await app.database.kysely
    .selectFrom("auditLog")
    .select(["actorId", "action", "reason", "errorCode"])
    .where("target", "=", target)
    .orderBy("id")
    .execute();
}

test("the suggested suspensions are in force once they are accepted, with date and confidence", async () => {
  expect(await suspendedTo("US")).toMatchObject([
    { carrierId: "hk-post", service: "air", suspendedOn: "2025-04-27", confidence: "reported" },
    { carrierId: "hk-post", service: "surface", suspendedOn: "2025-04-16", confidence: "reported" },
  ]);
});

describe("operations on lanes", () => {
  test("are not for signed-out users, nor for customers where only admins may", async () => {
    const laneId = randomUUID();
    const { api } = app.client();
    await expectApiError(api.lanes.listSuspendedLanes({}), "signed_out");
    await expectApiError(api.lanes.listLanes({}), "signed_out");
    await expectApiError(api.lanes.suspendLane(laneInput()), "signed_out");
    await expectApiError(api.lanes.reopenLane({ laneId }), "signed_out");
    await expectApiError(customer.api.lanes.listLanes({}), "forbidden");
    await expectApiError(customer.api.lanes.suspendLane(laneInput()), "forbidden");
    await expectApiError(customer.api.lanes.reopenLane({ laneId }), "forbidden");
    expect(await suspendedTo("DE")).toEqual([]);
  });

  test.each<Record<string, unknown>>([
    { destinationCode: "XX" },
    { destinationCode: "de" },
    { carrierId: "Royal Mail" },
    { service: "rail" },
    { suspendedOn: "2026-02-30" },
    { suspendedOn: "0000-01-01" },
    { suspendedOn: "yesterday" },
    { confidence: "certain" },
    { reason: "x".repeat(501) },
    { isSuspended: true },
    { translatedReasons: { fr: "Une grève" } },
    { translatedReasons: { "zh-Hans": "罢".repeat(501) } },
  ])("reject %o", async (changes) => {
    const input = { ...laneInput(), ...changes } as LaneInput;
    await expect(admin.api.lanes.suspendLane(input)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("require a reason", async () => {
    await expectApiError(
      admin.api.lanes.suspendLane(laneInput({ reason: "  " })),
      "missing_information",
    );
  });
});

test("a lane is suspended once, shown to customers, reopened once, and each step is audited", async () => {
  const calls = [1, 2, 3].map(() => admin.api.lanes.suspendLane(laneInput()));
  const outcomes = await Promise.allSettled(calls);
  const created = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(created).toHaveLength(1);
  await expectApiError(admin.api.lanes.suspendLane(laneInput()), "lane_suspended");
  const [lane] = created;
  const laneId = lane?.id ?? "";
  expect(await suspendedTo("DE")).toMatchObject([
    { id: laneId, carrierId: "sg-post", service: null, reason: "A strike at the airport" },
  ]);

  const reopened = await admin.api.lanes.reopenLane({ laneId });
  expect(reopened.reopenedAt).not.toBeNull();
  await expectApiError(admin.api.lanes.reopenLane({ laneId }), "conflict");
  await expectApiError(admin.api.lanes.reopenLane({ laneId: randomUUID() }), "not_found");
  expect(await suspendedTo("DE")).toEqual([]);
  const again = await admin.api.lanes.suspendLane(laneInput({ source: "" }));
  expect(again.source).toBeNull();

  const { items } = await admin.api.lanes.listLanes({});
  expect(items.map(({ id, reopenedAt }) => [id, reopenedAt === null])).toEqual([
    [again.id, true],
    ...items.slice(1, 3).map(({ id }) => [id, true]),
    [laneId, false],
  ]);
  expect((await admin.api.lanes.listLanes({ page: 2, pageSize: 3 })).total).toBe(4);
  expect(await auditOf(laneId)).toEqual([
    {
      actorId: admin.userId,
      action: "lanes.suspendLane",
      reason: "A strike at the airport",
      errorCode: null,
    },
    { actorId: admin.userId, action: "lanes.reopenLane", reason: null, errorCode: null },
    { actorId: admin.userId, action: "lanes.reopenLane", reason: null, errorCode: "conflict" },
  ]);
});

test("reason and source are in the reader's language, or in English where they are not translated", async () => {
  await admin.api.lanes.suspendLane(
    laneInput({ destinationCode: "FR", translatedReasons: { "zh-Hant-HK": "機場罷工" } }),
  );
  const reasonsIn = async (language: string, path: string) => {
    const response = await admin.client.fetch(path, { headers: { "accept-language": language } });
    const { items } = (await response.json()) as {
      items: { destinationCode: string; reason: string; source: string }[];
    };
    return Object.fromEntries(items.map((lane) => [lane.destinationCode, lane]));
  };
  const traditional = await reasonsIn("zh-HK", "/api/lanes/suspended");
  expect(traditional["FR"]).toMatchObject({
    reason: "機場罷工",
    source: "The carrier's notice",
  });
  expect(traditional["US"]?.reason).toContain("香港郵政暫停收寄");
  const simplified = await reasonsIn("zh-CN", "/api/admin/lanes?page=1&pageSize=20");
  expect(simplified["FR"]?.reason).toBe("A strike at the airport");
  expect(simplified["US"]?.source).toContain("尚未见到恢复收寄的消息");
  expect(simplified["US"]).not.toHaveProperty("translations");
  const english = await reasonsIn("en", "/api/lanes/suspended");
  expect(english["US"]?.reason).toContain("takes no items that contain goods");
});
