import { afterAll, describe, expect, test } from "vitest";
import { createApp } from "#app/server/app.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { rejectUnknownHost } from "./request.ts";

const open: TestApp[] = [];
afterAll(async () => {
  for (const app of open) await app.close();
});

async function appWith(settings: Record<string, string>): Promise<TestApp> {
  const app = await testApp({ settings });
  open.push(app);
  return app;
}

describe.each([
  ["a local sandbox", {}],
  ["a public sandbox", { PUBLIC_URL: "http://sampan.example:8080", SANDBOX: "1" }],
  ["a sandbox that listens everywhere", { HOST: "0.0.0.0", SANDBOX: "1" }],
  ["a sandbox that listens everywhere, over IPv6", { HOST: "::", SANDBOX: "1" }],
])("%s", (_what, settings) => {
  test("rejects host names that another site points at it", async () => {
    const { app, config } = await appWith(settings);
    const { port } = new URL(config.publicUrl);
    const statusOf = async (address: string) => {
      const { status } = await app.fetch(new Request(address));
      return status;
    };
    for (const host of ["evil.example", "localhost.evil.example", "0.0.0.0", "192.168.1.5"]) {
      for (const path of ["/", "/sandbox/mail", "/sandbox/mail.json", "/api/session", "/api/docs"])
        expect([host, path, await statusOf(`http://${host}:${port}${path}`)]).toEqual([
          host,
          path,
          421,
        ]);
      for (const path of ["/healthz", "/readyz"])
        expect(await statusOf(`http://${host}:${port}${path}`), path).toBe(200);
    }
    for (const host of [new URL(config.publicUrl).hostname, "localhost", "127.0.0.1", "[::1]"]) {
      expect(await statusOf(`http://${host}:${port}/sandbox/mail.json`), host).toBe(200);
    }
    const rejected = await app.fetch(new Request(`http://evil.example:${port}/`));
    expect(await rejected.json()).toMatchObject({
      code: "unknown_host",
      message: expect.stringContaining(`answers at ${config.publicUrl}.`),
    });
  });
});

test("where HOST names one address, the sandbox answers there too", () => {
  const codeAt = (address: string, host: string) => {
    try {
      rejectUnknownHost(new Request(address), { publicUrl: "http://localhost:3000", host });
      return "allowed";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(codeAt("http://192.168.1.5:3000/", "192.168.1.5")).toBe("allowed");
  expect(codeAt("http://[2001:db8::5]:3000/", "2001:DB8::5")).toBe("allowed");
  expect(codeAt("http://box.internal:3000/", "box.internal")).toBe("allowed");
  expect(codeAt("http://192.168.1.6:3000/", "192.168.1.5")).toBe("unknown_host");
  expect(codeAt("http://[::]:3000/", "::")).toBe("unknown_host");
});

test("without a sandbox the host name of a request does not matter", async () => {
  const { services } = await appWith({});
  const none = { clientFolder: null, mailbox: null, paymentSandbox: null };
  const app = createApp(services, { ...none, stage: () => "serving" });
  const { status } = await app.fetch(new Request("http://another.example/api/session"));
  expect(status).toBe(200);
});
