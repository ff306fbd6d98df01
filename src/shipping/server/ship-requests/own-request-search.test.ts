import { beforeAll, expect, test } from "vitest";
import {
  addMoney,
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
let mei: TestPerson;
let tea: { id: string; packageId: string; numbers: readonly string[]; labelCode: string };
let shoes: typeof tea;

/** A requested package whose first parcel has these contents and shop. */
async function requested(owner: TestPerson, description: string, shop: string) {
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, owner);
  const [first = ""] = parcelIds;
  const { labelCode } = await app.database.kysely
    .updateTable("inboundParcels")
    .set({ description, shop })
    .where("id", "=", first)
    .returning("labelCode")
    .executeTakeFirstOrThrow();
  const { id } = await request(owner, packageId);
  return { id, packageId, numbers, labelCode };
}

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  mei = await aShipper(desk);
  const tom = await aShipper(desk);
  await addMoney(desk, mei, "20");
  tea = await requested(mei, "Ceramic TEA set", "青花旗舰店");
  app.clock.advance(60_000);
  shoes = await requested(mei, "Running shoes", "Sole");
  await requested(tom, "Ceramic TEA set", "青花旗舰店");
  return () => app.close();
});

async function found(search: string): Promise<string[]> {
  const { items, total } = await mei.api.shipRequests.listShipRequests({ search, pageSize: 5 });
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
}

test("finds the own requests by contents and shop, in any case and width", async () => {
  for (const search of ["ceramic tea", "sets ceramics", "ＴＥＡ", "青花"])
    expect(await found(search)).toEqual([tea.id]);
  expect(await found("sole")).toEqual([shoes.id]);
  expect(await found("s")).toEqual([shoes.id, tea.id]);
  for (const search of ["coat", "%", "_", "' or true --"]) expect(await found(search)).toEqual([]);
});

test("finds them by every number, however it is pasted", async () => {
  const [first = "", second = ""] = tea.numbers;
  for (const number of [first, second, tea.labelCode]) {
    const grouped = ` ${number.slice(0, 3).toLowerCase()} ${number.slice(3, 7)}-${number.slice(7)} `;
    const wide = [...number].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join("");
    for (const search of [number, grouped, wide]) expect(await found(search)).toEqual([tea.id]);
  }
  const { number } = await app.database.kysely
    .selectFrom("shipRequests")
    .select("number")
    .where("id", "=", shoes.id)
    .executeTakeFirstOrThrow();
  const { package: pkg } = await mei.api.packages.readPackage({ packageId: shoes.packageId });
  expect(await found(` p ${pkg.number}`)).toEqual([shoes.id]);
  // The digits of a tracking number can contain those of a package.
  expect(await found(String(pkg.number))).toContain(shoes.id);
  expect(await found(`sr ${String(number).padStart(6, "0")}`)).toEqual([shoes.id]);
  expect(await found(String(number).padStart(6, "0"))).toContain(shoes.id);
});

test("a search within a group finds only what is in it", async () => {
  const search = "ceramic";
  const { items } = await mei.api.shipRequests.listShipRequests({ search, group: "waiting" });
  expect(items).toEqual([]);
});
