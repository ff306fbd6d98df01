// Measures messages of carriers: `node bench/carrier-messages.ts [PART]`.
//
// `rate`: 50 a second beside 200 open pages: answers below 50 ms and pages notified within a second, at the 99th percentile.
// `storm`: 10,000 shuffled, 30 % of them twice, 10 % never, then what is silent is polled; compares the end with a model, and the
// time with plain SQL that writes the same rows in a transaction for each message (at least half as fast).
// `notifications`: 1,000 at once, each about the package of another customer with a device (`parts/notification-fan-out.ts`).
//
// Emails are sent in the last part alone.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { deriveLegs } from "#tracking/rules/tracking-rules.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import type { ProviderTracker } from "#tracking/server/adapters/tracking/tracking.ts";
import { loadConfig } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Db } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import { fakeTracking, providerEvent, providerMessage, postSigned } from "#test/tracking.ts";
import {
  conclude,
  followPackages,
  inParallel,
  quantile,
  runParts,
  say,
  secret,
  silent,
  spread,
} from "./parts/measuring.ts";
import { fanOut } from "./parts/notification-fan-out.ts";
import { writePlainly } from "./parts/plain-tracking.ts";

const messageCount = Number(process.env["BENCH_MESSAGES"] ?? 10_000);
const senders = 8;
/** Enough events for so many messages, and as many packages as are sent about at the rate. */
const packageCount = Math.max(Math.ceil(messageCount / 4.5), 1_100);

const stories: TrackingStage[][] = [
  ["announced", "picked_up", "departed", "arrived", "out_for_delivery", "delivered"],
  ["announced", "picked_up", "moving", "moving"],
  ["picked_up", "customs", "customs_information_required", "customs_released", "delivered"],
  ["picked_up", "departed", "returning", "returned"],
  ["picked_up", "arrived", "delivered", "moving"],
  ["picked_up", "attempt_failed", "out_for_delivery", "delivered"],
];

type Case = { readonly number: string; readonly known: ProviderTracker };

let state = 20_261_123;
function random(): number {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return state / 4_294_967_296;
}

/** Packages of three legs, the last with a number that is followed. */
async function makeCases(db: Db, letter: string, startedAt: Date): Promise<Case[]> {
  await sql`
    insert into users (name, email)
    select 'Storm', lower(${letter}) || n || '@example.com' from generate_series(1, 200) n
  `.execute(db);
  await sql`
    with customers as (
      select id, row_number() over () - 1 as place from users where email like ${`${letter.toLowerCase()}%@example.com`}
    ), added as (
      insert into packages (user_id, tracking_number, origin, destination, created_at, updated_at)
      select id, ${letter} || (1000000 + n), 'China', 'United States', now(), now()
      from generate_series(1, ${packageCount}::int) n join customers on place = n % 200 returning id, tracking_number
    ), legs as (
      insert into shipping_legs (package_id, leg_number, origin, destination, tracking_number, created_at, updated_at)
      select added.id, leg, (array['China', 'Hong Kong', 'Singapore'])[leg],
        (array['Hong Kong', 'Singapore', 'United States'])[leg],
        case when leg = 3 then 'N' || tracking_number end, now(), now()
      from added, generate_series(1, 3) leg returning id, tracking_number
    ), followed as (
      insert into trackers (tracking_number, state, registered_at, next_look_at, created_at, updated_at)
      select tracking_number, 'following', ${startedAt}, ${startedAt}, ${startedAt}, ${startedAt}
      from legs where tracking_number is not null returning id, tracking_number
    )
    insert into tracker_uses (tracker_id, leg_id, since)
      select followed.id, legs.id, ${startedAt} from followed join legs using (tracking_number)
  `.execute(db);
  await sql`analyze`.execute(db);
  return Array.from({ length: packageCount }, (_, index) => {
    const number = `N${letter}${1_000_001 + index}`;
    const stages = stories[index % stories.length] ?? [];
    const events = stages.map((stage, step) =>
      providerEvent(stage, new Date(startedAt.getTime() + step * 3_600_000)),
    );
    return { number, known: providerMessage(number, events) };
  });
}

