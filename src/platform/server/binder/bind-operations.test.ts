import { createRouterClient } from "@orpc/server";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { StaffAccess, StaffRole } from "#platform/rules/staff-role.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { signedInContext } from "#test/context.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { bindOperations } from "./bind-operations.ts";
import type { Context, SignedInContext } from "#platform/server/context.ts";

const described = { method: "POST", path: "/made-up", summary: "", description: "" } as const;
const input = z.strictObject({ amount: z.int() });
const output = z.literal("ran");

function forUsersOf(reauthentication?: true) {
  const stated = { ...described, access: "signedIn" } as const;
  return procedure({ ...stated, ...(reauthentication && { reauthentication }) })
    .input(input)
    .output(output);
}

function forStaffOf(access: StaffAccess, reauthentication?: true) {
  const stated = { ...described, access, actsOn: "none" } as const;
  return procedure({ ...stated, ...(reauthentication && { reauthentication }) })
    .input(input)
    .output(output);
}

const contract = {
  madeUp: {
    forAll: procedure({ ...described, access: "public" })
      .input(input)
      .output(output),
    forUsers: forUsersOf(),
    forAdmins: forStaffOf("admin"),
    forPackers: forStaffOf({ roles: ["packer"] }),
    forFinance: forStaffOf({ roles: ["support", "finance"] }),
    afterPassword: forUsersOf(true),
    forAdminsAfterPassword: forStaffOf("admin", true),
  },
};

type Name = keyof typeof contract.madeUp;

let hasRun = false;
/** An operation that checks nothing itself. */
async function run(): Promise<"ran"> {
  hasRun = true;
  return "ran";
}

const router = bindOperations(contract, {
  madeUp: {
    forAll: run,
    forUsers: run,
    forAdmins: run,
    forPackers: run,
    forFinance: run,
    afterPassword: run,
    forAdminsAfterPassword: run,
  },
});

let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  app = await testApp();
  person = await aCustomer(app);
  return () => app.close();
});
beforeEach(() => {
  hasRun = false;
});

const callers = ["signedOut", "customer", "packer", "finance", "manager", "admin"] as const;
type Caller = (typeof callers)[number];

function rolesOf(caller: Caller): StaffRole[] {
  return caller === "packer" || caller === "finance" || caller === "manager" ? [caller] : [];
}

function contextOf(caller: Caller, minutesSincePassword: number, hasTwoFactor = true): Context {
  const context = signedInContext(app, person);
  if (caller === "signedOut") return { ...context, session: null };
  const reauthenticatedAt = new Date(context.now().getTime() - minutesSincePassword * 60_000);
  const role = { isAdmin: caller === "admin", roles: rolesOf(caller), hasTwoFactor };
  const session = { ...context.session, reauthenticatedAt };
  return { ...context, session: { ...session, person: { ...session.person, ...role } } };
}

async function outcomeOf(name: Name, context: Context, input: unknown): Promise<string> {
  const { madeUp } = createRouterClient(router, { context });
  // An input of any form, as it comes from outside.
  return await madeUp[name](input as { amount: number }).catch(
    (error: { code: string }) => error.code,
  );
}

const everyone = { customer: "ran", packer: "ran", finance: "ran", manager: "ran" } as const;
const nobody = {
  customer: "forbidden",
  packer: "forbidden",
  finance: "forbidden",
  manager: "forbidden",
} as const;

const outcomes = {
  forAll: { signedOut: "ran", ...everyone, admin: "ran" },
  forUsers: { signedOut: "signed_out", ...everyone, admin: "ran" },
  forAdmins: { signedOut: "signed_out", ...nobody, admin: "ran" },
  forPackers: { signedOut: "signed_out", ...nobody, packer: "ran", manager: "ran", admin: "ran" },
  forFinance: { signedOut: "signed_out", ...nobody, finance: "ran", manager: "ran", admin: "ran" },
  afterPassword: {
    signedOut: "signed_out",
    customer: "reauthentication_required",
    packer: "reauthentication_required",
    finance: "reauthentication_required",
    manager: "reauthentication_required",
    admin: "reauthentication_required",
  },
  forAdminsAfterPassword: {
    signedOut: "signed_out",
    ...nobody,
    admin: "reauthentication_required",
  },
} as const satisfies Record<Name, Record<Caller, string>>;
const names = Object.keys(outcomes) as Name[];

