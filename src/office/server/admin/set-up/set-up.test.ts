// Each step of the set-up is done by what the product knows, or ticked off, and open again without it.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import {
  serviceSteps,
  tickedSteps,
  type SetUpStep,
  type TickedStep,
} from "#office/rules/set-up.ts";
import { expectApiError } from "#test/api-errors.ts";
import { acceptSuggestionsAs } from "#test/enter-warehouse-as.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { postalRange } from "#test/number-ranges.ts";
import { receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let app: TestApp;
let admin: TestPerson;

async function open(settings: Readonly<Record<string, string>> = {}) {
  app = await testApp({ settings });
  admin = await anAdmin(app);
  // The one who was there from the start is an admin too.
  await app.database.pool.query("update profiles set is_admin = false where id <> $1", [
    admin.userId,
  ]);
}

beforeEach(async () => {
  await open();
  return () => app.close();
});

/** Whether each step is done. */
async function read(): Promise<Partial<Record<SetUpStep, boolean>>> {
  const { service, warehouse } = await admin.api.admin.readSetUp({});
  return Object.fromEntries(
    [...service, ...(warehouse ?? [])].map(({ step, isDone }) => [step, isDone]),
  );
}

const nothing = { operator: false, payments: false, plans_and_rates: false, staff: false };
const nothingOfWarehouse = {
  ...nothing,
  address: true,
  shelves: false,
  suggestions: false,
  number_ranges: false,
  staff_roles: false,
  tracking: false,
  test_parcel: false,
  opening: false,
};

async function enterWarehouse() {
  const fields = warehouseFields({ isActive: false });
  return (await admin.api.warehouses.createWarehouse(fields)).id;
}

const tick = (step: TickedStep, isTicked: boolean) =>
  admin.api.admin.tickSetUpStep({ step, isTicked });

describe("A new installation", () => {
  test("has the four steps of the service, and those of a warehouse once one was entered", async () => {
    expect(await admin.api.admin.readSetUp({})).toMatchObject({ warehouse: null });
    expect(await read()).toEqual(nothing);
    await enterWarehouse();
    expect(await read()).toEqual(nothingOfWarehouse);
  });

  test("knows operator, payment and tracking by the environment", async () => {
    await app.close();
    await open({
      OPERATOR_NAME: "Harbour Forwarding Ltd",
      SUPPORT_EMAIL: "help@harbour.example",
      STRIPE_SECRET_KEY: "sk_test_123456789012345678901234",
      STRIPE_WEBHOOK_SECRET: "whsec_123456789012345678901234",
      TRACKING_API_KEY: "0123456789ABCDEF0123456789ABCDEF",
    });
    await enterWarehouse();
    const known = { operator: true, payments: true, tracking: true };
    expect(await read()).toEqual({ ...nothingOfWarehouse, ...known });
  });

  test("needs the operator's name and the support email, not one of them", async () => {
    await app.close();
    await open({ OPERATOR_NAME: "Harbour Forwarding Ltd" });
    expect(await read()).toEqual(nothing);
  });
});

describe("A step is done", () => {
  test("of the staff with a role or an invitation, and open when these end", async () => {
    const { users } = admin.api;
    const invited = { email: "kin@harbour.example", role: "finance" } as const;
    const { id: invitationId } = await users.inviteStaff(invited);
    expect((await read()).staff).toBe(true);
    await users.withdrawStaffInvitation({ invitationId });
    expect((await read()).staff).toBe(false);
    await enterWarehouse();
    const packer = await aStaffMember(app, ["packer"]);
    expect(await read()).toMatchObject({ staff: true, staff_roles: true });
    await users.endStaffRole({ userId: packer.userId, role: "packer" });
    expect(await read()).toMatchObject({ staff: false, staff_roles: false });
    await aStaffMember(app, ["support"]);
    expect(await read()).toMatchObject({ staff: true, staff_roles: false });
  });

  test("of an invitation to a desk, until it expires", async () => {
    await enterWarehouse();
    await admin.api.users.inviteStaff({ email: "kin@harbour.example", role: "receiver" });
    expect(await read()).toMatchObject({ staff: true, staff_roles: true });
    app.clock.advance(8 * 24 * 3_600_000);
    expect(await read()).toMatchObject({ staff: false, staff_roles: false });
  });

  test("of shelves and numbers while one is in use", async () => {
    const warehouseId = await enterWarehouse();
    const { storageLocations, numberRanges } = admin.api;
    const { items } = await storageLocations.createStorageLocations({
      warehouseId,
      items: [{ code: "A-1" }],
    });
    expect((await read()).shelves).toBe(true);
    const [shelf] = items;
    if (shelf === undefined) throw new Error("There is no shelf.");
    const { id: storageLocationId, code, label, capacity } = shelf;
    const fields = { code, label, capacity, isActive: false };
    await storageLocations.updateStorageLocation({ storageLocationId, fields });
    expect((await read()).shelves).toBe(false);
    await acceptSuggestionsAs(admin.api);
    const range = await numberRanges.createNumberRange(postalRange);
    expect((await read()).number_ranges).toBe(true);
    await numberRanges.changeNumberRange({ numberRangeId: range.id, isActive: false });
    expect((await read()).number_ranges).toBe(false);
  });

  test("of suggestions once all are accepted or replaced", async () => {
    await enterWarehouse();
    const { items } = await admin.api.suggestions.listSuggestions({});
    const needed = items.filter(({ kind }) => kind !== "suspension").map(({ code }) => code);
    await admin.api.suggestions.acceptSuggestions({ codes: needed.slice(1) });
    expect((await read()).suggestions).toBe(false);
    await admin.api.suggestions.acceptSuggestions({ codes: needed.slice(0, 1) });
    expect((await read()).suggestions).toBe(true);
  });

  test("of a test parcel and of the opening, for good", async () => {
    const warehouseId = await enterWarehouse();
    const receiver = await aStaffMember(app, ["receiver"]);
    const { parcel } = await receiveScan(app, receiver, { warehouseId, scan: freshNumber() });
    const mistake = { reason: "A test", idempotencyKey: randomUUID() };
    await receiver.api.receiving.undoReceiving({ inboundParcelId: parcel.id, ...mistake });
    expect(await read()).toMatchObject({ test_parcel: true, opening: false });
    const save = (isActive: boolean) =>
      admin.api.warehouses.updateWarehouse({ warehouseId, fields: warehouseFields({ isActive }) });
    await save(true);
    expect((await read()).opening).toBe(true);
    await save(false);
    expect((await read()).opening).toBe(true);
  });
});

describe("A step is ticked off", () => {
  test("each, and taken back, with one entry of each in the audit log", async () => {
    await enterWarehouse();
    const failures: unknown[] = [];
    for (const step of tickedSteps.filter((one) => one !== "address")) {
      const { service, warehouse } = await tick(step, true);
      const found = [...service, ...(warehouse ?? [])].find((one) => one.step === step);
      await tick(step, true);
      const ticked = await read();
      await tick(step, false);
      await tick(step, false);
      const open = await read();
      const { items } = await admin.api.audit.listEntries({ action: "admin.tickSetUpStep" });
      const entries = items.filter(({ target }) => target === step).map(({ after }) => after);
      const seen = { found, ticked, open, entries };
      const expected: typeof seen = {
        found: { step, isDone: true, isTicked: true },
        ticked: { ...nothingOfWarehouse, [step]: true },
        open: nothingOfWarehouse,
        entries: [{ isTicked: false }, { isTicked: true }],
      };
      if (!isDeepStrictEqual(seen, expected)) failures.push({ step, seen });
    }
    expect(failures).toEqual([]);
  });

  test("a warehouse is offered once the service is set up, until it is declined or entered", async () => {
    const isOffered = async () => (await admin.api.admin.readSetUp({})).isWarehouseOffered;
    const [last, ...others] = serviceSteps;
    for (const step of others) await tick(step, true);
    expect(await isOffered()).toBe(false);
    expect((await tick(last, true)).isWarehouseOffered).toBe(true);
    expect((await tick("address", true)).isWarehouseOffered).toBe(false);
    expect((await tick("address", false)).isWarehouseOffered).toBe(true);
    await enterWarehouse();
    expect(await isOffered()).toBe(false);
    expect(await read()).toMatchObject({ address: true, shelves: false });
  });

  test("no other", async () => {
    const input = { step: "opening" as TickedStep, isTicked: true };
    await expectApiError(admin.api.admin.tickSetUpStep(input), "invalid_input");
  });

  test("and known by the product later, without the tick", async () => {
    await tick("staff", true);
    await aStaffMember(app, ["support"]);
    const { service } = await admin.api.admin.readSetUp({});
    expect(service.at(-1)).toEqual({ step: "staff", isDone: true, isTicked: false });
  });
});