function shuffledMessages(cases: readonly Case[]): ProviderTracker[] {
  const all = cases
    .flatMap(({ number, known }) =>
      known.events.map((_event, index) =>
        providerMessage(number, known.events.slice(0, index + 1)),
      ),
    )
    .slice(0, messageCount);
  return [...all, ...all.filter(() => random() < 0.3)]
    .filter(() => random() > 0.1)
    .map((message) => ({ message, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ message }) => message);
}

/** The product: webhooks and jobs at the same time, until nothing is left. */
async function send(server: OpenServer, messages: readonly ProviderTracker[]): Promise<number> {
  const { db, config } = server.services;
  const times: number[] = [];
  const startedAt = performance.now();
  await inParallel(messages, senders, async (message) => {
    const sentAt = performance.now();
    const { status } = await postSigned({ app: server.app, config }, JSON.stringify(message));
    if (status !== 200) throw new Error(`A message was answered with ${status}.`);
    times.push(performance.now() - sentAt);
  });
  for (;;) {
    const { rows } = await sql`
      select from carrier_messages where state in ('received', 'failed') limit 1`.execute(db);
    if (rows.length === 0) break;
    await pause(20);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  say(
    `product: ${messages.length} messages in ${seconds.toFixed(1)} s, ` +
      `${(messages.length / seconds).toFixed(0)} a second; answers ${spread(times)}`,
  );
  return seconds;
}

/** How many packages differ from what all their events lead to. */
async function compare(db: Db, cases: readonly Case[]): Promise<number> {
  const { rows } = await sql<{ number: string; status: string; question: string; count: number }>`
    select t.tracking_number as number, l.status, l.question,
      (select count(*)::int from tracking_events e where e.tracker_id = t.id)
    from trackers t join tracker_uses u on u.tracker_id = t.id join shipping_legs l on l.id = u.leg_id
  `.execute(db);
  const stored = new Map(rows.map((row) => [row.number, row]));
  const leg = {
    legNumber: 3,
    origin: "Singapore",
    destination: "United States",
    status: "pending" as const,
    statusSource: "staff" as const,
    statusSince: null,
    departedAt: null,
    arrivedAt: null,
    staffStatus: null,
    staffStatusAt: null,
    eventsCountSince: null,
    questionsAnsweredAt: null,
  };
  return cases.filter(({ number, known }) => {
    const events = known.events.map(({ stage, occurred }) => ({
      key: randomUUID(),
      stage,
      occurredAt: new Date(`${occurred.date}T${occurred.time}Z`),
      confidence: "exact" as const,
      receivedAt: new Date(),
      country: null,
      legNumbers: [3],
    }));
    const [end] = deriveLegs([leg], events);
    const row = stored.get(number);
    return (
      row?.status !== end?.status || row?.question !== end?.question || row?.count !== events.length
    );
  }).length;
}

const pacedCount = 1_100;
/** The first two seconds open the connections to the database and are not counted. */
const warmUpCount = 100;
const pauseMilliseconds = 20;

async function measureRate(server: OpenServer): Promise<string[]> {
  const { db, config, jobs } = server.services;
  await jobs.start(server.handlers);
  const startedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 24 * 3_600_000);
  const cases = (await makeCases(db, "O", startedAt)).slice(0, pacedCount);
  const { rows } = await sql<{ number: string; packageId: string }>`
    select tracking_number as number, package_id from shipping_legs where tracking_number like 'NO%'
  `.execute(db);
  const packageIds = new Map(rows.map(({ number, packageId }) => [number, packageId]));
  const sent = new Map<string, number>();
  const reported = new Map<string, number>();
  await followPackages(server, (id) => {
    if (sent.has(id) && !reported.has(id)) reported.set(id, performance.now());
  });
  // That the packages were added is reported first.
  await pause(2_000);
  const answers: number[] = [];
  const warmUp = new Set<string>();
  const sending: Promise<void>[] = [];
  const firstAt = performance.now();
  for (const [index, { number, known }] of cases.entries()) {
    await pause(Math.max(0, firstAt + index * pauseMilliseconds - performance.now()));
    const sentAt = performance.now();
    const packageId = packageIds.get(number) ?? "";
    sent.set(packageId, sentAt);
    if (index < warmUpCount) warmUp.add(packageId);
    const body = JSON.stringify(providerMessage(number, known.events.slice(0, 1)));
    sending.push(
      postSigned({ app: server.app, config }, body).then(({ status }) => {
        if (status !== 200) throw new Error(`A message was answered with ${status}.`);
        if (index >= warmUpCount) answers.push(performance.now() - sentAt);
      }),
    );
  }
  await Promise.all(sending);
  await pause(5_000);
  await jobs.stop();
  const counted = [...sent].filter(([id]) => !warmUp.has(id));
  const delays = counted.map(([id, at]) => (reported.get(id) ?? Number.POSITIVE_INFINITY) - at);
  say(`50 a second, 200 open pages: answers ${spread(answers)}; pages notified ${spread(delays)}`);
  return [
    ...(quantile(answers, 0.99) > 50 ? ["Answers took longer than 50 ms"] : []),
    ...(quantile(delays, 0.99) > 1_000 ? ["Pages were notified after more than a second"] : []),
  ];
}

