/** Acknowledged writes survive a killed process, and two processes can share one file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { createStripeSandbox } from "./sandbox.ts";
import { clientOf, publicUrl, temporaryFolder, webhookSecret } from "./sandbox-harness.ts";

const webhook = { url: "http://127.0.0.1:9/", secret: webhookSecret };

/** A process that creates customers without end and prints each id once it is answered. */
function startWriter(dataFile: string): ChildProcess {
  const program = `
    const { createStripeSandbox } = await import(${JSON.stringify(join(import.meta.dirname, "sandbox.ts"))});
    const sandbox = createStripeSandbox({
      dataFile: ${JSON.stringify(dataFile)}, publicUrl: ${JSON.stringify(publicUrl)},
      webhook: ${JSON.stringify(webhook)}, log: () => {},
    });
    for (;;) {
      const response = await sandbox.fetch(new Request(${JSON.stringify(`${publicUrl}/v1/customers`)}, {
        method: "POST", headers: { authorization: "Bearer sk_test_1" },
      }));
      console.log((await response.json()).id);
    }`;
  return spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test.runIf(isLongRun)(
  "two processes write at once, are killed, and no acknowledged write is lost",
  async () => {
    using folder = temporaryFolder();
    const dataFile = join(folder.path, "stripe.sqlite");
    const writers = [startWriter(dataFile), startWriter(dataFile)];
    const answered = new Set<string>();
    const ended = writers.map((writer) => once(writer, "exit"));
    await Promise.all(
      writers.map(async (writer) => {
        let lines = 0;
        for await (const line of createInterface({
          input: writer.stdout as NodeJS.ReadableStream,
        })) {
          answered.add(line);
          lines += 1;
          if (lines === 40) writer.kill("SIGKILL");
        }
      }),
    );
    await Promise.all(ended);
    expect(answered.size).toBeGreaterThanOrEqual(80);
    const sandbox = createStripeSandbox({ dataFile, publicUrl, webhook });
    const stored = new Set<string>();
    for await (const customer of clientOf(sandbox.fetch).customers.list({ limit: 100 })) {
      stored.add(customer.id);
    }
    expect([...answered].filter((id) => !stored.has(id))).toEqual([]);
    const events = clientOf(sandbox.fetch).events.list({ limit: 100 });
    let decision = 0;
    for await (const event of events) decision += event.type === "customer.created" ? 1 : 0;
    expect(decision).toBe(stored.size);
    await sandbox.close();
  },
  30_000,
);
