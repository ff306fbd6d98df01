import { randomUUID } from "node:crypto";
import * as z from "zod";
import { beforeAll, describe, expect, test } from "vitest";
import { placesIn, placesOf, storedTexts } from "#test/database-contents.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin } from "#test/users.ts";
import { jobList } from "#app/server/jobs.ts";
import { isLongRun } from "#test/long-run.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const password = "a calm harbour at dusk";
const newAddress = () => `${randomUUID()}@example.com`;
const aMinute = () => app.clock.advance(61_000);

/** Where the job queue has these words, whatever became of its jobs. */
async function placesInJobs(...words: readonly string[]): Promise<string[]> {
  const texts = await storedTexts(app.database, ["pgboss"]);
  return words.flatMap((word) => placesIn(texts, word));
}

/** Neither while its jobs wait nor after they ran. */
async function expectNoAddressInJobs(...emails: readonly string[]): Promise<void> {
  expect(await placesInJobs(...emails)).toEqual([]);
  const { errors } = await app.runJobs({ withDelayed: true });
  expect(errors).toEqual([]);
  expect(await placesInJobs(...emails)).toEqual([]);
}

async function waitingRequests(): Promise<number> {
  return (await app.database.kysely.selectFrom("authEmailRequests").select("id").execute()).length;
}

type JsonSchema = {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
};

/** The paths in a schema at which anything but ids, numbers, times and listed words may stand. */
function freeTexts(schema: JsonSchema, path: string): string[] {
  if (schema.anyOf !== undefined) {
    return schema.anyOf.flatMap((one, at) => freeTexts(one, `${path}[${at}]`));
  }
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  if (schema.type === "object") {
    const inside = Object.entries(schema.properties ?? {});
    const texts = inside.flatMap(([name, one]) => freeTexts(one, `${path}.${name}`));
    return schema.additionalProperties === false ? texts : [`${path}.*`, ...texts];
  }
  if (schema.type === "array") return freeTexts(schema.items ?? {}, `${path}[]`);
  const isFact = ["integer", "number", "boolean", "null"].includes(schema.type ?? "");
  const isId = schema.format === "uuid" || schema.format === "date-time";
  return isFact || isId ? [] : [path];
}

/** Texts in the data of jobs, and why they name nobody. */
const namedTexts: Readonly<Record<string, string>> = {
  "process-provider-event.eventId": "The payment provider's id of an event.",
  "record-failed-job.job": "The name of a job.",
  "record-failed-job.reason":
    "Never stored: it is read from the failed job, whose output is scrubbed.",
};

describe("The data of jobs", () => {
  test("is made of ids: a text in it is named with its reason", () => {
    const found = Object.entries(jobList).flatMap(([name, { data }]) =>
      freeTexts(z.toJSONSchema(data, { io: "input" }) as JsonSchema, name),
    );
    expect(found.toSorted()).toEqual(Object.keys(namedTexts).toSorted());
    expect(freeTexts(z.toJSONSchema(z.strictObject({ to: z.email() })) as JsonSchema, "x")).toEqual(
      ["x.to"],
    );
  });

  test.runIf(isLongRun)(
    "has no address of a sign-up, new or again, nor of the link that is sent again",
    async () => {
      const email = newAddress();
      const client = app.client();
      await client.api.auth.signUp({ fullName: "Li Na", email, password });
      await expectNoAddressInJobs(email);
      aMinute();
      await client.api.auth.resendVerification({ email });
      await expectNoAddressInJobs(email);
      const holder = await aCustomer(app);
      await app.client().api.auth.signUp({ fullName: "Li Na", email: holder.email, password });
      await expectNoAddressInJobs(holder.email);
      expect(await waitingRequests()).toBe(0);
    },
  );

  test.runIf(isLongRun)(
    "has no address for which a reset or a link is asked, with an account or without",
    async () => {
      const { api } = app.client();
      const [known, unknown] = [(await aCustomer(app)).email, newAddress()];
      // Of an address without an account, nothing but what limits count is readable.
      const limits = ["public.attempts.bucket"];
      const ofAccounts = ["public.profiles.email", "public.users.email"];
      for (const email of [known, unknown]) {
        await api.auth.requestPasswordReset({ email });
        const waiting = await placesOf(app.database, email);
        expect(waiting.filter((place) => !ofAccounts.includes(place))).toEqual(limits);
        expect(await waitingRequests()).toBe(1);
        await expectNoAddressInJobs(email);
        aMinute();
        await api.auth.resendVerification({ email });
        expect(await waitingRequests()).toBe(1);
        await expectNoAddressInJobs(email);
        aMinute();
        expect(await waitingRequests()).toBe(0);
      }
      expect(await placesOf(app.database, unknown)).toEqual(limits);
      expect(await app.emailsTo(known)).toHaveLength(1);
      expect(await app.emailsTo(unknown)).toEqual([]);
    },
  );

  test("has no address of a changed email, of staff who are appointed, or of a closed account", async () => {
    const [admin, person] = [await anAdmin(app), await aCustomer(app)];
    const changed = newAddress();
    await admin.api.users.updateUser({
      userId: person.userId,
      fullName: person.fullName,
      email: changed,
      subscription: null,
      packageQuota: 0,
      reason: "They asked for it",
      expectedVersion: {
        fullName: person.fullName,
        email: person.email,
        subscription: null,
        packageQuota: 0,
      },
    });
    await expectNoAddressInJobs(person.email, changed);
    const closing = await aCustomer(app);
    await admin.api.users.grantStaffRole({ userId: closing.userId, role: "support" });
    await expectNoAddressInJobs(closing.email);
    await closing.api.users.closeAccount({ password });
    await expectNoAddressInJobs(closing.email);
  });

  test("and the reason of one that failed have no address that an error names", async () => {
    const address = newAddress();
    await app.services.jobs.enqueue(app.services.db, "reconcile", { cause: "admin" });
    const { services } = app;
    const failing = {
      ...Object.fromEntries(Object.keys(jobList).map((name) => [name, async () => undefined])),
      reconcile: () => Promise.reject(new Error(`550 <${address}>: rejected`)),
    };
    const { errors } = await services.jobs.runDueJobs(failing as never);
    expect(errors).toHaveLength(1);
    expect(await placesInJobs(address)).toEqual([]);
    expect(await placesInJobs("550 <[email]>: rejected")).not.toEqual([]);
  });
});
