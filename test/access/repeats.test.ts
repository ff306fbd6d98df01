// What a repeated request does, for every operation that writes: as after an answer that was lost on its way.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations, type Operation } from "#app/contract/operations.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { contentsOf } from "#test/database-contents.ts";
import { failingCalls, type FailingCalls, type Failure } from "#test/failing-calls.ts";
import { isLongRun } from "#test/long-run.ts";
import { labelAll } from "#test/manifests.ts";
import {
  aShipper,
  insertPhotos,
  packedRequest,
  packingDesk,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";
import { browserOf, createFixtures, thingsReadBy, type Fixtures, type Role } from "./fixtures.ts";
import { rowOf } from "./rows.ts";

let app: TestApp;
let desk: PackingDesk;
let shared: Fixtures;
let calls: FailingCalls;
beforeAll(async () => {
  app = await testApp();
  calls = failingCalls(app.database);
  desk = await packingDesk(app);
  shared = await createFixtures(app);
  return () => app.close();
});

type Input = Readonly<Record<string, unknown>>;
type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

/** The answer without links, which expire, or the code of the error. */
async function answerOf(client: TestClient, { area, verb }: Operation, input: Input) {
  // Operations are named as text here, which the client's types do not follow.
  const call = (client.api as unknown as AnyApi)[area]?.[verb];
  if (call === undefined) throw new Error(`There is no ${area}.${verb}.`);
  try {
    const answer = await call(input);
    return JSON.stringify(answer).replaceAll(/"[^"]*\/api\/files\/[^"]*"/g, '"link"');
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Another input that the contract takes, with the same key. */
function otherInput({ name, inputSchema }: Operation, input: Input): Input {
  if (!(inputSchema instanceof z.ZodType)) throw new Error(`${name} has no schema of its input.`);
  const others = Object.entries(input).flatMap(([field, value]): Input[] => {
    if (field === "idempotencyKey") return [];
    if (typeof value === "number") return [{ ...input, [field]: value + 1 }];
    if (typeof value === "boolean") return [{ ...input, [field]: !value }];
    if (typeof value !== "string") return [];
    return [randomUUID(), `${value}1`].map((text) => ({ ...input, [field]: text }));
  });
  const found = others.find((other) => inputSchema.safeParse(other).success);
  if (found === undefined) throw new Error(`There is no other input of ${name}.`);
  return found;
}

type Scene = () => Promise<{ readonly caller: TestPerson; readonly input: Input }>;

async function shippedPackage() {
  const customer = await aShipper(desk);
  const { packageId, parcelIds, numbers } = await receivedPackage(desk, customer);
  return { customer, packageId, parcelIds, numbers };
}

async function openRequest() {
  const { customer, packageId, numbers } = await shippedPackage();
  return { shipRequestId: (await request(customer, packageId)).id, numbers };
}

/** What the fixtures cannot do, because their owner has no money, or asked for the same already. */
const scenes: Readonly<Record<string, Scene>> = {
  "wallet.holdShippingFee": async () => {
    const { userId } = await aShipper(desk);
    return { caller: desk.admin, input: { userId, amount: "1.00", reason: "A fee" } };
  },
  "wallet.requestPayout": async () => ({
    caller: await aShipper(desk),
    input: { amount: "5.00", details: "To account 42" },
  }),
  "packages.splitPackage": async () => {
    const { customer, packageId, parcelIds } = await shippedPackage();
    return { caller: customer, input: { packageId, inboundParcelIds: parcelIds.slice(1) } };
  },
  "shipRequests.requestShipping": async () => {
    const { customer, packageId } = await shippedPackage();
    return { caller: customer, input: { packageId, paymentMode: "quote_first" } };
  },
  "shipRequests.leaveOutParcels": async () => {
    const customer = await aShipper(desk);
    const { id: shipRequestId, parcels } = await packedRequest(desk, customer);
    const inboundParcelIds = [parcels[0]?.inboundParcelId];
    return { caller: customer, input: { shipRequestId, inboundParcelIds } };
  },
  "packing.scanIntoBox": async () => {
    const { shipRequestId, numbers } = await openRequest();
    return { caller: desk.packer, input: { shipRequestId, scan: numbers[0] } };
  },
  "packing.closeBox": async () => {
    const { shipRequestId, numbers } = await openRequest();
    await scanAll(desk, shipRequestId, numbers);
    await insertPhotos(desk, shipRequestId);
    const input = { shipRequestId, weightGrams: 800, sidesMm: [200, 150, 100] };
    return { caller: desk.packer, input };
  },
  "manifests.addScan": async () => {
    const [labelled] = await insertAcceptedRequests(app.database.kysely, {
      userIds: [(await aShipper(desk)).userId],
      warehouseId: desk.warehouseId,
    });
    const [scan] = await labelAll(desk.packer, labelled === undefined ? [] : [labelled]);
    const { manifests } = desk.packer.api;
    const carrier = { warehouseId: desk.warehouseId, carrierCode: "hk-post" };
    const { id: manifestId } = await manifests.openManifest(carrier);
    return { caller: desk.packer, input: { manifestId, scan } };
  },
  "extraServices.requestExtraService": async () => {
    const { customer, parcelIds } = await shippedPackage();
    const input = { code: "detail_photo", inboundParcelId: parcelIds[0] };
    return { caller: customer, input };
  },
};

/** Who calls, with things to name. */
async function callerOf(operation: Operation) {
  const scene = await scenes[operation.name]?.();
  if (scene !== undefined) {
    const { client } = scene.caller;
    const input = { ...scene.input, idempotencyKey: randomUUID() };
    return { input, call: async (sent: Input) => await answerOf(client, operation, sent) };
  }
  const row = rowOf(operation);
  const role: Role = operation.isForStaff ? "admin" : "owner";
  const needs = thingsReadBy((fixtures) => row.input(fixtures, role), shared);
  // Making things takes most of the time, and what is not final leaves them as they are.
  const isShared = row.isFinal !== true && !operation.isIdempotent;
  const fixtures = isShared ? shared : await createFixtures(app, needs);
  const client = browserOf(app, fixtures, role);
  const input = row.input(fixtures, role) as Input;
  return { input, call: async (sent: Input) => await answerOf(client, operation, sent) };
}

const isAside = new Set(["attempts", "error_groups", "error_logs"]);

/** Everything that is stored but what counts attempts and logs errors. */
async function stored(): Promise<Readonly<Record<string, string>>> {
  const contents = Object.entries(await contentsOf(app.database));
  return Object.fromEntries(contents.filter(([table]) => !isAside.has(table)));
}

const changedTables = (before: Readonly<Record<string, string>>, after: typeof before) =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

const byBinder = operations.filter(
  ({ isIdempotent, transaction }) => isIdempotent && transaction === "one",
);

describe("A repeat with the same key", () => {
  test.each(byBinder)("of $name is answered as before and changes nothing", async (operation) => {
    const { input, call } = await callerOf(operation);
    const answer = await call(input);
    expect(answer).toMatch(/^\{/);
    const before = await stored();
    expect(await call(input)).toBe(answer);
    expect(changedTables(before, await stored())).toEqual([]);
    expect(await call(otherInput(operation, input))).toBe("idempotency_key_reused");
    expect(await call(input)).toBe(answer);
  });

  test.each(byBinder)("of $name at the same moment waits for the first", async (operation) => {
    const { input, call } = await callerOf(operation);
    const answers = await Promise.all([call(input), call(input), call(input)]);
    expect(answers[0]).toMatch(/^\{/);
    expect(new Set(answers).size).toBe(1);
    const before = await stored();
    expect(await call(input)).toBe(answers[0]);
    expect(changedTables(before, await stored())).toEqual([]);
  });
});

// One of them in the gate: the binder does the same for all.
const crashing = byBinder.filter(({ name }) => isLongRun || name === "wallet.requestPayout");

describe("A repeat after the database failed", () => {
  /** Calls while the commit fails; returns what was stored before. */
  async function failAtCommit(call: () => Promise<string>, failure: Failure) {
    const before = await stored();
    calls.arm("commit", failure);
    const answer = await call();
    expect(calls.disarm()).toBe(true);
    expect(answer).toMatch(/^(unexpected|service_unavailable)$/);
    return before;
  }

  test.each(crashing)("before the commit of $name runs it anew", async (operation) => {
    const { input, call } = await callerOf(operation);
    const before = await failAtCommit(() => call(input), "rejected");
    expect(changedTables(before, await stored())).toEqual([]);
    const answer = await call(input);
    expect(answer).toMatch(/^\{/);
    const after = await stored();
    expect(await call(input)).toBe(answer);
    expect(changedTables(after, await stored())).toEqual([]);
  });

  test.each(crashing)(
    "after the commit of $name is answered as it was stored",
    async (operation) => {
      const { input, call } = await callerOf(operation);
      const before = await failAtCommit(() => call(input), "unanswered");
      const committed = await stored();
      expect(changedTables(before, committed)).toContain("requests");
      const answer = await call(input);
      expect(answer).toMatch(/^\{/);
      expect(changedTables(committed, await stored())).toEqual([]);
      expect(await call(otherInput(operation, input))).toBe("idempotency_key_reused");
    },
  );
});

const withoutKey = operations.filter(
  ({ method, transaction, isIdempotent }) =>
    method !== "GET" && transaction === "one" && !isIdempotent,
);

/** What a repeat changes all the same, and why that harms nobody. */
const repeatable: Readonly<Record<string, string>> = {
  "payments.startReconciliation": "A second reconciliation finds what the first one found.",
  "users.chooseLanguage": "The same is stored again.",
  "users.updateDisplayCurrency": "The same is stored again.",
  "users.updateNotificationSettings": "The same is stored again.",
  "users.updateProfile": "The same is stored again.",
  "wallet.startPayout": "Every reading of where the money goes is in the audit log.",
};

/** What is refused at once for its things, and so tried by its own tests alone; each that gets a scene leaves the list. */
const triedElsewhere: readonly string[] = [
  "boxes.updateBox",
  "carriers.createCarrier",
  "errorReports.resolveError",
  "extraServices.cancelExtraService",
  "extraServices.finishExtraService",
  "extraServices.refuseExtraService",
  "extraServices.updateExtraService",
  "inboundParcels.changeDeclaration",
  "labels.makeLabel",
  "labels.voidLabel",
  "lanes.reopenLane",
  "lanes.suspendLane",
  "limits.liftLimit",
  "manifests.closeManifest",
  "manifests.openManifest",
  "manifests.recordCarrierWeight",
  "manifests.removePackage",
  "manifests.reopenManifest",
  "manifests.settleCarrierWeight",
  "manifests.takeBackPackage",
  "notifications.unsubscribe",
  "numberRanges.changeNumberRange",
  "numberRanges.createNumberRange",
  "numberRanges.importNumbers",
  "packages.addLeg",
  "packages.deleteImage",
  "packages.deleteOwnImage",
  "packages.deleteQrCode",
  "packages.mergePackages",
  "packing.openBox",
  "packing.removeFromBox",
  "packing.reportMissing",
  "packing.takeOver",
  "plans.adjustQuota",
  "receiving.storeInboundParcels",
  "shipRequests.continueWithoutMissing",
  "shippingServices.addServiceVersion",
  "stocktakes.finishStocktake",
  "stocktakes.recordScans",
  "storageLocations.createStorageLocations",
  "storageLocations.updateStorageLocation",
  "storageRates.addStorageRates",
  "suggestions.acceptSuggestions",
  "tracking.retryTracker",
  "tracking.setCarrier",
  "tracking.stopTracker",
  "users.restoreUser",
  "wallet.releaseHold",
  "wallet.settleHold",
  "warehouses.updateWarehouse",
];

test("A repeat of any other operation is refused or changes nothing", async () => {
  const changing: string[] = [];
  const refused: string[] = [];
  for (const operation of withoutKey) {
    const { input, call } = await callerOf(operation);
    if (!(await call(input)).startsWith("{")) {
      refused.push(operation.name);
      continue;
    }
    const before = await stored();
    // A refusal is recorded in the audit log.
    if (!(await call(input)).startsWith("{")) continue;
    if (changedTables(before, await stored()).length > 0) changing.push(operation.name);
  }
  expect(changing.toSorted()).toEqual(Object.keys(repeatable));
  expect(refused.toSorted()).toEqual(triedElsewhere);
});
