import { randomUUID } from "node:crypto";
import { createRouterClient } from "@orpc/server";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { apiError } from "#platform/contract/errors.ts";
import { idempotencyKey } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { attemptLimits } from "#platform/rules/attempt-limits.ts";
import { describedAgain, type SignedInContext } from "#platform/server/context.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { signedInContext } from "#test/context.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { bindOperations } from "./bind-operations.ts";
import { outsideOperations } from "./operation-calls.ts";

const described = { method: "POST", path: "/made-up", summary: "", description: "" } as const;
const ofStaff = { ...described, access: "admin", actsOn: "none" } as const;
const ofCustomers = { ...described, access: "signedIn" } as const;
const named = z.strictObject({ thing: z.string() });
const edited = named.extend({ expectedVersion: z.int().optional() });
const repeated = named.extend({ idempotencyKey });
const output = z.object({ runs: z.int() });

const contract = {
  madeUp: {
    change: procedure({ ...ofStaff, audit: { field: "thing" } })
      .input(named)
      .output(output),
    changeOnlyOne: procedure({ ...ofStaff, audit: { name: "onlyOne" } })
      .input(named)
      .output(output),
    changeOwn: procedure({ ...ofCustomers, audit: "stated" })
      .input(named)
      .output(output),
    edit: procedure({ ...ofStaff, expectsVersion: true, audit: { field: "thing" } })
      .input(edited)
      .output(output),
    changeOnce: procedure({ ...ofCustomers, idempotent: true })
      .input(repeated)
      .output(output),
    describeOnce: procedure({ ...ofCustomers, idempotent: true })
      .input(repeated)
      .output(output),
    changeCounted: procedure({ ...ofCustomers, limit: "testPushesPerAccount" })
      .input(named)
      .output(output),
    changeInParts: procedure({ ...ofStaff, transaction: "own", audit: "stated" })
      .input(named)
      .output(output),
  },
};

type Work = (context: SignedInContext) => Promise<void>;
let runs = 0;
let work: Work = async () => undefined;
async function run(context: SignedInContext): Promise<{ runs: number }> {
  runs += 1;
  await work(context);
  return { runs };
}

const router = bindOperations(contract, {
  madeUp: {
    change: run,
    changeOnlyOne: run,
    changeOwn: run,
    edit: run,
    changeOnce: run,
    describeOnce: describedAgain(
      run,
      ({ runs: kept }) => ({ kept }),
      async (_context, { kept }) => ({ runs: kept + 100 }),
    ),
    changeCounted: run,
    changeInParts: run,
  },
});

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  app = await testApp();
  [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  return () => app.close();
});
beforeEach(() => {
  runs = 0;
  work = async () => undefined;
});

/** The made-up operations as somebody calls them. */
function madeUpOf(person: TestPerson, responseHeaders = new Headers()) {
  const context = { ...signedInContext(app, person), ...outsideOperations, responseHeaders };
  const isAdmin = person === admin;
  const session = { ...context.session, person: { ...context.session.person, isAdmin } };
  return createRouterClient(router, { context: { ...context, session } }).madeUp;
}

