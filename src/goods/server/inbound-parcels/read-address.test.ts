import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { copiedTexts } from "#goods/rules/member-address.ts";
import { formatMemberCode, memberCodeOf, parseMemberCode } from "#people/rules/member-code.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";
import { ensureMemberCode } from "#people/server/users/profile.ts";

let app: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});
beforeEach(async () => {
  await asOwner(app.database, (owner) => owner.deleteFrom("warehouses").execute());
  // One has been open once.
  await addWarehouse(admin.api);
  await app.database.kysely.updateTable("warehouses").set({ isActive: false }).execute();
});

const password = "a calm harbour at dusk";

/** Signs up and verifies the email, as from outside. */
async function newMember(email: string) {
  const { api, cookies } = app.client();
  await api.auth.signUp({ fullName: "Chen Mei", email, password });
  const { text } = await app.latestEmail(email);
  const accessToken = /#(?:access_)?token=([\w-]+)/.exec(text)?.[1] ?? "";
  await api.auth.completeCallback({ accessToken });
  const { userId } = await app.database.kysely
    .selectFrom("users")
    .select("id as userId")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return { api, cookies, userId };
}

async function storedCode(userId: string): Promise<string | undefined> {
  const row = await app.database.kysely
    .selectFrom("memberCodes")
    .select("code")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.code;
}

test("Shown by 1: register, read the address, copy; the code refuses a wrong character and a swap", async () => {
  await admin.api.warehouses.createWarehouse(warehouseFields());
  const { api } = await newMember("mei.chen@example.com");
  const { memberCode, items } = await api.inboundParcels.readAddress({});
  expect(items).toHaveLength(1);
  const [card] = items;
  if (card === undefined) throw new Error("There is no card.");
  const copied = copiedTexts("zh-Hans", card);
  const code = formatMemberCode(memberCode);
  expect(copied).toEqual({
    region: "香港特别行政区 九龙 观塘区",
    street: `巧明街 100 号 12 楼 ${code}`,
    receiver: `Chen Mei ${code}`,
    phone: "+852 2345 6789",
    postalCode: "999077",
  });
  const onLabel = copied.receiver.replace("Chen Mei ", "");
  expect(parseMemberCode(onLabel)).toEqual({ ok: true, code: memberCode });
  const characters = [...memberCode];
  const changed = characters.with(2, characters[2] === "7" ? "8" : "7").join("");
  expect(parseMemberCode(changed)).toEqual({ ok: false, reason: "wrong_check_character" });
  const at = characters.findIndex((own, index) => index > 0 && own !== characters[index - 1]);
  const [before = "", after = ""] = characters.slice(at - 1, at + 1);
  const swapped = characters
    .with(at - 1, after)
    .with(at, before)
    .join("");
  expect(parseMemberCode(swapped)).toEqual({ ok: false, reason: "wrong_check_character" });
});

describe("The member code", () => {
  test("is made when the email is verified, and stays", async () => {
    const { api, userId } = await newMember("li.na@example.com");
    const made = await storedCode(userId);
    expect(parseMemberCode(made ?? "")).toEqual({ ok: true, code: made });
    expect((await api.inboundParcels.readAddress({})).memberCode).toBe(made);
    expect((await api.inboundParcels.readAddress({})).memberCode).toBe(made);
  });

  test("of an account without one is made at the first reading, once", async () => {
    const { api, userId } = await aCustomer(app);
    expect(await storedCode(userId)).toBeUndefined();
    const readings = await Promise.all(
      Array.from({ length: 12 }, () => api.inboundParcels.readAddress({})),
    );
    const codes = new Set(readings.map(({ memberCode }) => memberCode));
    expect([...codes]).toEqual([await storedCode(userId)]);
  });

  test("is never the code of another account, also of a closed one", async () => {
    const closed = await aCustomer(app);
    const { memberCode } = await closed.api.inboundParcels.readAddress({});
    await closed.api.users.closeAccount({ password: closed.password });
    expect(await storedCode(closed.userId)).toBe(memberCode);
    const next = await aCustomer(app);
    const free = memberCodeOf("222222");
    const offered = [memberCode, memberCode, free];
    const { kysely } = app.database;
    const given = await ensureMemberCode(kysely, next.userId, app.clock.now(), () => {
      return offered.shift() ?? free;
    });
    expect(given).toBe(free);
    expect(offered).toEqual([]);
  });

  test("is not made for a stranger", async () => {
    await expectApiError(app.client().api.inboundParcels.readAddress({}), "signed_out");
  });

  test("is shown to admins, who find its owner by it", async () => {
    const { api, userId } = await aCustomer(app);
    const { users } = admin.api;
    expect((await users.readUser({ userId })).memberCode).toBeNull();
    const { memberCode } = await api.inboundParcels.readAddress({});
    expect((await users.readUser({ userId })).memberCode).toBe(memberCode);
    const shown = formatMemberCode(memberCode);
    for (const search of [memberCode, shown, shown.toLowerCase(), ` ${shown.replace("-", " ")} `]) {
      const { items, total } = await users.listUsers({ search });
      expect({ search, found: items.map(({ id }) => id), total }).toEqual({
        search,
        found: [userId],
        total: 1,
      });
    }
    const wrong = memberCode.slice(0, -1) + (memberCode.endsWith("7") ? "8" : "7");
    expect((await users.listUsers({ search: wrong })).total).toBe(0);
  });
});

