import { beforeAll, expect, test, vi } from "vitest";
import { aCustomer } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { createFairQueue } from "./fair-queue.ts";
import { queueLimits } from "./queues.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

test("B2: Requests of one address run a few at a time, in the order of arrival", async () => {
  const limits = { ...queueLimits.signedOutRequests, atOncePerAccount: 2, mostPerAccount: 4 };
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, address = "a") =>
    queue.run(address, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const results = ["1", "2", "3", "4"].map((name) => start(name));
  await expect(start("5")).rejects.toMatchObject({ code: "unavailable" });
  const other = start("other", "b");
  await vi.waitFor(() => expect(begun).toEqual(["1", "2", "other"]), 40_000);
  ends.get("2")?.();
  await results[1];
  await vi.waitFor(() => expect(begun).toEqual(["1", "2", "other", "3"]), 40_000);
  for (const name of ["1", "3", "other"]) ends.get(name)?.();
  await vi.waitFor(() => expect(begun).toContain("4"), 40_000);
  ends.get("4")?.();
  await Promise.all([...results, other]);
});

async function cookiesOfEndedSession(): Promise<ReadonlyMap<string, string>> {
  const { client } = await aCustomer(app);
  const cookies = new Map(client.cookies);
  await client.api.auth.signOut({});
  return cookies;
}

test.each([
  ["without a cookie", async () => new Map<string, string>()],
  ["with the cookie of an ended session", cookiesOfEndedSession],
])(
  "Of twenty sign-ins of one address %s eight are worked on, while others and who is signed in go on",
  async (_, cookiesOf) => {
    const [customer, cookies] = await Promise.all([aCustomer(app), cookiesOf()]);
    const held = Promise.withResolvers<never>();
    const hashing = vi.spyOn(app.services, "hashPassword").mockImplementation(() => held.promise);
    const client = app.client({ ipAddress: "203.0.113.7" });
    for (const [name, value] of cookies) client.cookies.set(name, value);
    const flood = Promise.allSettled(
      Array.from({ length: 20 }, (__, number) =>
        client.api.auth.signIn({ email: `guess${number}@example.com`, password: "wrong tide" }),
      ),
    );
    await vi.waitFor(() => expect(hashing).toHaveBeenCalledTimes(8), 40_000);
    expect(await app.client().api.auth.readSession({})).toBeNull();
    const sameAddress = app.client({ ipAddress: "203.0.113.7" });
    for (const [name, value] of customer.client.cookies) sameAddress.cookies.set(name, value);
    expect((await sameAddress.api.auth.readSession({}))?.person.email).toBe(customer.email);
    expect(hashing).toHaveBeenCalledTimes(8);
    held.reject(new Error("Over."));
    await flood;
    vi.restoreAllMocks();
  },
);
