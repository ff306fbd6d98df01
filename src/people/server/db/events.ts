// The histories of what modules above this one keep, in one table that is only added to. It stands beside the profiles, since
// a history says who did what.
import { sql } from "kysely";
import type { EventActor } from "#people/rules/event-actor.ts";
import type { Db } from "#platform/server/db/open.ts";

/** What has a history, with the kinds of its events and the facts that tell them: each module adds its own. */
export interface EventSubjects {}

type SubjectKind = keyof EventSubjects;

/** What happened to one subject. */
export type NewEvent<Subject extends SubjectKind> = {
  readonly subjectId: string;
  readonly kind: EventSubjects[Subject]["kind"];
  readonly facts: EventSubjects[Subject]["facts"];
  readonly actor: EventActor;
  /** null: the product itself, or what a carrier reports. */
  readonly actorId: string | null;
  readonly createdAt: Date;
};

/** The same as it is stored; most readers may not see `actorEmail`. */
export type StoredEvent<Subject extends SubjectKind> = NewEvent<Subject> & {
  readonly id: bigint;
  readonly actorEmail: string | null;
};

/** Inserts events in this order, all in one statement, in the transaction `db` that makes the changes. */
export async function insertEvents<Subject extends SubjectKind>(
  db: Db,
  subjectKind: Subject,
  events: readonly NewEvent<Subject>[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event, place) => ({
    place,
    subject_id: event.subjectId,
    kind: event.kind,
    facts: event.facts,
    actor: event.actor,
    actor_id: event.actorId,
    created_at: event.createdAt,
  }));
  await sql`
    insert into events (subject_kind, subject_id, kind, facts, actor, actor_id, created_at)
    select ${subjectKind}::text, subject_id, kind, facts, actor, actor_id, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (
      place integer, subject_id uuid, kind text, facts jsonb, actor text, actor_id uuid, created_at timestamptz)
    order by place
  `.execute(db);
}

/** The events of subjects, oldest first; with `kinds` only those. */
export async function listEvents<Subject extends SubjectKind>(
  db: Db,
  subjectKind: Subject,
  subjectIds: readonly string[],
  kinds: readonly EventSubjects[Subject]["kind"][] | null = null,
): Promise<StoredEvent<Subject>[]> {
  const rows = await db
    .selectFrom("events")
    .leftJoin("profiles", "profiles.id", "events.actorId")
    .select(["events.id", "subjectId", "kind", "facts", "actor", "actorId", "events.createdAt"])
    .select("profiles.email as actorEmail")
    .where("subjectKind", "=", subjectKind)
    .where("subjectId", "=", sql<string>`any(${subjectIds}::uuid[])`)
    .$if(kinds !== null, (query) => query.where("kind", "in", kinds ?? []))
    .orderBy("events.id")
    .execute();
  return rows as StoredEvent<Subject>[];
}

/** Removes these facts from the events of subjects; the database refuses it for all but what people typed. */
export async function eraseFacts<Subject extends SubjectKind>(
  db: Db,
  subjectKind: Subject,
  subjectIds: readonly string[],
  names: readonly (keyof EventSubjects[Subject]["facts"])[],
  kinds: readonly EventSubjects[Subject]["kind"][] | null = null,
): Promise<void> {
  await sql`
    update events set facts = facts - ${names}::text[]
    where subject_kind = ${subjectKind} and subject_id = any(${subjectIds}::uuid[]) and facts ?| ${names}::text[]
      and (${kinds}::text[] is null or kind = any(${kinds}::text[]))
  `.execute(db);
}