describe("The address", () => {
  test("is empty while no warehouse is active", async () => {
    const { api } = await aCustomer(app);
    expect(await api.inboundParcels.readAddress({})).toMatchObject({ items: [], hasPlan: false });
    await admin.api.warehouses.createWarehouse(warehouseFields({ isActive: false }));
    expect((await api.inboundParcels.readAddress({})).items).toEqual([]);
  });

  test("has the name in the script of its language", async () => {
    await admin.api.warehouses.createWarehouse(warehouseFields());
    const { api } = await aCustomer(app, { fullName: "陳美", plan: "Basic" });
    const profile = await api.users.readProfile({});
    const { id: _id, email: _email, ...fields } = profile;
    await api.users.updateProfile({ ...fields, latinName: "Chan Mei" });
    const { memberCode, items, hasPlan } = await api.inboundParcels.readAddress({});
    expect(hasPlan).toBe(true);
    const code = formatMemberCode(memberCode);
    expect(items[0]?.lines.en.receiver).toBe(`Chan Mei ${code}`);
    expect(items[0]?.lines["zh-Hant-HK"].receiver).toBe(`陳美 ${code}`);
    expect(items[0]?.lines["zh-Hans"].receiver).toBe(`陳美 ${code}`);
    expect(items[0]?.lines.en.street).toBe(`12/F, 100 How Ming Street ${code}`);
  });

  test("is there for every active warehouse, by name", async () => {
    for (const [code, name] of [
      ["HK2", "Tuen Mun"],
      ["HK1", "Kwun Tong"],
    ] as const) {
      await admin.api.warehouses.createWarehouse(warehouseFields({ code, name }));
    }
    const { api } = await aCustomer(app);
    const { items } = await api.inboundParcels.readAddress({});
    expect(items.map(({ name }) => name)).toEqual(["Kwun Tong", "Tuen Mun"]);
  });
});

describe("The progress of a first purchase", () => {
  const none = { hasDeclared: false, hasReceived: false, hasShipped: false };

  test("follows from the parcels and packages of the customer alone", async () => {
    const { kysely } = app.database;
    const { api, userId } = await aCustomer(app);
    const other = await aCustomer(app);
    const progress = async () => (await api.inboundParcels.readAddress({})).progress;
    expect(await progress()).toEqual(none);
    const now = app.clock.now();
    const insert = (
      ownerId: string,
      state: "expected" | "received" | "cancelled",
      createdAt: Date = now,
    ) =>
      kysely
        .insertInto("inboundParcels")
        .values({
          userId: ownerId,
          trackingNumber: `SF${state.toUpperCase()}${createdAt.getTime()}`,
          source: "declared",
          state,
          createdAt,
          updatedAt: now,
        })
        .execute();
    await insert(other.userId, "received");
    await insert(userId, "cancelled");
    // Before any warehouse was open.
    await insert(userId, "expected", new Date(now.getTime() - 86_400_000));
    expect(await progress()).toEqual(none);
    await insert(userId, "expected");
    expect(await progress()).toEqual({ ...none, hasDeclared: true });
    await insert(userId, "received");
    expect(await progress()).toEqual({ hasDeclared: true, hasReceived: true, hasShipped: false });
  });

  test("says that a package has been shipped once it has left", async () => {
    const owner = await aCustomer(app, { plan: "Premium" });
    const { id } = await aPackage(owner);
    const shipped = async () =>
      (await owner.api.inboundParcels.readAddress({})).progress.hasShipped;
    expect(await shipped()).toBe(false);
    await app.database.kysely
      .updateTable("packages")
      .set({ stage: "on_the_way" })
      .where("id", "=", id)
      .execute();
    expect(await shipped()).toBe(true);
  });
});
