// What customers choose is done with their message, or neither is.
import { beforeAll, expect, test } from "vitest";
import type { AskedChoice } from "#office/contract/case-choices.ts";
import { keyed, openedCase } from "#test/cases.ts";
import { failingCalls, type FailingCalls } from "#test/failing-calls.ts";
import { isLongRun } from "#test/long-run.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

let desk: PackingDesk;
let support: TestPerson;
let calls: FailingCalls;
beforeAll(async () => {
  const app = await testApp();
  desk = await packingDesk(app);
  support = await aStaffMember(app, ["support"]);
  calls = failingCalls(app.database);
  return () => app.close();
});

/** A case about a requested shipment of two parcels, in which staff ask. */
async function asked(choose: (parcelIds: readonly string[]) => Partial<AskedChoice>) {
  const { app } = desk;
  const mei = await aShipper(desk);
  const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei, [700, 800]);
  const { id: shipRequestId } = await request(mei, packageId);
  const thing = { subject: "ship_request", subjectId: shipRequestId } as const;
  const { caseId, read } = await openedCase({ app, support }, { thing, customer: mei });
  const choices = [
    { label: "Do it", ...choose(parcelIds) },
    { label: "Wait", effect: null },
  ];
  const { messages } = await support.api.cases.askCase(keyed({ caseId, text: "Well?", choices }));
  const messageId = messages.at(-1)?.id ?? "";
  const input = keyed({ caseId, messageId, code: "1" });
  const readRequest = () => mei.api.shipRequests.readShipRequest({ shipRequestId });
  return { mei, shipRequestId, parcelIds, numbers, input, read, readRequest };
}

const cancel = () => ({ effect: "cancel_ship_request" as const });
const leaveFirstOut = ([first = ""]: readonly string[]) => ({
  effect: "leave_out_parcels" as const,
  inboundParcelIds: [first],
});

test("A choice cancels the request of its case, once", async () => {
  const { mei, input, read, readRequest } = await asked(cancel);
  await mei.api.cases.chooseInCase(input);
  await mei.api.cases.chooseInCase(input);
  expect((await readRequest()).state).toBe("cancelled");
  const { messages, state } = await read();
  expect(state).toBe("waiting_for_us");
  expect(messages.map(({ text }) => text)).toEqual(["The emails come twice.", "Well?", "Do it"]);
});

test("A choice leaves parcels out", async () => {
  const { mei, input, parcelIds, readRequest } = await asked(leaveFirstOut);
  await mei.api.cases.chooseInCase(input);
  const { parcels } = await readRequest();
  expect(parcels.map(({ inboundParcelId }) => inboundParcelId)).toEqual(parcelIds.slice(1));
});

test("A choice leaves parcels out of a box that is packed", async () => {
  const { mei, shipRequestId, input, parcelIds, numbers, readRequest } = await asked(leaveFirstOut);
  await pack(desk, shipRequestId, numbers, { weightGrams: 1_600 });
  await mei.api.cases.chooseInCase(input);
  const { parcels } = await readRequest();
  const leftOut = parcels.filter(({ state }) => state === "left_out");
  expect(leftOut.map(({ inboundParcelId }) => inboundParcelId)).toEqual(parcelIds.slice(0, 1));
});

test("A choice goes on without what was not found", async () => {
  const without = () => ({ effect: "continue_without_missing" as const });
  const { mei, shipRequestId, input, parcelIds, numbers, read, readRequest } = await asked(without);
  await scanAll(desk, shipRequestId, numbers.slice(0, 1));
  const [, inboundParcelId = ""] = parcelIds;
  await desk.packer.api.packing.reportMissing({ shipRequestId, inboundParcelId });
  await mei.api.cases.chooseInCase(input);
  const { state, parcels } = await readRequest();
  expect([state, parcels.map((one) => one.state).toSorted()]).toEqual([
    "packing",
    ["in_box", "left_out"],
  ]);
  expect(await read()).toMatchObject({ state: "waiting_for_us" });
});

test("What is no longer possible is said, and nothing is done", async () => {
  const { mei, shipRequestId, input, read } = await asked(leaveFirstOut);
  await mei.api.shipRequests.cancelShipRequest({ shipRequestId });
  const answer = await mei.api.cases.chooseInCase(input);
  expect(answer.messages.at(-1)).toMatchObject({ event: "choice_not_possible" });
  expect(await read()).toMatchObject({ state: "waiting_for_us" });
});

test(
  "A choice and its message are one change, whichever call to the database fails",
  { timeout: isLongRun ? 1_200_000 : 60_000 },
  async () => {
    const places = isLongRun ? Array.from({ length: 90 }, (_, place) => place + 1) : [15, 40];
    for (const place of places) {
      for (const failure of ["rejected", "unanswered"] as const) {
        const { mei, input, read, readRequest } = await asked(cancel);
        calls.arm(place, failure);
        await mei.api.cases.chooseInCase(input).catch(() => null);
        calls.disarm();
        const isDone = (await readRequest()).state === "cancelled";
        expect((await read()).messages, `${failure} at call ${place}`).toHaveLength(isDone ? 3 : 2);
        await mei.api.cases.chooseInCase(input).catch(() => null);
        expect((await readRequest()).state).toBe("cancelled");
        expect((await read()).messages).toHaveLength(3);
      }
    }
  },
);
