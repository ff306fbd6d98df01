import { apiError } from "#platform/contract/errors.ts";
import type { Change, ChangeNotice } from "#platform/contract/change-stream.ts";
import { readsChangesOfOthers } from "#platform/rules/change-topic.ts";
import type { StaffMember } from "#platform/rules/staff-role.ts";
import type { DatabaseLog } from "#platform/server/log.ts";
import { openDatabase, type Db } from "#platform/server/db/open.ts";
import {
  changesFor,
  createChangeSubscribers,
  type ChangeSubscribers,
  openSubscriber,
  type Subscriber,
  type SubscriberSession,
} from "./change-subscribers.ts";
import { retentionSeconds, recentSeconds, positionOfEventId, type Position } from "./position.ts";
import {
  listRecentChanges,
  listUserChangesSince,
  listChangesSince,
  getPosition,
  type ChangeRead,
} from "./change-queries.ts";

type StreamListeners = {
  /** The sessions among `sessionIds` that are still valid, with the roles of their users. */
  readonly membersOfSessions: (
    db: Db,
    sessionIds: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, StaffMember>>;
};

declare module "#platform/server/context.ts" {
  interface Listeners extends StreamListeners {}
}

export type ChangeStream = {
  /**
   * Opens a stream that starts with the changes since the event `lastEventId`, or without one with those of the last
   * minute, in which the page may have been loaded. Throws `too_many_requests` beyond ten streams of one user, and
   * `unavailable` while the server shuts down.
   */
  subscribe(
    session: SubscriberSession,
    lastEventId: string | undefined,
  ): Promise<AsyncIteratorObject<ChangeNotice, void, void>>;
  /** How many streams are open on this server. */
  streamCount(): number;
  /** Ends all streams and stops polling; may be called more than once. */
  close(): Promise<void>;
};

type Options = {
  readonly listeners: StreamListeners;
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly now: () => Date;
  /** Every stream gets an event at least this often; 30 s by default. */
  readonly heartbeatMilliseconds?: number;
};

const maxStreamsPerUser = 10;
/** When a stream may have ended; nothing says when one will. */
const retrySeconds = 30;
const pollIntervalMilliseconds = 200;
const pauseAfterFailureMilliseconds = 500;
/** Heartbeats are spread over this many slots, so that thousands of streams do not get theirs at once. */
const heartbeatSlots = 30;

const everything = { topic: "everything", subjectId: null, userId: null } as const;

type State = {
  readonly subscribers: ChangeSubscribers;
  readonly db: Db;
  readonly options: Options;
  /** Up to where changes were read; null while there are no subscribers. */
  position: Position | null;
  isClosed: boolean;
};

/** Polls the database at `databaseUrl` for changes while there are subscribers. */
export function openChangeStream(options: Options): ChangeStream {
  const { databaseUrl: url, log, heartbeatMilliseconds = 30_000 } = options;
  // A connection of its own, so that changes arrive while all others are busy.
  const database = openDatabase({ url, log, poolSize: 1, statementTimeoutMilliseconds: 5_000 });
  const subscribers = createChangeSubscribers();
  const db = database.kysely;
  const state: State = { subscribers, db, options, position: null, isClosed: false };
  let polling: NodeJS.Timeout | null = null;
  let slot = 0;
  let subscriberCount = 0;

  async function pollOnce(): Promise<void> {
    const isRead = await readChanges(state);
    if (subscribers.size === 0 || state.isClosed) {
      polling = null;
      state.position = null;
      return;
    }
    const pauseMilliseconds = isRead ? pollIntervalMilliseconds : pauseAfterFailureMilliseconds;
    polling = setTimeout(() => void pollOnce(), pauseMilliseconds);
  }
  const heartbeat = setInterval(() => {
    slot = (slot + 1) % heartbeatSlots;
    const due = [...subscribers.all()].filter(({ number }) => number % heartbeatSlots === slot);
    void sendHeartbeats(state, due);
  }, heartbeatMilliseconds / heartbeatSlots);
  heartbeat.unref();

  return {
    async subscribe(session, lastEventId) {
      if (state.isClosed) throw apiError("unavailable");
      if (subscribers.ofUser(session.userId).size >= maxStreamsPerUser)
        throw apiError("too_many_requests", { retryAfterSeconds: retrySeconds });
      const subscriber: Subscriber = openSubscriber(session, {
        number: (subscriberCount += 1),
        onEnd: () => subscribers.remove(subscriber),
      });
      // It gets new changes from here on; earlier ones are read afterwards, so that none is lost in between.
      subscribers.add(subscriber);
      try {
        if (state.position === null) {
          const position = await getPosition(db);
          // Another subscriber may have set it meanwhile.
          state.position ??= position;
        }
        polling ??= setTimeout(() => void pollOnce(), pollIntervalMilliseconds);
        const missed = await readMissedChanges(state, session, lastEventId);
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
      clearInterval(heartbeat);
      if (polling !== null) clearTimeout(polling);
      for (const subscriber of subscribers.all()) subscriber.end();
      await database.close();
    },
  };
}

type MissedChanges = Pick<ChangeRead, "position"> & { readonly changes: Change[] | null };

async function readMissedChanges(
  state: State,
  session: SubscriberSession,
  lastEventId: string | undefined,
): Promise<MissedChanges> {
  const { position, changes } = await readChangesSince(state, session, lastEventId);
  return { position, changes: changes === null ? null : changesFor(session, changes) };
}

/** The changes of the user, or for staff everyone's. */
async function readChangesSince(
  { db }: State,
  session: SubscriberSession,
  lastEventId: string | undefined,
): Promise<ChangeRead> {
  const userId = readsChangesOfOthers(session) ? null : session.userId;
  if (lastEventId === undefined) return await listRecentChanges(db, recentSeconds, userId);
  const now = await getPosition(db);
  const since = positionOfEventId(lastEventId);
  const isRetained = since !== null && now.atSeconds - since.atSeconds < retentionSeconds;
  // An id from the future comes from another database, such as the one this was restored from.
  if (!isRetained || isAfter(since, now)) return { position: now, changes: null };
  return userId === null
    ? await listChangesSince(db, since)
    : await listUserChangesSince(db, since, userId);
}

function isAfter(one: Position, other: Position): boolean {
  const end = ({ snapshot }: Position) => BigInt(snapshot.split(":")[1] ?? 0);
  return end(one) > end(other);
}

/** Sends new changes to the subscribers; returns false, without losing any, when the database does not respond. */
async function readChanges(state: State): Promise<boolean> {
  const { subscribers, db, options } = state;
  if (state.position === null) return true;
  try {
    const { changes, position } = await listChangesSince(db, state.position);
    // A process that was suspended has missed what was deleted meanwhile.
    const isRetained = position.atSeconds - state.position.atSeconds < retentionSeconds;
    state.position = position;
    subscribers.notify(isRetained && changes !== null ? changes : [everything], position);
    if (changes !== null) await endRevokedStreams(state, changes);
    return true;
  } catch (error) {
    if (!state.isClosed) options.log.warn({ error }, "Changes could not be read");
    return false;
  }
}

/** Ends the streams whose session has ended or whose user's roles or two-factor authentication have changed. */
async function endRevokedStreams(
  state: State,
  changes: ChangeRead["changes"] & object,
): Promise<void> {
  const users = new Set(
    changes.flatMap(({ topic, userId }) =>
      (topic === "session" || topic === "profile") && userId !== null ? [userId] : [],
    ),
  );
  const concerned = [...users].flatMap((userId) => [...state.subscribers.ofUser(userId)]);
  await endInvalidStreams(state, concerned);
}

/** Sends an empty event to the streams whose sessions are still valid, and ends the others. */
async function sendHeartbeats(state: State, due: readonly Subscriber[]): Promise<void> {
  try {
    await endInvalidStreams(state, due);
  } catch (error) {
    state.options.log.warn({ error }, "Sessions of open streams could not be read");
  }
  const { position } = state;
  if (position !== null) for (const subscriber of due) subscriber.notify([], position);
}

function isSameMember(one: StaffMember, other: StaffMember): boolean {
  return (
    one.isAdmin === other.isAdmin &&
    one.hasTwoFactor === other.hasTwoFactor &&
    one.roles.toSorted().join() === other.roles.toSorted().join()
  );
}

async function endInvalidStreams(
  { db, options }: State,
  subscribers: readonly Subscriber[],
): Promise<void> {
  if (subscribers.length === 0) return;
  const sessionIds = [...new Set(subscribers.map(({ sessionId }) => sessionId))];
  const open = await options.listeners.membersOfSessions(db, sessionIds, options.now());
  for (const subscriber of subscribers) {
    const member = open.get(subscriber.sessionId);
    if (member === undefined || !isSameMember(member, subscriber)) subscriber.end();
  }
}
