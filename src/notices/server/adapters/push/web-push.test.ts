import { beforeAll, describe, expect, test, vi } from "vitest";
import { pushSandboxOf } from "#test/push.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { isPublicAddress, publicLookup, type ResolveName, createWebPush } from "./web-push.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const publicName: ResolveName = async () => [{ address: "142.250.66.10", family: 4 }];
const message = { id: "x".repeat(32), text: "{}", isUrgent: false, storedSeconds: 60 };

function keysOfDevice() {
  return pushSandboxOf(app).subscribe(app.config.vapid.publicKey).keys;
}

/** A client without the sandbox, as on a public server. */
function realPush(resolve: ResolveName) {
  const { vapid } = app.config;
  const publicUrl = "https://sampan.example";
  return createWebPush({
    vapid,
    subject: "mailto:a@example.com",
    publicUrl,
    sandbox: null,
    resolve,
  });
}

describe("addresses", () => {
  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "64:ff9b::a00:1",
    "2002:a00:1::1",
    "2001:db8::1",
    "2001::1",
    "not an address",
  ])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(["8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "2607:f8b0:4004:800::200a"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("G33: an endpoint", () => {
  test.each([
    "http://push.example/1",
    "https://push.example:8443/1",
    "https://sampan.example/api/rpc/packages/listPackages",
    "https://SAMPAN.example/sandbox/push/devices/1",
    "https://sampan.example./sandbox/push/devices/1",
    "https://user:secret@push.example/1",
    "https://142.250.66.10/1",
    "https://[2607:f8b0::1]/1",
    "https://0x7f.1/",
    "https://2130706433/",
    "ftp://push.example/1",
    "push.example/1",
    "",
  ])("is not reached at %s, whatever its name leads to", async (endpoint) => {
    const push = realPush(publicName);
    expect(await push.mayReach(endpoint)).toBe(false);
    const sent = await push.send({ endpoint, keys: keysOfDevice() }, message);
    expect(sent.outcome).toBe("refused");
  });

  test("is reached at a public name on the usual port alone", async () => {
    expect(await realPush(publicName).mayReach("https://push.example/1")).toBe(true);
    expect(await realPush(publicName).mayReach("https://push.example:443/1")).toBe(true);
    expect(await realPush(async () => []).mayReach("https://push.example/1")).toBe(false);
    const unknown = () => Promise.reject(new Error("ENOTFOUND"));
    expect(await realPush(unknown).mayReach("https://push.example/1")).toBe(false);
  });

  test.each([
    [[{ address: "127.0.0.1", family: 4 }]],
    [[{ address: "10.0.0.1", family: 4 }]],
    [[{ address: "::1", family: 6 }]],
    [
      [
        { address: "142.250.66.10", family: 4 },
        { address: "192.168.0.10", family: 4 },
      ],
    ],
  ])("whose name leads to %j is refused, also when it did not before", async (addresses) => {
    expect(await realPush(async () => addresses).mayReach("https://push.example/1")).toBe(false);
    // The name is public while it is checked, and changes before it is connected to.
    let isChanged = false;
    const push = realPush(async (name) => (isChanged ? addresses : await publicName(name)));
    const endpoint = "https://push.example/1";
    expect(await push.mayReach(endpoint)).toBe(true);
    isChanged = true;
    const sent = await push.send({ endpoint, keys: keysOfDevice() }, message);
    expect(sent).toEqual({
      outcome: "refused",
      reason: "The name does not lead to a public address.",
    });
  });

  test("is connected to at the addresses that were checked", async () => {
    const asked: string[] = [];
    const lookup = publicLookup(async (name) => {
      asked.push(name);
      return await publicName(name);
    });
    const one = await new Promise((resolve) => {
      lookup("push.example", {}, (_error, address) => resolve(address));
    });
    const all = await new Promise((resolve) => {
      lookup("push.example", { all: true }, (_error, addresses) => resolve(addresses));
    });
    expect([one, all]).toEqual(["142.250.66.10", [{ address: "142.250.66.10", family: 4 }]]);
    expect(asked).toEqual(["push.example", "push.example"]);
  });
});

