// Sends 50 messages of carriers a second beside open pages, and measures the answers and when the pages are told. Then
// sends 10,000 messages shuffled, 30 % of them twice, 10 % never, polls what is silent, compares the end with a
// model, and writes the same rows by plain SQL for comparison, in two ways: a transaction for each message, and, as the
// product does, what came meanwhile together.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { deriveLegs } from "#tracking/rules/tracking-rules.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import { closeEmailCompiler } from "#platform/server/adapters/mail/email-compiler.ts";
import type { ProviderTracker } from "#tracking/server/adapters/tracking/tracking.ts";
import { loadConfig } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Db } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import { fakeTracking, providerEvent, providerMessage, postSigned } from "#test/tracking.ts";
import { writePlainly } from "./plain-tracking.ts";

const messageCount = Number(process.env["MESSAGES"] ?? 10_000);
const senders = 8;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const printLine = (line: string) => process.stdout.write(`${line}\n`);

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
  const count = Math.ceil(messageCount / 4.5);
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
      from generate_series(1, ${count}::int) n join customers on place = n % 200 returning id, tracking_number
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
  return Array.from({ length: count }, (_, index) => {
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

async function inParallel<T>(items: readonly T[], count: number, run: (item: T) => Promise<void>) {
  let next = 0;
  const work = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await run(item);
  };
  await Promise.all(Array.from({ length: count }, work));
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
  const p99 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  printLine(
    `product: ${messages.length} messages in ${seconds.toFixed(1)} s, ` +
      `${(messages.length / seconds).toFixed(0)} a second; answers p99 ${p99.toFixed(0)} ms`,
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

/** How many rows there are of the cases of a letter. */
async function countRows(db: Db, letter: string): Promise<string> {
  const { rows } = await sql<Record<string, number>>`
    with mine as (
      select t.id, l.package_id from trackers t join tracker_uses u on u.tracker_id = t.id
        join shipping_legs l on l.id = u.leg_id where t.tracking_number like ${`N${letter}%`}
    )
    select
      (select count(*)::int from carrier_messages where tracker_id in (select id from mine)) as messages,
      (select count(*)::int from tracking_events where tracker_id in (select id from mine)) as events,
      (select count(*)::int from events where subject_id in (select package_id from mine)) as history,
      (select count(*)::int from notifications where subject_id in (select package_id from mine)) as notifications
  `.execute(db);
  return Object.entries(rows[0] ?? {})
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");
}

const pacedCount = 1_100;
/** The first two seconds open the connections to the database and are not counted. */
const warmUpCount = 100;
const pauseMilliseconds = 20;

/** Of sorted numbers, the one below which `share` of them are. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** Opens the stream of every customer; returns when each package of `sent` was first reported as changed after its message. */
async function openPages(
  { services }: OpenServer,
  sent: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const reported = new Map<string, number>();
  const { rows } = await sql<{ id: string; userId: string }>`
    insert into sessions (user_id, token, expires_at)
    select id, 'open ' || id, now() + interval '1 day' from users where email like 'o%@example.com'
    returning id, user_id
  `.execute(services.db);
  for (const { id: sessionId, userId } of rows) {
    const session = { sessionId, userId, isAdmin: false, roles: [], hasTwoFactor: false };
    const notices = await services.changeStream.subscribe(session, undefined);
    void (async () => {
      for await (const { changes } of notices) {
        for (const { topic, subjectId } of changes) {
          if (topic !== "package" || subjectId === null || !sent.has(subjectId)) continue;
          if (!reported.has(subjectId)) reported.set(subjectId, performance.now());
        }
      }
    })();
  }
  return reported;
}

/** 50 messages a second about as many packages; returns whether both goals are reached. */
async function pace(server: OpenServer): Promise<boolean> {
  const { db, config } = server.services;
  const startedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 24 * 3_600_000);
  const cases = (await makeCases(db, "O", startedAt)).slice(0, pacedCount);
  const { rows } = await sql<{ number: string; packageId: string }>`
    select tracking_number as number, package_id from shipping_legs where tracking_number like 'NO%'
  `.execute(db);
  const packageIds = new Map(rows.map(({ number, packageId }) => [number, packageId]));
  const sent = new Map<string, number>();
  const reported = await openPages(server, sent);
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
  const counted = [...sent].filter(([id]) => !warmUp.has(id));
  const delays = counted.map(([id, at]) => (reported.get(id) ?? Number.POSITIVE_INFINITY) - at);
  const [answered, told] = [percentile(answers, 0.99), percentile(delays, 0.99)];
  printLine(
    `50 a second, 200 open pages: answers p50 ${percentile(answers, 0.5).toFixed(0)} ms, p99 ` +
      `${answered.toFixed(0)} ms; pages told p50 ${percentile(delays, 0.5).toFixed(0)} ms, p99 ` +
      `${told.toFixed(0)} ms, at most ${Math.max(...delays).toFixed(0)} ms`,
  );
  return answered <= 50 && told <= 1_000;
}

async function storm(
  server: OpenServer,
  fake: ReturnType<typeof fakeTracking>,
  clock: { ahead: number },
) {
  const { db, jobs } = server.services;
  const startedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 24 * 3_600_000);
  await jobs.start(server.handlers);
  const isQuick = await pace(server);
  // The plain script writes no emails either.
  await db.updateTable("settings").set({ shipmentNotifications: false }).execute();
  const cases = await makeCases(db, "P", startedAt);
  const messages = shuffledMessages(cases);
  const product = await send(server, messages);
  printLine(`packages that differ before polling: ${await compare(db, cases)} of ${cases.length}`);
  printLine(`rows: ${await countRows(db, "P")}`);
  for (const { number, known } of cases) fake.known.set(number, known);
  clock.ahead = 49 * 3_600_000;
  // The numbers of the open pages are silent too.
  for (let run = 0; run < Math.ceil((2 * cases.length) / 1000); run += 1) {
    await server.handlers["poll-silent-trackers"]({});
  }
  const wrong = await compare(db, cases);
  printLine(`packages that differ afterwards: ${wrong}`);
  await jobs.stop();
  let isClose = true;
  for (const [letter, how] of [
    ["S", "alone"],
    ["T", "together"],
  ] as const) {
    await makeCases(db, letter, startedAt);
    const renamed = messages.map((message) => ({
      ...message,
      trackingNumber: message.trackingNumber.replace("NP", `N${letter}`),
    }));
    const plainly = await writePlainly(db, letter, renamed, how === "together");
    printLine(
      `plain SQL, ${how}: ${plainly.toFixed(1)} s, ratio ${(plainly / product).toFixed(2)}`,
    );
    printLine(`rows: ${await countRows(db, letter)}`);
    // The goal is against the simplest way; the other shows what deciding costs.
    if (how === "alone") isClose = plainly / product >= 0.5;
  }
  process.exitCode = wrong > 0 || !isClose || !isQuick ? 1 : 0;
}

const folder = await mkdtemp(join(tmpdir(), "bench-tracking-"));
const settings = { fsync: "off" };
const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent, settings });
const secret = "a secret of benches alone, 32 characters";
const database = await openProductDatabase({ url: postgres.url, secret, log: silent });
const mailSink = new Worker(new URL("mail-sink.ts", import.meta.url));
const [port] = (await once(mailSink, "message")) as [number];
try {
  const fake = fakeTracking();
  const clock = { ahead: 0 };
  const server = await openServer({
    config: loadConfig({
      DATA_DIR: folder,
      SECRET: secret,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "storm@example.com",
    }),
    database,
    log: createLog({ level: "silent" }),
    now: () => new Date(Date.now() + clock.ahead),
    clientFolder: null,
    currentTracking: fake.currentTracking,
  });
  await storm(server, fake, clock);
  await server.close().catch(() => undefined);
  await closeEmailCompiler();
} finally {
  await mailSink.terminate();
  await database.close();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
