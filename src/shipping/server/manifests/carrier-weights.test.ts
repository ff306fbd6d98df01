import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { CarrierWeightState } from "#shipping/rules/manifest.ts";
import { expectApiError } from "#test/api-errors.ts";
import { failingCalls, type Failure } from "#test/failing-calls.ts";
import { follow } from "#test/follow.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { acceptedRequest, aShipper, packingDesk, type PackingDesk } from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
let support: TestPerson;

beforeAll(async () => {
  app = await testApp();
  desk = { ...(await packingDesk(app)), hasPhotoFiles: true };
  support = await aStaffMember(app, ["support"]);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

const reason = "The label of another box was weighed";

type Listed = {
  readonly customer: TestPerson;
  readonly shipRequestId: string;
  readonly trackingNumber: string;
  readonly manifestId: string;
  readonly manifestPackageId: string;
};

/** A package that was packed at 800 g, on a closed manifest. */
async function listedPackage(): Promise<Listed> {
  const { packer, warehouseId } = desk;
  const customer = await aShipper(desk);
  const { id: shipRequestId } = await acceptedRequest(desk, customer);
  const trackingNumber = typedNumber();
  await packer.api.labels.makeLabel({ shipRequestId, trackingNumber });
  const manifest = await aClosedManifest(packer, warehouseId, [trackingNumber]);
  const manifestPackageId = manifest.items[0]?.id ?? "";
  return { customer, shipRequestId, trackingNumber, manifestId: manifest.id, manifestPackageId };
}

async function record({ manifestPackageId }: Listed, weightGrams: number) {
  const input = { manifestPackageId, weightGrams };
  const { items } = await desk.packer.api.manifests.recordCarrierWeight(input);
  return items.find(({ id }) => id === manifestPackageId)?.carrierWeight;
}

async function settle({ shipRequestId }: Listed, weightGrams: number, by = support) {
  await by.api.manifests.settleCarrierWeight({ shipRequestId, weightGrams, reason });
}

async function readWeight({ manifestId, manifestPackageId }: Listed) {
  const { items } = await desk.packer.api.manifests.readManifest({ manifestId });
  return items.find(({ id }) => id === manifestPackageId)?.carrierWeight;
}

/** What stands in the list of open work about a package. */
async function openQuestion({ shipRequestId }: Listed) {
  const { items } = await support.api.admin.listWorkItems({
    kind: "differing_weights",
    pageSize: 100,
  });
  return items.find(({ id }) => id === shipRequestId);
}

async function countOpenQuestions(): Promise<number> {
  const { work } = await desk.admin.api.admin.readDashboard({});
  return work.find(({ kind }) => kind === "differing_weights")?.count ?? 0;
}

/** How often each action about the weight of a package is in the audit log. */
async function auditedActions({ shipRequestId }: Listed): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("auditLog")
    .select("action")
    .where("target", "=", shipRequestId)
    .where("action", "like", "manifests.%CarrierWeight")
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

describe("the weight on the carrier's scale", () => {
  test("stands beside ours with our photo, and differs where it is more than 5 % above or below", async () => {
    const listed = await listedPackage();
    for (const [weightGrams, state] of [
      [800, "matches"],
      [840, "matches"],
      [841, "differs"],
      [760, "matches"],
      [759, "differs"],
    ] as const) {
      expect(await record(listed, weightGrams)).toMatchObject({
        weightGrams,
        packedGrams: 800,
        state,
      });
      expect((await openQuestion(listed)) !== undefined).toBe(state === "differs");
    }
    const question = await openQuestion(listed);
    const address = question?.carrierWeight?.photoUrl ?? "";
    for (const { client } of [desk.packer, support]) {
      const photo = await client.fetch(address);
      expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    const stranger = await aShipper(desk, "0");
    expect((await stranger.client.fetch(address)).status).toBe(404);
  });

  test("that differs is open work until it is settled once, with what was found", async () => {
    const listed = await listedPackage();
    const before = await countOpenQuestions();
    await record(listed, 900);
    expect(await countOpenQuestions()).toBe(before + 1);
    const { manifestId } = listed;
    const manifest = await desk.packer.api.manifests.readManifest({ manifestId });
    expect(await openQuestion(listed)).toMatchObject({
      name: listed.trackingNumber,
      about: `Manifest ${manifest.number}, Hong Kong Post`,
      email: listed.customer.email,
      carrierWeight: { weightGrams: 900, packedGrams: 800, state: "differs", settledReason: "" },
    });
    await Promise.all(Array.from({ length: 10 }, () => settle(listed, 900)));
    expect(await auditedActions(listed)).toEqual([
      "manifests.recordCarrierWeight",
      "manifests.settleCarrierWeight",
    ]);
    expect([await countOpenQuestions(), await openQuestion(listed)]).toEqual([before, undefined]);
    // The same weight again stays settled; another one is a new question.
    const settled = { state: "settled", settledReason: reason };
    expect(await record(listed, 900)).toMatchObject(settled);
    expect(await record(listed, 901)).toMatchObject({ state: "differs", settledReason: "" });
    await expectApiError(settle(listed, 900), "conflict");
    await settle(listed, 901, desk.packer);
    expect(await readWeight(listed)).toMatchObject({ weightGrams: 901, ...settled });
  });

  test("is recorded once when it is sent ten times at once", async () => {
    const listed = await listedPackage();
    await Promise.all(Array.from({ length: 10 }, () => record(listed, 900)));
    expect(await auditedActions(listed)).toEqual(["manifests.recordCarrierWeight"]);
  });

  test("changes neither what is held nor what is charged at the hand-over", async () => {
    const listed = await listedPackage();
    const { customer, manifestId } = listed;
    const { balanceCents, heldCents = 0 } = await customer.api.wallet.readWallet({});
    expect(heldCents).toBeGreaterThan(0);
    await record(listed, 2_000);
    const wallet = await customer.api.wallet.readWallet({});
    expect(wallet).toMatchObject({ balanceCents, heldCents });
    await handOver(desk.packer, manifestId);
    await app.runJobs();
    // The driver may weigh it after the signature.
    expect(await record(listed, 2_100)).toMatchObject({ state: "differs" });
    await settle(listed, 2_100);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents,
      heldCents: 0,
    });
    const { items } = await customer.api.wallet.listTransactions({});
    const charged = items.filter(({ type }) => type !== "admin_credit");
    expect(charged.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(heldCents);
  });

  test("stays a question when the package is taken from an open manifest", async () => {
    const { packer } = desk;
    const listed = await listedPackage();
    const { manifestId, manifestPackageId } = listed;
    await packer.api.manifests.reopenManifest({ manifestId });
    await record(listed, 900);
    await packer.api.manifests.removePackage({ manifestPackageId });
    expect(await openQuestion(listed)).toMatchObject({ name: listed.trackingNumber });
    await expectApiError(record(listed, 950), "not_found");
    const scan = listed.trackingNumber;
    const { item } = await packer.api.manifests.addScan({
      manifestId,
      scan,
      idempotencyKey: randomUUID(),
    });
    expect(item.carrierWeight).toMatchObject({ weightGrams: 900, state: "differs" });
    await packer.api.manifests.closeManifest({ manifestId });
  });

  test("is refused outside of 1 g to 100 kg, for packages that did not leave, and where nothing is to be settled", async () => {
    const { packer } = desk;
    const { settleCarrierWeight, takeBackPackage } = packer.api.manifests;
    const listed = await listedPackage();
    const { shipRequestId, manifestId, manifestPackageId } = listed;
    for (const weightGrams of [0, -1, 1.5, 100_001, Number.NaN]) {
      await expectApiError(record(listed, weightGrams), "invalid_input");
    }
    await expectApiError(settle(listed, 900), "not_found");
    await record(listed, 1);
    await record(listed, 100_000);
    await expectApiError(
      settleCarrierWeight({ shipRequestId, weightGrams: 100_000, reason: " " }),
      "invalid_input",
    );
    await record(listed, 800);
    await expectApiError(settle(listed, 800), "conflict");
    await handOver(packer, manifestId);
    await app.runJobs();
    await takeBackPackage({ manifestPackageId, reason: "The driver left it" });
    await expectApiError(record(listed, 900), "conflict");
  });

  test("appears at other desks, and concerns no other staff", async () => {
    const listed = await listedPackage();
    const [other, elsewhere] = await Promise.all(
      [await aStaffMember(app, ["packer"]), support].map(({ api }) =>
        follow(api.changeStream.subscribeToChanges({})),
      ),
    );
    for (const act of [() => record(listed, 900), () => settle(listed, 900)]) {
      await act();
      expect(await other?.receives("manifest", listed.manifestId)).toBe(true);
      other?.changes.splice(0);
    }
    expect(elsewhere?.changes.filter(({ topic }) => topic === "manifest")).toEqual([]);
    await Promise.all([other?.close(), elsewhere?.close()]);
  });

  test.runIf(isLongRun)(
    "F3: with any database call failing, is recorded and settled once or not at all",
    async () => {
      const listed = await listedPackage();
      const calls = failingCalls(app.database);
      let nextWeight = 0;
      /** Fails each call of `act` in turn, each time with another weight; returns how many there are. */
      const failEach = async (
        state: CarrierWeightState,
        prepare: (weightGrams: number) => Promise<unknown>,
        act: (weightGrams: number) => Promise<unknown>,
      ) => {
        for (let place = 1; ; place += 1) {
          let isReached = false;
          for (const failure of ["rejected", "unanswered"] as const satisfies Failure[]) {
            const weightGrams = 900 + nextWeight;
            nextWeight += 1;
            await prepare(weightGrams);
            const before = await auditedActions(listed);
            calls.arm(place, failure);
            await act(weightGrams).catch(() => null);
            isReached = calls.disarm() || isReached;
            await act(weightGrams);
            const recorded = await readWeight(listed);
            const where = `${failure} at call ${place}`;
            expect(recorded, where).toMatchObject({ weightGrams, state });
            expect(await auditedActions(listed), where).toHaveLength(before.length + 1);
          }
          if (!isReached) return place - 1;
        }
      };
      const nothing = async () => null;
      const recording = (weightGrams: number) => record(listed, weightGrams);
      const settling = (weightGrams: number) => settle(listed, weightGrams);
      expect(await failEach("differs", nothing, recording)).toBeGreaterThan(5);
      expect(await failEach("settled", recording, settling)).toBeGreaterThan(5);
    },
  );
});