describe("the sandbox", () => {
  const sandboxBase = () => `${app.config.publicUrl}/sandbox/push`;

  test("is reached at exactly its own origin and path", async () => {
    const { push } = app.services;
    const { endpoint, keys } = pushSandboxOf(app).subscribe(app.config.vapid.publicKey);
    expect(endpoint.startsWith(`${sandboxBase()}/`)).toBe(true);
    expect(await push.mayReach(endpoint)).toBe(true);
    const { port } = new URL(app.config.publicUrl);
    for (const other of [
      endpoint.replace(`:${port}`, ":1"),
      endpoint.replace("localhost", "127.0.0.1"),
      endpoint.replace("http:", "https:"),
      `${app.config.publicUrl}/api/rpc`,
      `${sandboxBase()}/../mail`,
      `${sandboxBase()}/answer`,
      `${sandboxBase()}/devices`,
      `${sandboxBase()}/devices/`,
      `${sandboxBase()}.json`,
      endpoint.replace("/devices/", "/devices/../"),
      endpoint.replace("/devices/", "/devices/%2e%2e/devices/"),
      endpoint.replace("/devices/", "/devices%2F"),
      endpoint.replace("/devices/", "//devices/"),
      endpoint.replace("/devices/", "\\devices\\"),
      endpoint.replace("/sandbox", "/./sandbox"),
      `${endpoint}%2F..%2F..%2Fanswer`,
      `${endpoint}/../../answer`,
      `${endpoint}?status=410`,
      `${endpoint}#1`,
      `${endpoint}\n`,
      endpoint.replace("http://", "http://mei:secret@"),
      `${app.config.publicUrl}@127.0.0.1/sandbox/push/devices/1`,
    ])
      expect(
        [await push.mayReach(other), (await push.send({ endpoint: other, keys }, message)).outcome],
        other,
      ).toEqual([false, "refused"]);
  });

  test("is not reached where it does not run", async () => {
    const { endpoint, keys } = pushSandboxOf(app).subscribe(app.config.vapid.publicKey);
    const push = realPush(async () => [{ address: "127.0.0.1", family: 4 }]);
    expect(await push.mayReach(endpoint)).toBe(false);
    expect((await push.send({ endpoint, keys }, message)).outcome).toBe("refused");
    expect(pushSandboxOf(app).messages(endpoint)).toEqual([]);
  });

  test.each([
    [201, { outcome: "sent" }],
    [404, { outcome: "gone" }],
    [410, { outcome: "gone" }],
    [429, { outcome: "retry", afterSeconds: 120 }],
    [500, { outcome: "retry", afterSeconds: null }],
    [503, { outcome: "retry", afterSeconds: 120 }],
    [400, { outcome: "refused" }],
    [413, { outcome: "refused" }],
    [302, { outcome: "refused" }],
    [307, { outcome: "refused" }],
  ])("answers %i with %j, and nobody follows it elsewhere", async (status, expected) => {
    const sandbox = pushSandboxOf(app);
    const { endpoint, keys } = sandbox.subscribe(app.config.vapid.publicKey);
    const before = sandbox.messages().length;
    sandbox.answer(status, endpoint);
    expect(await app.services.push.send({ endpoint, keys }, message)).toMatchObject(expected);
    expect(sandbox.messages()).toHaveLength(before);
    sandbox.answer(null, endpoint);
    expect(await app.services.push.send({ endpoint, keys }, message)).toEqual({ outcome: "sent" });
  });

  test("is sent one token for an hour, and then another", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const { vapid } = app.config;
    const sent: Request[] = [];
    const push = createWebPush({
      vapid,
      subject: "mailto:a@example.com",
      publicUrl: app.config.publicUrl,
      sandbox: {
        baseUrl: sandboxBase(),
        fetch: (request) => {
          sent.push(request);
          return pushSandboxOf(app).fetch(request);
        },
      },
    });
    const { endpoint, keys } = pushSandboxOf(app).subscribe(vapid.publicKey);
    for (const minutes of [0, 59, 2]) {
      vi.setSystemTime(Date.now() + minutes * 60_000);
      expect(await push.send({ endpoint, keys }, message)).toEqual({ outcome: "sent" });
    }
    vi.useRealTimers();
    const tokens = sent.map(({ headers }) => headers.get("authorization"));
    expect(tokens[1]).toBe(tokens[0]);
    expect(tokens[2]).not.toBe(tokens[0]);
    push.close();
  });
});
