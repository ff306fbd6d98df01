// Writes by plain SQL what messages of carriers lead to, for comparison with the product: messages, events, trackers, legs,
// packages, their history and notifications. It decides nothing: what follows is known from the message alone.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { stageEffects } from "#tracking/rules/tracking-rules.ts";
import type { ProviderTracker } from "#tracking/server/adapters/tracking/tracking.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { inParallel } from "./measuring.ts";

type Followed = {
  readonly number: string;
  readonly id: string;
  readonly packageId: string;
  readonly userId: string;
};

/** What is new in a message, in the order in which messages come. */
type News = Followed & {
  readonly body: Buffer;
  readonly contentHash: Buffer;
  readonly events: ProviderTracker["events"];
  /** The status that leg and package get; null where they keep theirs. */
  readonly status: "in_transit" | "delivered" | null;
  /** What its customer is notified about. */
  readonly notices: readonly string[];
};

const notified = ["arrived", "customs", "customs_information_required", "customs_released"];
notified.push("out_for_delivery", "attempt_failed");

async function listFollowed(db: Db, letter: string): Promise<Map<string, Followed>> {
  const { rows } = await sql<Followed>`
    select t.tracking_number as number, t.id, l.package_id, p.user_id from trackers t
      join tracker_uses u on u.tracker_id = t.id join shipping_legs l on l.id = u.leg_id
      join packages p on p.id = l.package_id
    where t.tracking_number like ${`N${letter}%`}
  `.execute(db);
  return new Map(rows.map((row) => [row.number, row]));
}

/** Decides what is new in each message before the time is taken. */
function newsOf(
  followed: ReadonlyMap<string, Followed>,
  messages: readonly ProviderTracker[],
): News[] {
  const seen = new Map<string, { events: number; rank: number }>();
  return messages.map((message) => {
    const ofNumber = followed.get(message.trackingNumber);
    if (ofNumber === undefined) throw new Error(`Nothing follows ${message.trackingNumber}.`);
    const known = seen.get(message.trackingNumber) ?? { events: 0, rank: 0 };
    const effects = message.events.map(({ stage }) => stageEffects[stage ?? "expired"].leg);
    const rank = effects.includes("delivers") ? 2 : Number(effects.includes("moves"));
    const events = message.events.slice(known.events);
    seen.set(message.trackingNumber, {
      events: Math.max(known.events, message.events.length),
      rank: Math.max(known.rank, rank),
    });
    const status = rank <= known.rank ? null : rank === 2 ? "delivered" : "in_transit";
    const newest = events.at(-1)?.stage;
    const isReported = newest && rank === 1 && notified.includes(newest);
    const body = Buffer.from(JSON.stringify(message));
    return {
      ...ofNumber,
      body,
      contentHash: createHash("sha256").update(body).digest(),
      events,
      status,
      notices: [...(status === null ? [] : [status]), ...(isReported ? [newest] : [])],
    };
  });
}

function eventRows(news: readonly News[]) {
  return news.flatMap(({ id, events }) =>
    events.map((event) => ({
      tracker_id: id,
      key: createHash("sha256").update(JSON.stringify(event)).digest("hex"),
      stage: event.stage,
      provider_status: event.providerStatus,
      occurred_at: `${event.occurred.date}T${event.occurred.time}Z`,
      local_time: `${event.occurred.date} ${event.occurred.time}`,
      description: event.description,
    })),
  );
}

/** Everything but the messages themselves, a statement for each table. */
async function writeNews(db: Db, news: readonly News[]): Promise<void> {
  const ids = [...new Set(news.filter(({ events }) => events.length > 0).map(({ id }) => id))];
  const moved = news.flatMap(({ packageId, status }) => (status ? [{ packageId, status }] : []));
  const last = [...new Map(moved.map((one) => [one.packageId, one])).values()];
  const notices = news.flatMap(({ userId, packageId, number, notices: all }) =>
    all.map((variant) => ({ userId, packageId, number, variant })),
  );
  await sql`insert into tracking_events (tracker_id, key, stage, provider_status, occurred_at, local_time,
      utc_offset_minutes, time_confidence, description, received_at)
    select tracker_id, decode(key, 'hex'), stage, provider_status, occurred_at, local_time, 0, 'exact', description, now()
    from jsonb_to_recordset(${JSON.stringify(eventRows(news))}::jsonb) as events (
      tracker_id uuid, key text, stage text, provider_status text, occurred_at timestamptz, local_time text,
      description text)
    on conflict do nothing`.execute(db);
  await sql`update trackers set last_event_at = now(), updated_at = now() where id = any(${ids}::uuid[])`.execute(
    db,
  );
  if (last.length > 0) {
    const given = sql`jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as moved ("packageId" uuid, status text)`;
    await sql`update shipping_legs set status = case when leg_number < 3 then 'delivered' else moved.status end,
        status_source = case when leg_number < 3 then 'route' else 'carrier' end, status_since = now(),
        departed_at = now(), arrived_at = case when leg_number < 3 or moved.status = 'delivered' then now() end,
        updated_at = now()
      from ${given} where package_id = moved."packageId"`.execute(db);
    await sql`update packages set status = moved.status, updated_at = now(),
        delivered_at = case when moved.status = 'delivered' then now() end
      from ${given} where packages.id = moved."packageId"`.execute(db);
    // The first movement delivers the earlier legs.
    await sql`insert into events (subject_kind, subject_id, kind, facts, actor, created_at)
      select 'package', moved."packageId", 'leg_status_changed', jsonb_build_object('legNumber', leg, 'before', 'pending',
        'after', case when leg < 3 then 'delivered' else moved.status end), 'system', now()
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved ("packageId" uuid, status text),
        generate_series(1, 3) leg
      where leg = 3 or not exists (select from events where subject_id = moved."packageId")
      union all
      select 'package', "packageId", 'package_status_changed',
        jsonb_build_object('before', 'pending', 'after', status), 'system', now()
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved ("packageId" uuid, status text)`.execute(
      db,
    );
  }
  if (notices.length === 0) return;
  await sql`insert into notifications (user_id, kind, subject_id, dedupe_key, payload, handled_at, created_at)
    select "userId", 'package_moved', "packageId", "packageId" || ' ' || variant,
      jsonb_build_object('variant', variant, 'number', number), now(), now()
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as given (
      "userId" uuid, "packageId" uuid, number text, variant text)
    on conflict (user_id, kind, dedupe_key) do nothing`.execute(db);
}

/** A transaction for each message. */
async function writeAlone(db: Db, all: readonly News[]): Promise<void> {
  // More of them would wait for each other.
  await inParallel(all, 4, async (news) => {
    await atomically(db, async (inner) => {
      await sql`insert into carrier_messages (content_hash, body, tracking_number, state, tracker_id, attempts,
          received_at, processed_at)
        values (${news.contentHash}, ${news.body}, ${news.number}, 'processed', ${news.id}, 1, now(), now())
        on conflict do nothing`.execute(inner);
      if (news.events.length > 0 || news.status !== null) await writeNews(inner, [news]);
    });
  });
}

/** Writes the rows of `messages`, whose numbers begin with N and `letter`; returns how many seconds it took. */
export async function writePlainly(
  db: Db,
  letter: string,
  messages: readonly ProviderTracker[],
): Promise<number> {
  const news = newsOf(await listFollowed(db, letter), messages);
  const startedAt = performance.now();
  await writeAlone(db, news);
  return (performance.now() - startedAt) / 1000;
}
