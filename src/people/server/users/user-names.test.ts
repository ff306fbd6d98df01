import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { asOwner } from "#test/database.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
const list = { search: "", page: 1, pageSize: 20 };
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

async function setLatinName({ api, fullName }: TestPerson, latinName: string) {
  const { id: _, email: _email, ...profile } = await api.users.readProfile({});
  await api.users.updateProfile({ ...profile, fullName, latinName });
}

describe("The list of users", () => {
  test("finds a part of a name in any script, width and case, and of the name in Latin letters", async () => {
    const chen = await aCustomer(app, { fullName: "陈𠮷伟" });
    await setLatinName(chen, "Chen Jiwei");
    await aCustomer(app, { fullName: "Жанна Ким" });
    await aCustomer(app, { fullName: "مُحَمَّد علي" });
    await aCustomer(app, { fullName: "ＱＩＡＮ７ ｶﾅ" });
    const found: readonly (readonly [string, string])[] = [
      ["陈", "陈𠮷伟"],
      ["𠮷", "陈𠮷伟"],
      ["𠮷伟", "陈𠮷伟"],
      ["陈𠮷伟", "陈𠮷伟"],
      ["JIWEI", "陈𠮷伟"],
      ["ｊｉｗｅｉ", "陈𠮷伟"],
      ["жАНна к", "Жанна Ким"],
      ["مَّد", "مُحَمَّد علي"],
      ["qian7", "ＱＩＡＮ７ ｶﾅ"],
      ["Ｎ７", "ＱＩＡＮ７ ｶﾅ"],
      ["カナ", "ＱＩＡＮ７ ｶﾅ"],
    ];
    for (const [search, fullName] of found) {
      const { items, total } = await admin.api.users.listUsers({ ...list, search });
      expect(
        items.map((user) => user.fullName),
        search,
      ).toEqual([fullName]);
      expect(total).toBe(1);
    }
    expect((await admin.api.users.listUsers({ ...list, search: "伟陈" })).total).toBe(0);
  });

  test("finds the newest 1,000 of a common text, in any order, and every one of a rare text", async () => {
    await asOwner(app.database, (db) =>
      sql`insert into users (name, email, created_at)
        select 'Oxo ' || n, 'number' || n || '@qq.example', timestamptz '2020-01-01' + n * interval '1 minute'
        from generate_series(1, 1100) n`.execute(db),
    );
    const found = async (search: string, order: "createdAt" | "fullName" = "createdAt") => {
      const query = { ...list, search, order, direction: "asc" } as const;
      const { items, total } = await admin.api.users.listUsers(query);
      return [items[0]?.fullName, total];
    };
    expect(await found("oxo")).toEqual(["Oxo 101", 1000]);
    expect(await found("xo", "fullName")).toEqual(["Oxo 1000", 1000]);
    expect(await found("qq.ex")).toEqual(["Oxo 101", 1000]);
    expect(await found("number1@")).toEqual(["Oxo 1", 1]);
    expect(await found("oxo 1100")).toEqual(["Oxo 1100", 1]);
    const money = await admin.api.users.listUsers({ ...list, search: "oxo", state: "withMoney" });
    expect(money).toMatchObject({ total: 0, walletMoney: { balanceCents: 0, heldCents: 0 } });
  });

  test("lists equal names in any script by name, each once, either way", async () => {
    const names = ["陈伟", "Анна", "Anna", "陈伟", "anna", "مريم", "Анна"];
    const ids = [];
    for (const name of names) {
      ids.push((await aCustomer(app, { fullName: `${name} Stable` })).userId);
    }
    const idsIn = async (direction: "asc" | "desc") => {
      const pages = [1, 2, 3, 4].map((page) =>
        admin.api.users.listUsers({
          search: "stable",
          order: "fullName",
          direction,
          page,
          pageSize: 2,
        }),
      );
      return (await Promise.all(pages)).flatMap(({ items }) => items.map(({ id }) => id));
    };
    const ascending = await idsIn("asc");
    expect(ascending.toSorted()).toEqual(ids.toSorted());
    expect(await idsIn("desc")).toEqual(ascending.toReversed());
  });
});

test("A user gets another name without the name in Latin letters of the old one, which the audit log keeps", async () => {
  const chen = await aCustomer(app, { fullName: "陈伟" });
  await setLatinName(chen, "Chen Wei");
  const { fullName, email, subscription, packageQuota } = await admin.api.users.readUser({
    userId: chen.userId,
  });
  const expectedVersion = { fullName, email, subscription, packageQuota };
  const edit = { ...expectedVersion, expectedVersion, userId: chen.userId, fullName: "李娜" };
  expect(await admin.api.users.updateUser(edit)).toMatchObject({ latinName: null });
  const entries = await app.database.kysely
    .selectFrom("auditLog")
    .select(["before", "after"])
    .where("target", "=", chen.userId)
    .execute();
  expect(entries).toMatchObject([
    {
      before: { fullName: "陈伟", latinName: "Chen Wei" },
      after: { fullName: "李娜", latinName: null },
    },
  ]);
});
