// Tells open pages what changes: looks for changes while anybody follows, and keeps their streams alive.
import { apiError } from "#contract/errors.ts";
import type { ChangeNotice } from "#contract/change-stream.ts";
import type { DatabaseLog } from "#server/db/database-log.ts";
import { openDatabase, type Db } from "#server/db/open.ts";
import { createChangeSubscribers, type ChangeSubscribers } from "./change-subscribers.ts";
import { openSubscriber, type Subscriber, type FollowingSession } from "./subscriber.ts";
import { retentionSeconds, recentSeconds } from "./retention.ts";
import { positionOfEventId, type Position } from "./position.ts";
import {
  selectChangesOfLast,
  selectChangesOfPerson,
  selectChangesSince,
  selectOpenSessions,
  selectPosition,
  type ChangeRead,
} from "./change-queries.ts";

export type ChangeStream = {
  /**
   * Opens a stream that begins with what was missed since the event `lastEventId`, or without one with the
   * changes of the last minute, in which the page may have been loaded. Refuses `too_many_requests` beyond
   * ten streams of one person, and `unavailable` while the server ends.
   */
  follow(
    session: FollowingSession,
    lastEventId: string | undefined,
  ): Promise<AsyncIteratorObject<ChangeNotice, void, void>>;
  /** How many streams are open on this server. */
  streamCount(): number;
  /** Ends all streams and looks no more. Calling it again does no more. */
  close(): Promise<void>;
};

type Options = {
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly now: () => Date;
  /** Every stream is heard of at least this often; 30 s unless told. */
  readonly heartbeatMilliseconds?: number;
};

const mostStreamsOfPerson = 10;
const pollEveryMilliseconds = 200;
const pauseAfterFailureMilliseconds = 500;
/** Signs of life are spread over this many moments, so that thousands of streams are not served at one. */
const beats = 30;

const everything = { topic: "everything", subjectId: null, userId: null } as const;

/** What is known of the streams and of how far this server has looked. */
type State = {
  readonly subscribers: ChangeSubscribers;
  readonly db: Db;
  readonly options: Options;
  /** Up to where all streams were told; null while nobody follows. */
  position: Position | null;
  isClosed: boolean;
};

/** Opens the stream of changes over the database at `databaseUrl`. It asks nothing while nobody follows. */
export function openChangeStream(options: Options): ChangeStream {
  const { databaseUrl: url, log, heartbeatMilliseconds = 30_000 } = options;
  // A connection of its own: pages shall follow also while all others are busy.
  const database = openDatabase({ url, log, poolSize: 1, statementTimeoutMilliseconds: 5_000 });
  const subscribers = createChangeSubscribers();
  const db = database.kysely;
  const state: State = { subscribers, db, options, position: null, isClosed: false };
  let polling: NodeJS.Timeout | null = null;
  let beat = 0;
  let subscriberCount = 0;

  async function pollOnce(): Promise<void> {
    const isDone = await read(state);
    if (subscribers.size === 0 || state.isClosed) {
      polling = null;
      state.position = null;
      return;
    }
    const pause = isDone ? pollEveryMilliseconds : pauseAfterFailureMilliseconds;
    polling = setTimeout(() => void pollOnce(), pause);
  }
  const beating = setInterval(() => {
    beat = (beat + 1) % beats;
    const due = [...subscribers.all()].filter(({ number }) => number % beats === beat);
    void keepAlive(state, due);
  }, heartbeatMilliseconds / beats);
  beating.unref();

  return {
    async follow(session, lastEventId) {
      if (state.isClosed) throw apiError("unavailable");
      if (subscribers.of(session.userId).size >= mostStreamsOfPerson)
        throw apiError("too_many_requests");
      const subscriber: Subscriber = openSubscriber(session, {
        number: (subscriberCount += 1),
        leave: () => subscribers.remove(subscriber),
      });
      // From here on it is told what happens; what happened before is asked for afterwards, so nothing is lost
      // in between.
      subscribers.add(subscriber);
      try {
        if (state.position === null) {
          const position = await selectPosition(db);
          // Whoever came at the same time may have been answered first.
          state.position ??= position;
        }
        polling ??= setTimeout(() => void pollOnce(), pollEveryMilliseconds);
        const missed = await missedBy(state, session, lastEventId);
        subscriber.notify(missed.changes ?? [everything], missed.position);
      } catch (error) {
        subscriber.end();
        throw error;
      }
      return subscriber.events;
    },
    streamCount: () => subscribers.size,
    async close() {
      state.isClosed = true;
      clearInterval(beating);
      if (polling !== null) clearTimeout(polling);
      for (const subscriber of subscribers.all()) subscriber.end();
      await database.close();
    },
  };
}

async function missedBy(
  { db }: State,
  { userId, isAdmin }: FollowingSession,
  lastEventId: string | undefined,
): Promise<ChangeRead> {
  if (lastEventId === undefined) {
    return await selectChangesOfLast(db, recentSeconds, isAdmin ? null : userId);
  }
  const now = await selectPosition(db);
  const since = positionOfEventId(lastEventId);
  const isStored = since !== null && now.atSeconds - since.atSeconds < retentionSeconds;
  // An id from the future was given by another database, such as the one this was restored from.
  if (!isStored || isAfter(since, now)) return { position: now, changes: null };
  return isAdmin
    ? await selectChangesSince(db, since)
    : await selectChangesOfPerson(db, since, userId);
}

function isAfter(one: Position, other: Position): boolean {
  const end = ({ snapshot }: Position) => BigInt(snapshot.split(":")[1] ?? 0);
  return end(one) > end(other);
}

/** Tells what is new; false where the database did not answer, and then nothing of it is lost. */
async function read(state: State): Promise<boolean> {
  const { subscribers, db, options } = state;
  if (state.position === null) return true;
  try {
    const { changes, position } = await selectChangesSince(db, state.position);
    // A server that slept has missed what was removed meanwhile.
    const isStored = position.atSeconds - state.position.atSeconds < retentionSeconds;
    state.position = position;
    subscribers.notify(isStored && changes !== null ? changes : [everything], position);
    if (changes !== null) await endRevoked(state, changes);
    return true;
  } catch (error) {
    if (!state.isClosed) options.log.warn({ error }, "Changes cannot be followed just now");
    return false;
  }
}

/** Ends streams at once whose session was ended, or whose person may see more or less than before. */
async function endRevoked(state: State, changes: ChangeRead["changes"] & object): Promise<void> {
  const users = new Set(
    changes.flatMap(({ topic, userId }) =>
      (topic === "session" || topic === "profile") && userId !== null ? [userId] : [],
    ),
  );
  const concerned = [...users].flatMap((userId) => [...state.subscribers.of(userId)]);
  await endOver(state, concerned);
}

/** Gives a sign of life to those whose sessions still run, and ends the others. */
async function keepAlive(state: State, due: readonly Subscriber[]): Promise<void> {
  try {
    await endOver(state, due);
  } catch (error) {
    state.options.log.warn({ error }, "Sessions of those who follow changes cannot be read");
  }
  const { position } = state;
  if (position !== null) for (const subscriber of due) subscriber.notify([], position);
}

async function endOver({ db, options }: State, subscribers: readonly Subscriber[]): Promise<void> {
  if (subscribers.length === 0) return;
  const sessionIds = [...new Set(subscribers.map(({ sessionId }) => sessionId))];
  const open = await selectOpenSessions(db, sessionIds, options.now());
  for (const subscriber of subscribers) {
    if (open.get(subscriber.sessionId)?.isAdmin !== subscriber.isAdmin) subscriber.end();
  }
}
