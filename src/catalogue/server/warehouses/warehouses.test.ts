import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maxWarehouses } from "#catalogue/rules/warehouse.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let app: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
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

describe("A warehouse", () => {
  test("is returned as it was entered, in every language, and the entry is audited", async () => {
    const fields = warehouseFields();
    const created = await admin.api.warehouses.createWarehouse(fields);
    expect(created).toMatchObject(fields);
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
      expectedVersion: created.updatedAt,
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
      expectedVersion: updatedAt,
    };
    const changing = admin.api.warehouses.updateWarehouse(mine);
    await expect(changing).rejects.toMatchObject({ data: { current: theirs } });
    await expectApiError(admin.api.warehouses.updateWarehouse(mine), "conflict");
    // The same values once more change nothing, so that a repeated request succeeds.
    const again = { warehouseId: id, fields: theirs, expectedVersion: updatedAt };
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