const codeOf = async (call: Promise<unknown>) =>
  await call.then(
    () => "ok",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** What the audit log has about a thing. */
async function entriesOf(thing: string) {
  const query = app.database.kysely.selectFrom("auditLog").select(["action", "after", "errorCode"]);
  return await query.where("target", "=", thing).orderBy("id").execute();
}

async function emailsAbout(recipient: string): Promise<number> {
  const { rows } = await sql`select 1 from emails where recipient = ${recipient}`.execute(
    app.database.kysely,
  );
  return rows.length;
}

const aThing = () => `thing-${randomUUID()}`;
const anAddress = () => `${randomUUID()}@example.com`;

function emailTo(recipient: string): Work {
  return async (context) => {
    const email = { name: "payout-requested", amountCents: 100, walletUrl: "https://x.example" };
    await queueEmail(context.db, { to: recipient, email: email as never }, context);
  };
}

describe("an operation in the binder's transaction", () => {
  test("leaves nothing behind when it is refused, and the refusal is recorded", async () => {
    const [thing, recipient] = [aThing(), anAddress()];
    const headers = new Headers();
    let hasCommitted = false;
    work = async (context) => {
      await emailTo(recipient)(context);
      context.responseHeaders.append("set-cookie", "run=1");
      context.afterCommit(() => {
        hasCommitted = true;
      });
      throw apiError("conflict");
    };
    expect(await codeOf(madeUpOf(admin, headers).change({ thing }))).toBe("conflict");
    expect(headers.getSetCookie()).toEqual([]);
    expect(await emailsAbout(recipient)).toBe(0);
    expect(hasCommitted).toBe(false);
    expect((await entriesOf(thing)).at(-1)).toMatchObject({
      action: "madeUp.change",
      errorCode: "conflict",
    });
  });

  test("runs again after a conflict, with one email, one cookie and one entry", async () => {
    const [thing, recipient] = [aThing(), anAddress()];
    const headers = new Headers();
    const done: string[] = [];
    work = async (context) => {
      await emailTo(recipient)(context);
      context.responseHeaders.append("set-cookie", `run=${runs}`);
      context.afterCommit(() => void done.push("once"));
      await context.audit({ after: { runs } });
      if (runs > 1) return;
      await sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`.execute(
        context.db,
      );
    };
    expect(await madeUpOf(admin, headers).change({ thing })).toEqual({ runs: 2 });
    expect(await emailsAbout(recipient)).toBe(1);
    expect(headers.getSetCookie()).toEqual(["run=2"]);
    expect(done).toEqual(["once"]);
    expect(await entriesOf(thing)).toEqual([
      { action: "madeUp.change", after: { runs: 2 }, errorCode: null },
    ]);
  });

  test("sees its own changes by the context's database, and nobody else before the commit", async () => {
    const recipient = anAddress();
    work = async (context) => {
      await emailTo(recipient)(context);
      const { rows } = await sql`select 1 from emails where recipient = ${recipient}`.execute(
        context.db,
      );
      expect([rows.length, await emailsAbout(recipient)]).toEqual([1, 0]);
    };
    await madeUpOf(admin).change({ thing: aThing() });
  });
});

describe("the audit log", () => {
  test("has one entry, also where the operation adds nothing to it, and none where nothing was changed", async () => {
    const [changed, same] = [aThing(), aThing()];
    await madeUpOf(admin).change({ thing: changed });
    expect(await entriesOf(changed)).toEqual([
      { action: "madeUp.change", after: null, errorCode: null },
    ]);
    work = async (context) => context.unchanged();
    await madeUpOf(admin).change({ thing: same });
    expect(await entriesOf(same)).toEqual([]);
  });

  test("names the one thing that an operation changes as the contract does", async () => {
    const before = (await entriesOf("onlyOne")).length;
    await madeUpOf(admin).changeOnlyOne({ thing: aThing() });
    expect((await entriesOf("onlyOne")).slice(before)).toMatchObject([
      { action: "madeUp.changeOnlyOne" },
    ]);
  });

  test("has further entries of other things, and its own is named by the contract alone", async () => {
    const [thing, other] = [aThing(), aThing()];
    work = async (context) => {
      await context.auditOf(other, { after: { runs: 1 } });
      await context.audit({ after: { runs: 2 } });
    };
    await madeUpOf(admin).change({ thing });
    expect(await entriesOf(other)).toMatchObject([{ after: { runs: 1 } }]);
    expect(await entriesOf(thing)).toMatchObject([{ after: { runs: 2 } }]);
    work = async (context) => await context.auditOf(thing, {});
    expect(await codeOf(madeUpOf(admin).change({ thing }))).toMatch(/names its target/);
  });

  test("has of customers' operations what admins do", async () => {
    const thing = aThing();
    work = async (context) => await context.auditOf(thing, {});
    await madeUpOf(customer).changeOwn({ thing });
    expect(await entriesOf(thing)).toEqual([]);
    await madeUpOf(admin).changeOwn({ thing });
    expect((await entriesOf(thing)).map(({ action }) => action)).toEqual(["madeUp.changeOwn"]);
  });

  test("is not forgotten: an operation that does not say what it changed fails", async () => {
    const recipient = anAddress();
    work = emailTo(recipient);
    expect(await codeOf(madeUpOf(admin).changeOwn({ thing: aThing() }))).toMatch(/did not say/);
    expect(await emailsAbout(recipient)).toBe(0);
    expect(await codeOf(madeUpOf(admin).changeInParts({ thing: aThing() }))).toMatch(
      /without saying what the audit log has/,
    );
    work = async (context) => void context.edits({ name: "before" }, { name: "after" });
    expect(await codeOf(madeUpOf(admin).change({ thing: aThing() }))).toMatch(
      /without saying what the audit log has/,
    );
  });

  test("has a rejected attempt under the target of one that succeeds", async () => {
    const before = (await entriesOf("onlyOne")).length;
    work = async () => {
      throw apiError("conflict");
    };
    expect(await codeOf(madeUpOf(admin).changeOnlyOne({ thing: aThing() }))).toBe("conflict");
    expect((await entriesOf("onlyOne")).slice(before)).toMatchObject([{ errorCode: "conflict" }]);
  });
});

describe("the version that is expected", () => {
  test.each([
    [2, 2, "ok"],
    [1, 2, "conflict"],
    [undefined, 2, "ok"],
  ])("%s, of a thing at %s: %s", async (expectedVersion, version, answer) => {
    work = async (context) => context.expects(version, { version });
    const input = { thing: aThing(), ...(expectedVersion !== undefined && { expectedVersion }) };
    expect(await codeOf(madeUpOf(admin).edit(input))).toBe(answer);
  });

  test("is not forgotten, unless nothing was changed", async () => {
    const edit = async () =>
      await codeOf(madeUpOf(admin).edit({ thing: aThing(), expectedVersion: 1 }));
    expect(await edit()).toMatch(/without checking the version/);
    work = async (context) => context.unchanged();
    expect(await edit()).toBe("ok");
  });
});

describe("an edit", () => {
  const stored = { name: "A", tags: ["a"], version: 2 };

  test.each([
    [{ name: "A", tags: ["b"] }, 2, { before: { tags: ["a"] }, after: { tags: ["b"] } }],
    [{ name: "B", tags: ["a"] }, undefined, { before: { name: "A" }, after: { name: "B" } }],
    [{ name: "A", tags: ["a"] }, 1, null],
  ])("to %o, expecting version %s, changes %o", async (wanted, expectedVersion, expected) => {
    let found: unknown;
    work = async (context) => {
      const edit = context.edits<typeof wanted>(stored, wanted, stored.version, stored);
      found = edit;
      if (edit !== null) await context.audit(edit);
    };
    const thing = aThing();
    await madeUpOf(admin).edit({ thing, ...(expectedVersion && { expectedVersion }) });
    expect(found).toEqual(expected);
    expect(await entriesOf(thing)).toHaveLength(expected === null ? 0 : 1);
  });

  test("of another version than the expected one is refused with what is stored", async () => {
    work = async (context) => {
      context.edits<{ name: string }>(stored, { name: "B" }, stored.version, stored);
    };
    const call = madeUpOf(admin).edit({ thing: aThing(), expectedVersion: 1 });
    await expect(call).rejects.toMatchObject({ code: "conflict", details: { current: stored } });
  });

  test("of an operation that expects no version is not refused", async () => {
    let edit: unknown;
    work = async (context) => {
      edit = context.edits({ name: "A" }, { name: "B" });
      await context.audit({});
    };
    await madeUpOf(admin).change({ thing: aThing() });
    expect(edit).toEqual({ before: { name: "A" }, after: { name: "B" } });
  });
});

describe("a repeat", () => {
  test("is answered as it was kept, or described again, and does not run", async () => {
    const once = { thing: aThing(), idempotencyKey: randomUUID() };
    expect(await madeUpOf(customer).changeOnce(once)).toEqual({ runs: 1 });
    expect(await madeUpOf(customer).changeOnce(once)).toEqual({ runs: 1 });
    const again = { thing: aThing(), idempotencyKey: randomUUID() };
    expect(await madeUpOf(customer).describeOnce(again)).toEqual({ runs: 2 });
    expect(await madeUpOf(customer).describeOnce(again)).toEqual({ runs: 102 });
    expect(runs).toBe(2);
  });

  test("of a refused request runs, since nothing was stored", async () => {
    const input = { thing: aThing(), idempotencyKey: randomUUID() };
    work = async () => {
      throw apiError("conflict");
    };
    expect(await codeOf(madeUpOf(customer).changeOnce(input))).toBe("conflict");
    work = async () => undefined;
    expect(await madeUpOf(customer).changeOnce(input)).toEqual({ runs: 2 });
  });

  test("is of its account, and of its operation", async () => {
    const input = { thing: aThing(), idempotencyKey: randomUUID() };
    await madeUpOf(customer).changeOnce(input);
    expect(await codeOf(madeUpOf(customer).describeOnce(input))).toBe("idempotency_key_reused");
    expect(await madeUpOf(admin).changeOnce(input)).toEqual({ runs: 2 });
  });

  test("runs anew once its request was deleted after 48 hours", async () => {
    const input = { thing: aThing(), idempotencyKey: randomUUID() };
    await madeUpOf(customer).changeOnce(input);
    app.clock.advance(47 * 60 * 60_000);
    await app.services.jobs.enqueue(app.services.db, "delete-old-attempts", {});
    await app.runJobs();
    expect(await madeUpOf(customer).changeOnce(input)).toEqual({ runs: 1 });
    app.clock.advance(60 * 60_000 + 1_000);
    await app.services.jobs.enqueue(app.services.db, "delete-old-attempts", {});
    await app.runJobs();
    expect(await madeUpOf(customer).changeOnce(input)).toEqual({ runs: 2 });
  });
});

test("Attempts are counted before the transaction, so that refused ones count", async () => {
  const person = await aCustomer(app);
  work = async () => {
    throw apiError("conflict");
  };
  const { attempts } = attemptLimits.testPushesPerAccount;
  const codes: string[] = [];
  for (let attempt = 0; attempt <= attempts; attempt += 1) {
    codes.push(await codeOf(madeUpOf(person).changeCounted({ thing: aThing() })));
  }
  expect(codes).toEqual([...Array<string>(attempts).fill("conflict"), "too_many_requests"]);
  expect(runs).toBe(attempts);
});
