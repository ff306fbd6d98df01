import { createRouterClient } from "@orpc/server";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { ownReasonHeader, type OwnedKind } from "#platform/rules/own-things.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import { atomically } from "#platform/server/db/open.ts";
import { signedInContext } from "#test/context.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { bindOperations } from "#platform/server/binder/bind-operations.ts";
import type { Context, SignedInContext } from "./context.ts";

const described = { method: "POST", path: "/made-up", summary: "", description: "" } as const;
const packers = { ...described, access: { roles: ["packer"] } } as const;
/** What the operation says while it runs; an empty list is a thing of several that are none. */
const input = z.strictObject({
  packageId: z.string(),
  says: z.array(z.object({ kind: z.string(), owners: z.array(z.string().nullable()) })),
});
const output = z.literal("ran");

const contract = {
  madeUp: {
    ofPackage: procedure({ ...packers, actsOn: "package" })
      .input(input)
      .output(output),
    ofParcelOrClaim: procedure({ ...packers, actsOn: ["parcel", "claim"] })
      .input(input)
      .output(output),
    ofWallet: procedure({ ...packers, actsOn: "wallet" })
      .input(input)
      .output(output),
    ofNobody: procedure({ ...packers, actsOn: "none" })
      .input(input)
      .output(output),
    ofUsers: procedure({ ...described, access: "signedIn" })
      .input(input)
      .output(output),
  },
};
type Name = keyof typeof contract.madeUp;
type Input = z.infer<typeof input>;

/** An operation that says whose things it changes as its input tells it. */
async function run(context: SignedInContext, { says }: Input): Promise<"ran"> {
  await atomically(context.db, async (db) => {
    for (const { kind, owners } of says) await context.actsOn(db, kind as OwnedKind, owners);
  });
  return "ran";
}

const router = bindOperations(contract, {
  madeUp: { ofPackage: run, ofParcelOrClaim: run, ofWallet: run, ofNobody: run, ofUsers: run },
});

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  app = await testApp();
  // The operator's own admin would be a colleague of everybody.
  await app.database.kysely.updateTable("profiles").set({ isAdmin: false }).execute();
  [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  return () => app.close();
});

function contextOf(role: StaffRole | "admin" = "admin", reason: string | null = null): Context {
  const context = signedInContext(app, admin);
  const facts = { isAdmin: role === "admin", roles: role === "admin" ? [] : [role] };
  const person = { ...context.session.person, ...facts, hasTwoFactor: true };
  const requestHeaders = new Headers(reason === null ? {} : { [ownReasonHeader]: reason });
  return { ...context, requestHeaders, session: { ...context.session, person } };
}

/** `ran`, the error's code, or the message of one that is no answer. */
async function outcomeOf(name: Name, says: Input["says"], context = contextOf()): Promise<string> {
  const client = createRouterClient(router, { context });
  try {
    return await client.madeUp[name]({ packageId: "a-package", says });
  } catch (error) {
    return error instanceof ApiError ? error.code : (error as Error).message;
  }
}

const theirs = (kind: OwnedKind) => ({ kind, owners: [customer.userId] });
const own = (kind: OwnedKind) => ({ kind, owners: [customer.userId, admin.userId] });

describe("A10: an operation of staff that states whose things it changes", () => {
  let colleague: TestPerson;
  beforeAll(async () => {
    colleague = await aStaffMember(app, ["packer"]);
    return async () => {
      await app.database.kysely
        .updateTable("staffRoles")
        .set({ endedAt: app.clock.now() })
        .execute();
    };
  });

  test("fails where it ends without saying so, or says so of something else", async () => {
    const forgotten = "madeUp.ofPackage ended without saying whose package it changed.";
    expect(await outcomeOf("ofPackage", [])).toBe(forgotten);
    expect(await outcomeOf("ofPackage", [theirs("request")])).toBe(forgotten);
    expect(await outcomeOf("ofPackage", [theirs("package")])).toBe("ran");
    expect(await outcomeOf("ofPackage", [{ kind: "package", owners: [] }])).toBe("ran");
    expect(await outcomeOf("ofParcelOrClaim", [theirs("claim")])).toBe("ran");
    expect(await outcomeOf("ofParcelOrClaim", [theirs("package")])).toBe(
      "madeUp.ofParcelOrClaim ended without saying whose parcel or claim it changed.",
    );
  });

  test("fails where it states nobody's and changes somebody's", async () => {
    expect(await outcomeOf("ofNobody", [])).toBe("ran");
    expect(await outcomeOf("ofNobody", [theirs("package")])).toBe(
      "madeUp.ofNobody states that it changes nobody's things, and changed a package.",
    );
  });

  test("refuses one's own, also among several, and of every kind that it says", async () => {
    expect(await outcomeOf("ofPackage", [own("package")])).toBe("own_account");
    expect(await outcomeOf("ofPackage", [theirs("package"), own("request")])).toBe("own_account");
    expect(await outcomeOf("ofWallet", [own("wallet")])).toBe("own_wallet");
    expect(await outcomeOf("ofWallet", [own("wallet")], contextOf("packer"))).toBe("own_wallet");
  });

  test("takes no reason while somebody else can do it", async () => {
    const reason = contextOf("admin", "Nobody%20is%20here");
    expect(colleague.userId).not.toBe(admin.userId);
    expect(await outcomeOf("ofPackage", [own("package")], reason)).toBe("own_account");
  });

  test("is for one's own where it is an operation of customers", async () => {
    expect(await outcomeOf("ofUsers", [own("package")])).toBe("ran");
    expect(await outcomeOf("ofUsers", [])).toBe("ran");
  });
});

