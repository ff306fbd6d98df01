import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { languages } from "#core/language.ts";
import { maxWarehouses } from "#core/warehouse.ts";
import { expectApiError } from "#testing/api-errors.ts";
import { asOwner } from "#testing/database.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/users.ts";
import { warehouseFields } from "#testing/warehouses.ts";
import { ensureSampleWarehouse } from "./ensure-sample-warehouse.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp();
  [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  return () => app.close();
});
beforeEach(async () => {
  await asOwner(app.database, (owner) => owner.deleteFrom("warehouses").execute());
});

/** What was changed; rejected attempts are recorded too. */
async function auditOf(target: string) {
  return await app.database.kysely
    .selectFrom("auditLog")
    .select(["actorId", "action", "before", "after"])
    .where("target", "=", target)
    .where("errorCode", "is", null)
    .orderBy("id")
    .execute();
}

async function openWork(): Promise<readonly string[]> {
  const { work } = await admin.api.admin.readDashboard({});
  return work.map(({ kind }) => kind);
}

describe("A warehouse", () => {
  test("is returned as it was entered, in every language, and the entry is audited", async () => {
    const fields = warehouseFields();
    const created = await admin.api.warehouses.createWarehouse(fields);
    expect(created).toMatchObject({ ...fields, isSample: false });
    expect((await admin.api.warehouses.listWarehouses({})).items).toEqual([created]);
    expect(await auditOf(created.id)).toEqual([
      {
        actorId: admin.userId,
        action: "warehouses.createWarehouse",
        before: null,
        after: fields,
      },
    ]);
  });

  test("is changed, and the audit log has the changed fields alone", async () => {
    const created = await admin.api.warehouses.createWarehouse(warehouseFields());
    const fields = warehouseFields({ phone: "+852 2345 0000", isActive: false });
    const changed = await admin.api.warehouses.updateWarehouse({
      warehouseId: created.id,
      fields,
      expectedUpdatedAt: created.updatedAt,
    });
    expect(changed).toMatchObject(fields);
    expect((await auditOf(created.id)).slice(1)).toEqual([
      {
        actorId: admin.userId,
        action: "warehouses.updateWarehouse",
        before: { phone: "+852 2345 6789", isActive: true },
        after: { phone: "+852 2345 0000", isActive: false },
      },
    ]);
  });

  test("is not changed on top of another admin's change, whose version the error has", async () => {
    const { id, updatedAt } = await admin.api.warehouses.createWarehouse(warehouseFields());
    const theirs = warehouseFields({ phone: "+852 2345 0000" });
    app.clock.advance(1000);
    await admin.api.warehouses.updateWarehouse({ warehouseId: id, fields: theirs });
    const mine = {
      warehouseId: id,
      fields: warehouseFields({ name: "Kowloon" }),
      expectedUpdatedAt: updatedAt,
    };
    const changing = admin.api.warehouses.updateWarehouse(mine);
    await expect(changing).rejects.toMatchObject({ data: { current: theirs } });
    await expectApiError(admin.api.warehouses.updateWarehouse(mine), "conflict");
    // The same values once more change nothing, so that a repeated request succeeds.
    const again = { warehouseId: id, fields: theirs, expectedUpdatedAt: updatedAt };
    expect(await admin.api.warehouses.updateWarehouse(again)).toMatchObject(theirs);
    expect(await auditOf(id)).toHaveLength(2);
  });

  test("has a code of its own", async () => {
    const { warehouses } = admin.api;
    const { id } = await warehouses.createWarehouse(warehouseFields());
    await expectApiError(warehouses.createWarehouse(warehouseFields()), "warehouse_code_taken");
    const second = await warehouses.createWarehouse(warehouseFields({ code: "HK2" }));
    await expectApiError(
      warehouses.updateWarehouse({ warehouseId: second.id, fields: warehouseFields() }),
      "warehouse_code_taken",
    );
    const renamed = warehouseFields({ name: "Renamed" });
    await warehouses.updateWarehouse({ warehouseId: id, fields: renamed });
  });

  test("that does not exist is not found", async () => {
    const input = { warehouseId: randomUUID(), fields: warehouseFields() };
    await expectApiError(admin.api.warehouses.updateWarehouse(input), "not_found");
  });

  test.each([
    ["a code in small letters", { code: "hk1" }],
    ["a receiver without the code", { receiverNamePattern: "{name}" }],
    ["an unknown time zone", { timeZone: "Asia/Kowloon" }],
    ["an unknown country", { country: "XX" }],
    ["six weekdays", { openingHours: warehouseFields().openingHours.slice(1) }],
    ["a day that closes before it opens", { closed: ["18:00", "09:00"] }],
    ["a day that does not exist", { closedDays: ["2026-02-30"] }],
    ["no phone", { phone: " " }],
  ])("with %s is rejected", async (_what, changes) => {
    const { closed, ...rest } = changes as Record<string, unknown> & { closed?: string[] };
    const [opensAt = "", closesAt = ""] = closed ?? [];
    const hours = closed ? { openingHours: Array(7).fill({ opensAt, closesAt }) } : {};
    const input = { ...warehouseFields(), ...rest, ...hours };
    await expectApiError(admin.api.warehouses.createWarehouse(input), "invalid_input");
  });

  test("is one of at most 20, also when they are entered at once", async () => {
    const enter = (number: number) =>
      admin.api.warehouses.createWarehouse(warehouseFields({ code: `W${number}` }));
    await enter(1);
    const entering = Array.from({ length: maxWarehouses + 4 }, (_, index) => enter(index + 2));
    const outcomes = await Promise.allSettled(entering);
    const codes = outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? "ok" : (outcome.reason as { code: string }).code,
    );
    expect(codes.filter((code) => code === "ok")).toHaveLength(maxWarehouses - 1);
    expect(new Set(codes)).toEqual(new Set(["ok", "too_many_warehouses"]));
    expect((await admin.api.warehouses.listWarehouses({})).items).toHaveLength(maxWarehouses);
  });
});