describe("What the contract states is enforced for an operation that checks nothing:", () => {
  test.each(names.flatMap((name) => callers.map((caller) => [name, caller] as const)))(
    "%s, called by %s after 16 minutes",
    async (name, caller) => {
      const outcome = await outcomeOf(name, contextOf(caller, 16), { amount: 1 });
      expect([outcome, hasRun]).toEqual([outcomes[name][caller], outcome === "ran"]);
    },
  );

  test.each(names)("%s, called by an admin after 14 minutes, runs", async (name) => {
    const outcome = await outcomeOf(name, contextOf("admin", 14), { amount: 1 });
    expect([outcome, hasRun]).toEqual(["ran", true]);
  });

  test.each([
    ["forUsers", "finance", "ran"],
    ["forFinance", "finance", "two_factor_setup_required"],
    ["forPackers", "manager", "two_factor_setup_required"],
    ["forPackers", "finance", "forbidden"],
    ["forPackers", "packer", "ran"],
    ["forFinance", "admin", "ran"],
  ] as const)(
    "%s, called by %s without two-factor authentication: %s",
    async (name, caller, expected) => {
      const outcome = await outcomeOf(name, contextOf(caller, 1, false), { amount: 1 });
      expect([outcome, hasRun]).toEqual([expected, expected === "ran"]);
    },
  );

  test("the access level is checked before the input, and the input before reauthentication", async () => {
    const wrong = { amount: 1.5 };
    const forAdmins = "forAdminsAfterPassword";
    expect(await outcomeOf(forAdmins, contextOf("customer", 16), wrong)).toBe("forbidden");
    expect(await outcomeOf(forAdmins, contextOf("admin", 16), wrong)).toBe("BAD_REQUEST");
    expect(hasRun).toBe(false);
  });
});

test("attempts at an operation of staff are recorded, and others are not", async () => {
  await app.database.kysely.deleteFrom("attempts").execute();
  const recorded = async () => {
    const query = app.database.kysely.selectFrom("auditLog").select(["action", "errorCode"]);
    return await query.where("action", "like", "madeUp.%").orderBy("id").execute();
  };
  const before = (await recorded()).length;
  for (const name of ["forAll", "forUsers", "forAdmins", "forAdminsAfterPassword"] as const) {
    for (const caller of ["signedOut", "customer", "admin"] as const) {
      await outcomeOf(name, contextOf(caller, 16), { amount: 1 });
    }
  }
  await outcomeOf("forPackers", contextOf("finance", 1), { amount: 1 });
  await outcomeOf("forFinance", contextOf("finance", 1, false), { amount: 1 });
  expect((await recorded()).slice(before)).toEqual([
    { action: "madeUp.forAdmins", errorCode: "forbidden" },
    { action: "madeUp.forAdminsAfterPassword", errorCode: "forbidden" },
    { action: "madeUp.forAdminsAfterPassword", errorCode: "reauthentication_required" },
    { action: "madeUp.forPackers", errorCode: "forbidden" },
    { action: "madeUp.forFinance", errorCode: "two_factor_setup_required" },
  ]);
});

test("an operation of another form than its contract's is a type error", () => {
  const forUsers = async (_context: SignedInContext): Promise<"ran"> => await run();
  const ofOtherInput = async (_context: Context, _input: { text: string }): Promise<"ran"> =>
    await run();
  const ofOtherOutput = async (): Promise<"done"> => "done";
  const { forAll, forAdmins } = contract.madeUp;
  bindOperations({ madeUp: { forAdmins } }, { madeUp: { forAdmins: forUsers } });
  // @ts-expect-error -- everybody may call it, so there may be no session.
  bindOperations({ madeUp: { forAll } }, { madeUp: { forAll: forUsers } });
  // @ts-expect-error -- the contract names another field.
  bindOperations({ madeUp: { forAll } }, { madeUp: { forAll: ofOtherInput } });
  // @ts-expect-error -- the contract has another output.
  bindOperations({ madeUp: { forAll } }, { madeUp: { forAll: ofOtherOutput } });
  // @ts-expect-error -- an operation is missing.
  bindOperations(contract, { madeUp: { forAll: run } });
  expect(hasRun).toBe(false);
});