describe("An admin beside whom nobody can do it", () => {
  const entries = async () => {
    const query = app.database.kysely.selectFrom("auditLog").select(["target", "after", "reason"]);
    const done = query.where("action", "like", "madeUp.%").where("errorCode", "is", null);
    return await done.orderBy("id").execute();
  };
  beforeEach(async () => {
    await app.database.kysely.deleteFrom("attempts").execute();
  });

  test("is told that a reason is needed", async () => {
    const client = createRouterClient(router, { context: contextOf() });
    const call = client.madeUp.ofPackage({ packageId: "a-package", says: [own("package")] });
    await expect(call).rejects.toMatchObject({
      code: "own_account",
      details: { mayGiveReason: true },
    });
  });

  test("may do it with a reason, which the audit log shows once", async () => {
    const context = contextOf("admin", encodeURIComponent(" 今天只有我 "));
    const says = [own("package"), own("request")];
    expect(await outcomeOf("ofPackage", says, context)).toBe("ran");
    expect(await entries()).toEqual([
      { target: "a-package", after: { ownThing: "package" }, reason: "今天只有我" },
    ]);
  });

  test("may give a reason of up to 500 characters", async () => {
    const context = contextOf("admin", "x".repeat(500));
    expect(await outcomeOf("ofPackage", [own("package")], context)).toBe("ran");
  });

  test("never does so at a wallet, a hold, a payout, a plan, a role or a claim", async () => {
    const context = contextOf("admin", "alone");
    const kinds = ["wallet", "hold", "payout", "plan", "role", "claim"] as const;
    for (const kind of kinds) {
      const isOfWallet = kind === "wallet" || kind === "hold" || kind === "payout";
      const refused = isOfWallet ? "own_wallet" : "own_account";
      expect(await outcomeOf("ofPackage", [own(kind)], context)).toBe(refused);
    }
  });

  test.each([
    ["suspended", { suspendedAt: new Date(0), suspensionReason: "Left" }],
    ["closed", { closedAt: new Date(0) }],
  ] as const)("is alone beside a colleague who is %s", async (_state, change) => {
    const colleague = await aStaffMember(app, ["packer"]);
    const context = contextOf("admin", "alone");
    expect(await outcomeOf("ofPackage", [own("package")], context)).toBe("own_account");
    await app.database.kysely
      .updateTable("profiles")
      .set(change)
      .where("id", "=", colleague.userId)
      .execute();
    expect(await outcomeOf("ofPackage", [own("package")], context)).toBe("ran");
  });

  test("is alone beside a manager without two-factor authentication, and with one of another role", async () => {
    await aStaffMember(app, ["receiver"]);
    const manager = await aStaffMember(app, ["manager"]);
    const context = contextOf("admin", "alone");
    expect(await outcomeOf("ofPackage", [own("package")], context)).toBe("own_account");
    const { kysely } = app.database;
    await kysely.deleteFrom("twoFactors").where("userId", "=", manager.userId).execute();
    expect(await outcomeOf("ofPackage", [own("package")], context)).toBe("ran");
  });

  test("is an admin: a packer who is alone is refused", async () => {
    await app.database.kysely.updateTable("profiles").set({ isAdmin: false }).execute();
    const context = contextOf("packer", "alone");
    expect(await outcomeOf("ofPackage", [own("package")], context)).toBe("own_account");
  });

  test.each(["", "%20", "%E4%BB", "a%00b", "x".repeat(501)])(
    "gives no reason by %j",
    async (reason) => {
      const context = contextOf("admin", reason);
      expect(await outcomeOf("ofPackage", [own("package")], context)).toBe("invalid_input");
    },
  );
});

test("what a writing operation of staff changes has to be stated, and of no other may be", () => {
  const { access, ...bare } = packers;
  // @ts-expect-error -- it does not state whose things it changes.
  procedure({ ...bare, access });
  procedure({ ...bare, access, method: "GET" });
  // @ts-expect-error -- it only reads.
  procedure({ ...bare, access, method: "GET", actsOn: "package" });
  // @ts-expect-error -- customers change their own.
  procedure({ ...bare, access: "signedIn", actsOn: "package" });
  // @ts-expect-error -- there is no such kind.
  procedure({ ...bare, access, actsOn: "parcels" });
  expect(Object.keys(contract.madeUp)).toHaveLength(5);
});
