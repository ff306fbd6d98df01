// Every button of customer and packer, and every job, many times at once: one of everything.
import { beforeAll, expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { faultsOfScene, shipRequestScenes } from "#test/ship-request-scenes.ts";
import { shipRequestState } from "#test/ship-request-state.ts";
import { packingDesk, type PackingDesk } from "#test/ship-requests.ts";
import { testApp } from "#test/test-app.ts";

const taps = 50;

let desk: PackingDesk;
beforeAll(async () => {
  const app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

test.runIf(isLongRun).each(Object.entries(shipRequestScenes))(
  `F7, G40: %s, ${taps} times at once, has one effect`,
  { timeout: 60_000 },
  async (_name, create) => {
    const once = await create(desk);
    const before = await shipRequestState(desk, once.customer);
    await once.act();
    const after = await shipRequestState(desk, once.customer);
    expect(after).not.toEqual(before);
    const { customer, act } = await create(desk);
    const tapped = await Promise.allSettled(Array.from({ length: taps }, act));
    expect(tapped.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await shipRequestState(desk, customer)).toEqual(after);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  },
);