describe("The sandbox's sample", () => {
  test("is made once, and every line says that nothing can be sent there", async () => {
    await ensureSampleWarehouse(app.services);
    await ensureSampleWarehouse(app.services);
    const { items } = await customer.api.inboundParcels.readAddress({});
    expect(items).toHaveLength(1);
    const [sample] = items;
    expect(sample?.isSample).toBe(true);
    const sentences = {
      en: "Sample: send nothing here",
      "zh-Hant-HK": "示範地址：請勿寄件",
      "zh-Hans": "示例地址：请勿寄送",
    };
    for (const language of languages) {
      const lines = Object.values(sample?.lines[language] ?? {});
      expect(lines).toHaveLength(5);
      for (const line of lines) expect(line).toContain(sentences[language]);
    }
  });

  test("cannot be changed, and gives way to the first active warehouse", async () => {
    await ensureSampleWarehouse(app.services);
    const [sample] = (await admin.api.warehouses.listWarehouses({})).items;
    const change = { warehouseId: sample?.id ?? "", fields: warehouseFields() };
    await expectApiError(admin.api.warehouses.updateWarehouse(change), "not_found");
    const shown = async () => {
      const { items } = await customer.api.inboundParcels.readAddress({});
      return items.map(({ name }) => name);
    };
    const { id } = await admin.api.warehouses.createWarehouse(warehouseFields({ isActive: false }));
    expect(await shown()).toEqual(["Hong Kong"]);
    await admin.api.warehouses.updateWarehouse({ warehouseId: id, fields: warehouseFields() });
    expect(await shown()).toEqual(["Kwun Tong"]);
  });

  test("is neither made nor shown with a real payment provider", async () => {
    const live = await testApp({
      settings: { STRIPE_SECRET_KEY: "sk_test_123", STRIPE_WEBHOOK_SECRET: "whsec_123" },
    });
    try {
      await ensureSampleWarehouse(live.services);
      const stored = () => live.database.kysely.selectFrom("warehouses").select("id").execute();
      expect(await stored()).toEqual([]);
      // As it stands after the sandbox was used before.
      await ensureSampleWarehouse({
        ...live.services,
        config: { ...live.config, stripe: null },
      });
      expect(await stored()).toHaveLength(1);
      const { api } = await aCustomer(live);
      expect((await api.inboundParcels.readAddress({})).items).toEqual([]);
    } finally {
      await live.close();
    }
  });
});

test("admins have open work while customers have no address", async () => {
  await ensureSampleWarehouse(app.services);
  expect(await openWork()).toContain("missing_warehouse");
  const { id } = await admin.api.warehouses.createWarehouse(warehouseFields());
  expect(await openWork()).not.toContain("missing_warehouse");
  const inactive = warehouseFields({ isActive: false });
  await admin.api.warehouses.updateWarehouse({ warehouseId: id, fields: inactive });
  expect(await openWork()).toContain("missing_warehouse");
});
