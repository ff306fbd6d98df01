// Tells open pages what changes: looks for changes while anybody follows, and keeps their streams alive.
import { refusal } from "#contract/problems.ts";
import type { ChangesTold } from "#contract/live.ts";
import type { DatabaseLog } from "#server/db/database-log.ts";
import { openDatabase, type Db } from "#server/db/open.ts";
import { createAudience, type Audience } from "./audience.ts";
import { openFollower, type Follower, type FollowingSession } from "./follower.ts";
import { keptSeconds, recentSeconds } from "./kept.ts";
import { positionOfEventId, type Position } from "./position.ts";
import {
  selectChangesOfLast,
  selectChangesOfPerson,
  selectChangesSince,
  selectOpenSessions,
  selectPosition,
  type Look,
} from "./store.ts";

export type Live = {
  /**
   * Opens a stream that begins with what was missed since the event `lastEventId`, or without one with the
   * changes of the last minute, in which the page may have been loaded. Refuses `too_many_requests` beyond
   * ten streams of one person, and `unavailable` while the server ends.
   */
  follow(
    session: FollowingSession,
    lastEventId: string | undefined,
  ): Promise<AsyncIteratorObject<ChangesTold, void, void>>;
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
const lookEveryMilliseconds = 200;
const pauseAfterFailureMilliseconds = 500;
/** Signs of life are spread over this many moments, so that thousands of streams are not served at one. */
const beats = 30;

const everything = { topic: "everything", subjectId: null, userId: null } as const;

/** What is known of the streams and of how far this server has looked. */
type State = {
  readonly audience: Audience;
  readonly db: Db;
  readonly options: Options;
  /** Up to where all streams were told; null while nobody follows. */
  position: Position | null;
  isClosed: boolean;
};

/** Opens the stream of changes over the database at `databaseUrl`. It asks nothing while nobody follows. */
export function openLive(options: Options): Live {
  const { databaseUrl: url, log, heartbeatMilliseconds = 30_000 } = options;
  // A connection of its own: pages shall follow also while all others are busy.
  const database = openDatabase({ url, log, poolSize: 1, statementTimeoutMilliseconds: 5_000 });
  const audience = createAudience();
  const db = database.kysely;
  const state: State = { audience, db, options, position: null, isClosed: false };
  let looking: NodeJS.Timeout | null = null;
  let beat = 0;
  let followerCount = 0;

  async function lookOn(): Promise<void> {
    const isDone = await look(state);
    if (audience.size === 0 || state.isClosed) {
      looking = null;
      state.position = null;
      return;
    }
    const pause = isDone ? lookEveryMilliseconds : pauseAfterFailureMilliseconds;
    looking = setTimeout(() => void lookOn(), pause);
  }
  const beating = setInterval(() => {
    beat = (beat + 1) % beats;
    const due = [...audience.all()].filter(({ number }) => number % beats === beat);
    void keepAlive(state, due);
  }, heartbeatMilliseconds / beats);
  beating.unref();

  return {
    async follow(session, lastEventId) {
      if (state.isClosed) throw refusal("unavailable");
      if (audience.of(session.userId).size >= mostStreamsOfPerson)
        throw refusal("too_many_requests");
      const follower: Follower = openFollower(session, {
        number: (followerCount += 1),
        leave: () => audience.remove(follower),
      });
      // From here on it is told what happens; what happened before is asked for afterwards, so nothing is lost
      // in between.
      audience.add(follower);
      try {
        if (state.position === null) {
          const position = await selectPosition(db);
          // Whoever came at the same time may have been answered first.
          state.position ??= position;
        }
        looking ??= setTimeout(() => void lookOn(), lookEveryMilliseconds);
        const missed = await missedBy(state, session, lastEventId);
        follower.tell(missed.changes ?? [everything], missed.position);
      } catch (error) {
        follower.end();
        throw error;
      }
      return follower.events;
    },
    streamCount: () => audience.size,
    async close() {
      state.isClosed = true;
      clearInterval(beating);
      if (looking !== null) clearTimeout(looking);
      for (const follower of audience.all()) follower.end();
      await database.close();
    },
  };
}

async function missedBy(
  { db }: State,
  { userId, isAdmin }: FollowingSession,
  lastEventId: string | undefined,
): Promise<Look> {
  if (lastEventId === undefined) {
    return await selectChangesOfLast(db, recentSeconds, isAdmin ? null : userId);
  }
  const now = await selectPosition(db);
  const since = positionOfEventId(lastEventId);
  const isKept = since !== null && now.atSeconds - since.atSeconds < keptSeconds;
  // An id from the future was given by another database, such as the one this was restored from.
  if (!isKept || isAfter(since, now)) return { position: now, changes: null };
  return isAdmin
    ? await selectChangesSince(db, since)
    : await selectChangesOfPerson(db, since, userId);
}

function isAfter(one: Position, other: Position): boolean {
  const end = ({ snapshot }: Position) => BigInt(snapshot.split(":")[1] ?? 0);
  return end(one) > end(other);
}

/** Tells what is new; false where the database did not answer, and then nothing of it is lost. */
async function look(state: State): Promise<boolean> {
  const { audience, db, options } = state;
  if (state.position === null) return true;
  try {
    const { changes, position } = await selectChangesSince(db, state.position);
    // A server that slept has missed what was removed meanwhile.
    const isKept = position.atSeconds - state.position.atSeconds < keptSeconds;
    state.position = position;
    audience.tell(isKept && changes !== null ? changes : [everything], position);
    if (changes !== null) await endRevoked(state, changes);
    return true;
  } catch (error) {
    if (!state.isClosed) options.log.warn({ error }, "Changes cannot be followed just now");
    return false;
  }
}

/** Ends streams at once whose session was ended, or whose person may see more or less than before. */
async function endRevoked(state: State, changes: Look["changes"] & object): Promise<void> {
  const people = new Set(
    changes.flatMap(({ topic, userId }) =>
      (topic === "session" || topic === "profile") && userId !== null ? [userId] : [],
    ),
  );
  const concerned = [...people].flatMap((userId) => [...state.audience.of(userId)]);
  await endOver(state, concerned);
}

/** Gives a sign of life to those whose sessions still run, and ends the others. */
async function keepAlive(state: State, due: readonly Follower[]): Promise<void> {
  try {
    await endOver(state, due);
  } catch (error) {
    state.options.log.warn({ error }, "Sessions of those who follow changes cannot be read");
  }
  const { position } = state;
  if (position !== null) for (const follower of due) follower.tell([], position);
}

async function endOver({ db, options }: State, followers: readonly Follower[]): Promise<void> {
  if (followers.length === 0) return;
  const sessionIds = [...new Set(followers.map(({ sessionId }) => sessionId))];
  const open = await selectOpenSessions(db, sessionIds, options.now());
  for (const follower of followers) {
    if (open.get(follower.sessionId)?.isAdmin !== follower.isAdmin) follower.end();
  }
}
