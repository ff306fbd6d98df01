// A server that is killed between storing and processing carriers' messages loses none and processes each once.
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sandboxTrackingAccess } from "#app/server/open-sandboxes.ts";
import { makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
import { isLongRun } from "#test/long-run.ts";

const kills = Number(process.env["KILLS"] ?? 30);
const packagesCount = 4;
const secret = "a secret of crash tests alone, 32 characters";

type Step = { readonly status: string; readonly description: string; readonly at: Date };

/** Sends a push until it is acknowledged, as the provider does. */
async function push(address: string, trackingNumber: string, steps: readonly Step[]) {
  const events = steps.map(({ status, description, at }) => ({
    time_utc: at.toISOString(),
    time_iso: at.toISOString(),
    description,
    sub_status: status,
  }));
  const info = { tracking: { providers: [{ events }] } };
  const data = { number: trackingNumber, carrier: 0, tag: "", track_info: info };
  const body = JSON.stringify({ event: "TRACKING_UPDATED", data });
  const { apiKey } = sandboxTrackingAccess({ secret, publicUrl: address });
  const sign = createHash("sha256").update(`${body}/${apiKey}`).digest("hex");
  for (;;) {
    try {
      const request = {
        method: "POST",
        body,
        headers: { sign },
        signal: AbortSignal.timeout(5_000),
      };
      const { status } = await fetch(`${address}/api/webhooks/tracking`, request);
      if (status === 200) return;
      if (status < 500) throw new TypeError(`A push was answered with ${status}.`);
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith("A push")) throw error;
    }
    await pause(20);
  }
}

/** Packages whose last leg has a number. */
async function followNumbers(admin: Visitor, { api }: Visitor): Promise<string[]> {
  const numbers: string[] = [];
  for (let index = 0; index < packagesCount; index += 1) {
    const { package: pkg } = await api.packages.createPackage({
      trackingNumber: `SF800000000000${index}`,
      origin: "China",
      destination: "United States",
      idempotencyKey: randomUUID(),
    });
    const leg = pkg.legs.at(-1);
    if (leg === undefined) throw new Error("The package has no legs.");
    const { id: legId, origin, destination, carrier, estimatedDeparture, estimatedArrival } = leg;
    const trackingNumber = `ZZ900000000${index}`;
    const dates = { estimatedDeparture, estimatedArrival };
    const fields = { origin, destination, carrier, ...dates, notes: null };
    await admin.api.packages.updateLeg({ legId, ...fields, trackingNumber });
    numbers.push(trackingNumber);
  }
  return numbers;
}

async function readEnd(server: ServerProcess, numbers: readonly string[]) {
  return await onDatabase(server, async (db) => {
    const { rows } = await sql<{ unfinished: number; events: number; twice: number }>`
      select
        (select count(*)::int from carrier_messages where state in ('received', 'failed')) as unfinished,
        (select count(distinct (tracker_id, description))::int from tracking_events
          where description like 'Step %') as events,
        (select count(*)::int from (select from tracking_events where description like 'Step %'
          group by tracker_id, description having count(*) > 1) doubled) as twice
    `.execute(db);
    const { rows: moved } = await sql<{ status: string; changes: number; emails: number }>`
      select p.status,
        (select count(*)::int from events e where e.subject_id = p.id
          and kind = 'leg_status_changed' and facts ->> 'legNumber' = l.leg_number::text) as changes,
        (select count(*)::int from emails where kind = 'package-moved') as emails
      from packages p join shipping_legs l on l.package_id = p.id
      where l.tracking_number = any(${numbers}::text[]) order by l.tracking_number
    `.execute(db);
    return { ...rows[0], moved };
  });
}

test.runIf(isLongRun)(
  `G25: ${kills} kills between storing and processing messages lose none, and none has its effect twice`,
  { timeout: 180_000 + kills * 18_000 },
  async () => {
    const server = await serverProcess(null, { settings: { SECRET: secret } });
    try {
      await server.start();
      const admin = await visitAdmin(server.address);
      const [client] = await makeClients(server, 1);
      if (client === undefined) throw new Error("There is no customer.");
      const { userId, visitor } = client;
      await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Test" });
      const numbers = await followNumbers(admin, visitor);
      const startedAt = Date.now() - 3_600_000;
      let isOver = false;
      const sendAll = async (trackingNumber: string): Promise<number> => {
        const steps: Step[] = [];
        const add = (status: string) => {
          const at = new Date(startedAt + steps.length * 1_000);
          steps.push({ status, description: `Step ${steps.length}`, at });
        };
        while (!isOver) {
          add("InTransit_Other");
          await push(server.address, trackingNumber, steps.slice(-3));
        }
        add("Delivered_Other");
        await push(server.address, trackingNumber, steps.slice(-3));
        return steps.length;
      };
      const sending = Promise.all(numbers.map(sendAll));
      // It is awaited below; an unhandled rejection before that would end the process.
      sending.catch(() => undefined);
      for (let kill = 0; kill < kills; kill += 1) {
        await pause(Math.random() * 500);
        await server.kill();
        await server.start();
      }
      isOver = true;
      const sent = (await sending).reduce((total, count) => total + count, 0);
      await expect
        .poll(async () => (await readEnd(server, numbers)).unfinished, { timeout: 120_000 })
        .toBe(0);
      const end = await readEnd(server, numbers);
      expect(end).toEqual({
        unfinished: 0,
        events: sent,
        twice: 0,
        // One on its way and one delivered, of each package.
        moved: numbers.map(() => ({ status: "delivered", changes: 2, emails: 2 * packagesCount })),
      });
    } finally {
      await server.remove();
    }
  },
);
