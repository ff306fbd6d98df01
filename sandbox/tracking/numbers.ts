// Registered numbers, and how their stories go on.
import * as z from "zod";
import { sandboxNow } from "./clock.ts";
import { queuePush } from "./pushes.ts";
import { atomically, type SandboxState } from "./sandbox-state.ts";
import { storyOf, storySteps, type Route, type Story } from "./stories.ts";
import type { TrackedNumber } from "./tracked-number.ts";
import { trackInfoOf } from "./track-info.ts";

const hourMilliseconds = 3_600_000;
/** When 17TRACK says that it finds nothing. */
const notFoundAfterHours = 1;

const storedStory = z.object({ name: z.string(), steps: storySteps });

type Row = Record<string, unknown>;

function toNumber(row: Row): TrackedNumber {
  return {
    id: Number(row["id"]),
    number: String(row["number"]),
    carrier: Number(row["carrier"]),
    tag: typeof row["tag"] === "string" ? row["tag"] : null,
    story: storedStory.parse(JSON.parse(String(row["story"]))) as Story,
    happened: Number(row["happened"]),
    registeredAt: Number(row["registered_at"]),
    nextAt: row["next_at"] === null ? null : Number(row["next_at"]),
    isStopped: row["is_stopped"] === 1,
    carrierChanges: Number(row["carrier_changes"]),
  };
}

/** All registrations of a number, of each carrier; of one with `carrier`. */
export function findNumbers(
  { database }: SandboxState,
  number: string,
  carrier?: number,
): TrackedNumber[] {
  const rows = database.prepare("select * from numbers where number = ? order by id").all(number);
  return rows
    .map(toNumber)
    .filter((found) => carrier === undefined || carrier === 0 || found.carrier === carrier);
}

/** The newest first. */
export function listNumbers(
  { database }: SandboxState,
  filter: { readonly search: string; readonly limit: number },
): TrackedNumber[] {
  const rows = database
    .prepare("select * from numbers where instr(number, ?) > 0 or ? = '' order by id desc limit ?")
    .all(filter.search, filter.search, filter.limit);
  return rows.map(toNumber);
}

export function countNumbers({ database }: SandboxState): number {
  return Number(database.prepare("select count(*) as count from numbers").get()?.["count"]);
}

function nextAtOf(story: Story, happened: number, since: number): number | null {
  if (story.steps.length === 0) {
    return happened === 0 ? since + notFoundAfterHours * hourMilliseconds : null;
  }
  const step = story.steps[happened];
  return step === undefined ? null : since + step.afterHours * hourMilliseconds;
}

function chosenStory({ database }: SandboxState, number: string): Story | null {
  const row = database.prepare("select story from chosen_stories where number = ?").get(number);
  if (row === undefined) return null;
  return storedStory.parse(JSON.parse(String(row["story"]))) as Story;
}

export function insertNumber(
  state: SandboxState,
  registered: { readonly number: string; readonly carrier: number; readonly tag: string | null },
  route: Route | undefined,
): void {
  const { number, carrier, tag } = registered;
  const story = chosenStory(state, number) ?? storyOf(number, route);
  const now = sandboxNow(state);
  state.database
    .prepare(
      "insert into numbers (number, carrier, tag, story, registered_at, next_at) values (?, ?, ?, ?, ?, ?)",
    )
    .run(number, carrier, tag, JSON.stringify(story), now, nextAtOf(story, 0, now));
}

/** A number that is registered already begins its story again, without what has happened. */
export function chooseStory(state: SandboxState, number: string, story: Story): void {
  const text = JSON.stringify(story);
  const { database } = state;
  atomically(database, () => {
    database
      .prepare(
        "insert into chosen_stories values (?, ?) on conflict (number) do update set story = excluded.story",
      )
      .run(number, text);
    const now = sandboxNow(state);
    for (const { id } of findNumbers(state, number)) {
      database.prepare("delete from happenings where number_id = ?").run(id);
      database
        .prepare("update numbers set story = ?, happened = 0, next_at = ? where id = ?")
        .run(text, nextAtOf(story, 0, now), id);
    }
  });
}

/** Lets the next step happen at `at`, and pushes everything known about the number. */
function happen(state: SandboxState, tracked: TrackedNumber, at: number): void {
  const { database } = state;
  const happened = tracked.happened + 1;
  if (tracked.story.steps.length > 0) {
    database
      .prepare("insert into happenings values (?, ?, ?)")
      .run(tracked.id, tracked.happened, at);
  }
  const nextAt = nextAtOf(tracked.story, happened, at);
  database
    .prepare("update numbers set happened = ?, next_at = ? where id = ?")
    .run(happened, nextAt, tracked.id);
  pushNumber(state, { ...tracked, happened, nextAt }, "TRACKING_UPDATED");
}

export function pushNumber(
  state: SandboxState,
  tracked: TrackedNumber,
  event: "TRACKING_UPDATED" | "TRACKING_STOPPED",
): void {
  const { number, carrier, tag } = tracked;
  const data = { number, carrier, param: null, tag, track_info: readTrackInfo(state, tracked) };
  queuePush(state, number, JSON.stringify({ event, data }));
}

export function readTrackInfo(state: SandboxState, tracked: TrackedNumber): object {
  const rows = state.database
    .prepare("select position, occurred_at from happenings where number_id = ? order by position")
    .all(tracked.id);
  const happenings = rows.flatMap((row) => {
    const step = tracked.story.steps[Number(row["position"])];
    return step === undefined ? [] : [{ step, occurredAt: Number(row["occurred_at"]) }];
  });
  return trackInfoOf(tracked, happenings);
}

/** Lets the next step of the number happen now; false after the last. */
export function pushNext(state: SandboxState, number: string, carrier?: number): boolean {
  return atomically(state.database, () => {
    const tracked = findNumbers(state, number, carrier).find(
      ({ isStopped, nextAt }) => !isStopped && nextAt !== null,
    );
    if (tracked === undefined) return false;
    happen(state, tracked, sandboxNow(state));
    return true;
  });
}

/** Lets everything happen that is due, each at its own time. */
export function settleDue(state: SandboxState): void {
  const now = sandboxNow(state);
  const due = state.database.prepare(
    "select * from numbers where next_at <= ? and is_stopped = 0 order by next_at, id limit 200",
  );
  if (due.get(now) === undefined) return;
  atomically(state.database, () => {
    for (let rows = due.all(now); rows.length > 0; rows = due.all(now)) {
      for (const tracked of rows.map(toNumber)) happen(state, tracked, tracked.nextAt ?? now);
    }
  });
}

export function setStopped({ database }: SandboxState, id: number): void {
  database.prepare("update numbers set is_stopped = 1 where id = ?").run(id);
}

export function setCarrier({ database }: SandboxState, id: number, carrier: number): void {
  database
    .prepare("update numbers set carrier = ?, carrier_changes = carrier_changes + 1 where id = ?")
    .run(carrier, id);
}