async function measureStorm(server: OpenServer, provider: Provider): Promise<string[]> {
  const { db, jobs } = server.services;
  const startedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 24 * 3_600_000);
  await jobs.start(server.handlers);
  const cases = await makeCases(db, "P", startedAt);
  const messages = shuffledMessages(cases);
  const seconds = await send(server, messages);
  say(`packages that differ before polling: ${await compare(db, cases)} of ${cases.length}`);
  for (const { number, known } of cases) provider.fake.known.set(number, known);
  provider.aheadMilliseconds = 49 * 3_600_000;
  for (let run = 0; run < Math.ceil((2 * cases.length) / 1000); run += 1) {
    await server.handlers["poll-silent-trackers"]({});
  }
  const differing = await compare(db, cases);
  say(`packages that differ afterwards: ${differing}`);
  await jobs.stop();
  await makeCases(db, "S", startedAt);
  const renamed = messages.map((message) => ({
    ...message,
    trackingNumber: message.trackingNumber.replace("NP", "NS"),
  }));
  const plainSeconds = await writePlainly(db, "S", renamed);
  const ratio = plainSeconds / seconds;
  say(`plain SQL: ${plainSeconds.toFixed(1)} s, ratio ${ratio.toFixed(2)}`);
  return [
    ...(differing > 0 ? [`${differing} packages differ from the model`] : []),
    ...(ratio < 0.5 ? ["Plain SQL is more than twice as fast"] : []),
  ];
}

/** What the provider knows, and by how much the server's clock is ahead. */
type Provider = { readonly fake: ReturnType<typeof fakeTracking>; aheadMilliseconds: number };

async function onServer(
  measure: (server: OpenServer, provider: Provider) => Promise<string[]>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-carrier-messages-"));
  const settings = { fsync: "off" };
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent, settings });
  const database = await openProductDatabase({ url: postgres.url, secret, log: silent });
  try {
    const provider: Provider = { fake: fakeTracking(), aheadMilliseconds: 0 };
    const server = await openServer({
      config: loadConfig({ DATA_DIR: folder, SECRET: secret }),
      database,
      log: createLog({ level: "silent" }),
      now: () => new Date(Date.now() + provider.aheadMilliseconds),
      clientFolder: null,
      currentTracking: provider.fake.currentTracking,
    });
    await server.services.db
      .updateTable("settings")
      .set({ shipmentNotifications: false })
      .execute();
    conclude(await measure(server, provider));
    await server.close().catch(() => undefined);
  } finally {
    await database.close();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await runParts({
  rate: () => onServer(measureRate),
  storm: () => onServer(measureStorm),
  notifications: fanOut,
});
