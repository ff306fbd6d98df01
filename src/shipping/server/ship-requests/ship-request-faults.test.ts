// A database call that fails anywhere in a step of a ship request leaves everything or nothing, and a repeat ends it.
import { beforeAll, expect, test } from "vitest";
import { uncountAllAttempts } from "#platform/server/limits/count-attempt.ts";
import { failingCalls, type Failure, type FailingCalls } from "#test/failing-calls.ts";
import { isLongRun } from "#test/long-run.ts";
import { faultsOfScene, shipRequestScenes, type Scene } from "#test/ship-request-scenes.ts";
import { shipRequestState } from "#test/ship-request-state.ts";
import { packingDesk, type PackingDesk } from "#test/ship-requests.ts";
import { testApp } from "#test/test-app.ts";

// The gate tries one place of what moves money; all places of all steps take an hour.
const firstPlace = isLongRun ? 1 : 17;
const mostCalls = 250;
const stride = isLongRun ? 1 : mostCalls;
const namesInGate = [
  "shipping parcels from the shelf",
  "shipping parcels in a new package",
  "accepting",
  "cancelling while it is packed",
  "cancelling after a lost dispute",
  "giving up a parcel for which something is ordered",
];
const names = isLongRun ? Object.keys(shipRequestScenes) : namesInGate;

let desk: PackingDesk;
let calls: FailingCalls;
beforeAll(async () => {
  const app = await testApp();
  // Hours on a busy machine are none for what a session or a limit allows.
  app.clock.set(new Date());
  desk = await packingDesk(app);
  calls = failingCalls(app.database);
  return () => app.close();
});

/** The next scene. All of them are of one moment, in which limits are meant for a desk. */
async function nextScene(create: (desk: PackingDesk) => Promise<Scene>): Promise<Scene> {
  const { admin, receiver, packer } = desk;
  const everybody = [admin, receiver, packer].map(({ userId }) => userId);
  await uncountAllAttempts(desk.app.database.kysely, everybody);
  return await create(desk);
}

/** Cancels what a scene leaves, so that the jobs of the next one look at its request alone. */
async function endScene({ customer }: Scene): Promise<void> {
  const { items } = await customer.api.shipRequests.listShipRequests({});
  for (const { id: shipRequestId, state } of items) {
    if (state === "cancelled" || state === "shelved") continue;
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId });
  }
}

test.each(names)(
  "F3, G40: %s, with any database call failing, happens once or not at all",
  { timeout: isLongRun ? 3_600_000 : 120_000 },
  async (name) => {
    const create = shipRequestScenes[name];
    if (create === undefined) throw new Error(`There is no ${name}.`);
    const model = await nextScene(create);
    const before = await shipRequestState(desk, model.customer);
    await model.act();
    const after = await shipRequestState(desk, model.customer);
    expect(after).not.toEqual(before);
    await endScene(model);
    let places = 0;
    for (let place = firstPlace; place < mostCalls; place += stride) {
      let isReached = false;
      for (const failure of ["rejected", "unanswered"] as const satisfies Failure[]) {
        const scene = await nextScene(create);
        const { customer, act } = scene;
        calls.arm(place, failure);
        await act().catch(() => null);
        const hasFailed = calls.disarm();
        isReached ||= hasFailed;
        expect([before, after], `${name}, ${failure} at call ${place}`).toContainEqual(
          await shipRequestState(desk, customer),
        );
        // Where it was done already, some steps are refused.
        await act().catch(() => null);
        expect(
          await shipRequestState(desk, customer),
          `${name}, repeated after call ${place}`,
        ).toEqual(after);
        expect(await faultsOfScene(desk, customer)).toEqual([]);
        await endScene(scene);
      }
      if (!isReached) break;
      places += 1;
    }
    expect(places).toBeGreaterThan(isLongRun ? 3 : 0);
  },
);
