// What comparisons show as closed is refused, what they show as open is taken, and rules that begin leave what has its label.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { goodsRule } from "#test/goods-rule.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  acceptedRequest,
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});

async function record(inboundParcelId: string | undefined, goodsFlags: GoodsFlag[]) {
  await desk.receiver.api.receiving.measureAgain({
    inboundParcelId: inboundParcelId ?? "",
    measurements: { weightGrams: 300, sidesMm: [150, 100, 60], goodsFlags },
    station: "Desk 1",
    recordedAt: app.clock.now().toISOString(),
    idempotencyKey: randomUUID(),
  });
  await app.runJobs();
}

/** Adds a rule of today that refuses goods; returns how it ends. */
async function refuse(flag: GoodsFlag, serviceCode: string | null = null) {
  const { addGoodsRule, endGoodsRule } = desk.admin.api.goodsRules;
  const on = "2026-06-10";
  const { rule } = await addGoodsRule({ ...goodsRule, flag, serviceCode, validFrom: on });
  return async () => await endGoodsRule({ goodsRuleId: rule?.id ?? "", on });
}

const refusals: ReadonlySet<string> = new Set(["service_closed", "proof_needed", "goods_refused"]);

/** What becomes of a request by each service, and whether the comparison shows it as open. */
async function takenAndShown(customer: TestPerson, packageId: string) {
  const { api } = customer;
  const { items } = await api.shipRequests.estimateShipping({ packageId });
  const pairs: (readonly [service: string, outcome: string, isShown: boolean])[] = [];
  for (const { service, reasons } of items) {
    const capped = { paymentMode: "automatic_up_to_cap", capCents: 9_000 } as const;
    const requested = request(customer, packageId, { ...capped, serviceCode: service.code });
    const outcome = await requested.then(
      async ({ id: shipRequestId }) => {
        await api.shipRequests.cancelShipRequest({ shipRequestId });
        return "taken";
      },
      (error: unknown) => (error as { readonly code?: string }).code ?? String(error),
    );
    pairs.push([service.code, outcome, reasons.length === 0]);
  }
  return pairs;
}

test("each service takes a request exactly where the comparison shows it as open", async () => {
  const mei = await aShipper(desk);
  const end = await refuse("food", "hk-post-air");
  const kinds: readonly (readonly [flags: GoodsFlag[], open: readonly string[]])[] = [
    [[], ["hk-post-air", "hk-post-surface"]],
    [["food"], ["hk-post-surface"]],
    [["powder"], []],
    [["aerosol"], []],
  ];
  for (const [flags, open] of kinds) {
    const { packageId, parcelIds } = await receivedPackage(desk, mei, [400]);
    await record(parcelIds[0], flags);
    const pairs = await takenAndShown(mei, packageId);
    const wrong = pairs.filter(([, outcome, isShown]) =>
      isShown ? outcome !== "taken" : !refusals.has(outcome),
    );
    expect(wrong).toEqual([]);
    const shown = pairs.filter(([, , isShown]) => isShown).map(([code]) => code);
    expect(shown.toSorted()).toEqual(open);
    expect(pairs.length).toBeGreaterThan(open.length);
  }
  await end();
});

test("a rule that begins leaves packages that have their label or have left, and those of whose goods nothing is known", async () => {
  const mei = await aShipper(desk);
  const read = ({ id: shipRequestId }: { readonly id: string }) =>
    mei.api.shipRequests.readShipRequest({ shipRequestId });
  /** A labelled box with food in it, and its number. */
  const labelled = async () => {
    const accepted = await acceptedRequest(desk, mei);
    await record(accepted.parcels[0]?.inboundParcelId, ["food"]);
    const trackingNumber = typedNumber();
    const labelling = { shipRequestId: accepted.id, trackingNumber };
    expect(await desk.packer.api.labels.makeLabel(labelling)).toMatchObject({ obstacle: null });
    return { accepted, trackingNumber };
  };
  const leave = async (trackingNumber: string) => {
    const manifest = await aClosedManifest(desk.packer, desk.warehouseId, [trackingNumber]);
    await handOver(desk.packer, manifest.id);
    await app.runJobs();
  };
  const gone = await labelled();
  await leave(gone.trackingNumber);
  const here = await labelled();
  const unknown = await receivedPackage(desk, mei, [400], {}, false);
  const servicesOf = async ({ packageId }: { readonly packageId: string }) => {
    const { items } = await mei.api.shipRequests.estimateShipping({ packageId });
    return items.map(({ service, reasons }) => [service.code, reasons.map(({ kind }) => kind)]);
  };
  const [before, services] = [await read(gone.accepted), await servicesOf(unknown)];

  const end = await refuse("food");
  await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
  await app.runJobs();
  expect(await read(gone.accepted)).toEqual(before);
  expect(before).toMatchObject({ state: "handed_over", totalCents: gone.accepted.totalCents });
  expect(await servicesOf(unknown)).toEqual(services);
  expect((await request(mei, unknown.packageId)).state).toBe("requested");
  expect(await read(here.accepted)).toMatchObject({ state: "labelled" });
  await leave(here.trackingNumber);
  expect(await read(here.accepted)).toMatchObject({
    state: "handed_over",
    totalCents: here.accepted.totalCents,
  });
  await end();
});
