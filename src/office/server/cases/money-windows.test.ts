// The days within which money can be asked for, as the service of a package sets them.
import { sql, type RawBuilder } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { MoneyTerms } from "#office/contract/case-money.ts";
import { addCalendarDays, addDays } from "#platform/rules/calendar.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { asOwner } from "#test/database.ts";
import { aClosedManifest, handOver, labelAll } from "#test/manifests.ts";
import { packingDesk, type PackingDesk } from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";

/** A Wednesday, on which the 8th is over everywhere on earth, and the 9th is not. */
const wednesday = "2026-06-10T02:00:00Z";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set(wednesday);
  desk = await packingDesk(app);
  return () => app.close();
});

/** Lets all services have other days, which stand in the version that a price is of. */
async function setDays(days: RawBuilder<unknown>): Promise<void> {
  await asOwner(app.database, async (db) => {
    // A version is never changed, and its price would have to be made anew.
    await sql`alter table shipping_services disable trigger user`.execute(db);
    await sql`update shipping_services set ${days}`.execute(db);
    await sql`alter table shipping_services enable trigger user`.execute(db);
  });
}

/** A package that was handed over; `read` says what can be asked for as if that or the delivery had been so many days ago. */
async function handedOver() {
  const { kysely } = app.database;
  const { packer, warehouseId } = desk;
  const mei = await aCustomer(app, { plan: "Premium" });
  const wanted = { userIds: [mei.userId], warehouseId };
  const [made] = await insertAcceptedRequests(kysely, wanted);
  if (made === undefined) throw new Error("There is no request.");
  const numbers = await labelAll(packer, [made]);
  const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
  await handOver(packer, manifestId);
  await app.runJobs();
  const { packageId } = made;
  const ago = (days: number) => addDays(app.clock.now(), -days);
  const read = async (
    problem: string,
    { left, delivered }: { left?: number; delivered?: number },
  ) => {
    const endedAt = ago(left ?? 30);
    await kysely.updateTable("shipRequests").set({ endedAt }).where("id", "=", made.id).execute();
    const deliveredAt = delivered === undefined ? null : ago(delivered);
    const byPackage = kysely.updateTable("packages").where("id", "=", packageId);
    const status = deliveredAt === null ? "in_transit" : "delivered";
    await byPackage.set({ status, deliveredAt }).execute();
    const terms = await mei.api.cases.readMoneyTerms({ packageId });
    const window = terms.windows.find((one) => one.problem === problem);
    return { terms, window, state: window?.state };
  };
  return { read };
}

const usualDays = ({ usual }: MoneyTerms) => usual?.days ?? 0;
const handedOverOn = ({ usual }: MoneyTerms) => usual?.handedOverOn ?? "2000-01-01";

test("What was delivered is damaged or missing within the days that its service sets", async () => {
  const { read } = await handedOver();
  // Seven days, the 9th and the 8th.
  expect((await read("damaged", { delivered: 8 })).state).toBe("open");
  expect((await read("damaged", { delivered: 9 })).state).toBe("over");
  await setDays(sql`money_days = 3`);
  for (const problem of ["damaged", "missing", "never_came"]) {
    expect((await read(problem, { delivered: 4 })).state).toBe("open");
    expect((await read(problem, { delivered: 5 })).state).toBe("over");
    expect((await read(problem, { delivered: 0 })).state).toBe("open");
  }
  await setDays(sql`money_days = 7`);
});

test("What was not delivered is lost within the days that its service sets", async () => {
  const { read } = await handedOver();
  await setDays(sql`lost_after_days = 40, lost_until_days = 200`);
  const { terms, window } = await read("never_came", { left: 30 });
  const first = usualDays(terms) + 40;
  expect(usualDays(terms)).toBeGreaterThan(0);
  expect(window).toMatchObject({
    state: "before",
    from: addCalendarDays(handedOverOn(terms), first),
    until: addCalendarDays(handedOverOn(terms), 200),
  });
  expect((await read("damaged", { left: 30 })).state).toBe("not_delivered");
  // Business days may take two more from another weekday on.
  expect((await read("never_came", { left: first - 3 })).state).toBe("before");
  expect((await read("never_came", { left: first + 3 })).state).toBe("open");
  expect((await read("never_came", { left: 201 })).state).toBe("open");
  expect((await read("never_came", { left: 202 })).state).toBe("over");
});
