import type { Language } from "#platform/rules/language.ts";
// Limits how much expensive work runs at once. Accounts (or addresses) take turns, so that one's queue does not delay others.
import type { ApiError } from "#platform/rules/error-message.ts";
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";

export type QueueLimits = {
  /** How many jobs run at once on this server; Infinity where only the account's share counts. */
  readonly atOnce: number;
  /** How many of them may be of one account. */
  readonly atOncePerAccount: number;
  /** How many jobs one account may have in the queue, running, waiting or still uploading. */
  readonly mostPerAccount: number;
  /** How many jobs all accounts together may have in the queue. */
  readonly mostInAll: number;
  readonly longestWaitSeconds: number;
  /** The code of every rejection; otherwise `too_many_requests` for the account's share and `busy` for the rest. */
  readonly errorCode?: ErrorCode;
  /**
   * How an account that runs several jobs at once leaves time to others: after `unrestedJobs` of them each slot rests for
   * `times` as long as its job took, at most `longestSeconds`. Whoever sends one job after the other never rests, and who
   * had none for `forgottenAfterSeconds` begins anew.
   */
  readonly rest?: {
    readonly unrestedJobs: number;
    readonly times: number;
    readonly longestSeconds: number;
    readonly forgottenAfterSeconds: number;
  };
  /** Whether a full queue rejects the newest waiting job of the account with the most instead of a new one. */
  readonly makesRoom?: boolean;
};

/** One admitted job; disposing of it frees its place in the queue. */
export type QueuePlace = Disposable & {
  /**
   * Runs `work` when it is the account's turn. Throws `busy` after the longest wait and when the queue is drained, and
   * the reason of `signal` when that aborts first.
   */
  inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
};

export type FairQueue = {
  /**
   * Admits one job of `account`. Throws `too_many_requests` with `message` when the account has as many as it may, and
   * `busy` when all accounts together have.
   */
  enter(account: string, message?: (language: Language) => string): QueuePlace;
  /** `enter` and `inTurn` in one. */
  run<Result>(account: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** How many jobs run and wait. */
  size(): { readonly running: number; readonly waiting: number };
  /** Rejects what still waits after `milliseconds`, and from then on whatever would have to wait. */
  drain(milliseconds: number): void;
};

type Waiting = { readonly begin: () => void; readonly reject: (reason: unknown) => void };

type Account = {
  readonly name: string;
  /** Admitted jobs: running, waiting or not started yet. */
  admitted: number;
  running: number;
  /** Slots of the account that rest. */
  resting: number;
  /** Jobs that ran beside others of the account, until it is forgotten. */
  besideOthers: number;
  readonly waiting: Set<Waiting>;
};

const retryAfterSeconds = 5;

function rejection(
  { errorCode }: QueueLimits,
  code: "busy" | "too_many_requests",
  details: Readonly<Record<string, unknown>> = {},
  message?: (language: Language) => string,
): ApiError {
  // `unavailable` has a wait of its own.
  if (errorCode === "unavailable") return apiError(errorCode);
  return apiError(errorCode ?? code, { ...details, retryAfterSeconds }, message);
}

type State = {
  readonly limits: QueueLimits;
  /** In the order of their turns: the account that ran last comes last, however much it has waiting. */
  readonly accounts: Map<string, Account>;
  admitted: number;
  running: number;
  isDrained: boolean;
};

function hasSlot({ limits, running }: State, account: Account): boolean {
  const taken = account.running + account.resting;
  return running < limits.atOnce && taken < limits.atOncePerAccount;
}

function putLast({ accounts }: State, account: Account): void {
  accounts.delete(account.name);
  accounts.set(account.name, account);
}

/** Counts a job as running before it starts, so that no slot is given twice, and moves its account to the end. */
function occupySlot(state: State, account: Account): void {
  account.running += 1;
  state.running += 1;
  putLast(state, account);
}

function beginNext(state: State): void {
  for (const account of state.accounts.values()) {
    const [next] = account.waiting;
    if (next === undefined || !hasSlot(state, account)) continue;
    account.waiting.delete(next);
    occupySlot(state, account);
    next.begin();
    return;
  }
}

/** Milliseconds for which the slot of a job that began at `startedAt` rests. */
function restAfter({ limits: { rest }, isDrained }: State, account: Account, startedAt: number) {
  if (rest === undefined || account.admitted <= 1 || isDrained) return 0;
  account.besideOthers += 1;
  if (account.besideOthers <= rest.unrestedJobs) return 0;
  return Math.min(rest.longestSeconds * 1000, rest.times * (performance.now() - startedAt));
}

/** Gives the slot of a job that began at `startedAt` to the next one, the account's own only once it has rested. */
function freeSlot(state: State, account: Account, startedAt: number): void {
  account.running -= 1;
  state.running -= 1;
  putLast(state, account);
  const milliseconds = restAfter(state, account, startedAt);
  if (milliseconds > 0) {
    account.resting += 1;
    const endRest = () => {
      account.resting -= 1;
      beginNext(state);
    };
    setTimeout(endRest, milliseconds).unref();
  }
  beginNext(state);
}

/** Forgets an account that has no job, some time after the last of those that ran beside others. */
function forget({ accounts, limits: { rest } }: State, account: Account): void {
  const unlessBack = () => {
    if (account.admitted === 0) accounts.delete(account.name);
  };
  if (rest === undefined || account.besideOthers === 0) unlessBack();
  else setTimeout(unlessBack, rest.forgottenAfterSeconds * 1000).unref();
}

async function waitForTurn(
  state: State,
  account: Account,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  if (hasSlot(state, account)) return occupySlot(state, account);
  if (state.isDrained) throw rejection(state.limits, "busy");
  const turn = Promise.withResolvers<void>();
  const reject = (reason: unknown) => {
    // Synchronously, so that no slot is given to a job that has been rejected.
    account.waiting.delete(entry);
    turn.reject(reason);
  };
  const entry: Waiting = { begin: turn.resolve, reject };
  const timer = setTimeout(
    () => reject(rejection(state.limits, "busy")),
    state.limits.longestWaitSeconds * 1000,
  );
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  account.waiting.add(entry);
  try {
    await turn.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Makes room for one more job of `account` as `makesRoom` says; false when no other account has more waiting. */
function makeRoom({ limits, accounts }: State, account: Account): boolean {
  if (limits.makesRoom !== true) return false;
  let longest = account.waiting;
  for (const { waiting } of accounts.values()) if (waiting.size > longest.size) longest = waiting;
  if (longest.size <= account.waiting.size + 1) return false;
  [...longest].at(-1)?.reject(rejection(limits, "busy"));
  return true;
}

function enter(
  state: State,
  name: string,
  message: ((language: Language) => string) | undefined,
): QueuePlace {
  const { accounts, limits } = state;
  const { mostPerAccount, mostInAll } = limits;
  const account = accounts.get(name) ?? {
    name,
    admitted: 0,
    running: 0,
    resting: 0,
    besideOthers: 0,
    waiting: new Set(),
  };
  if (account.admitted >= mostPerAccount) {
    throw rejection(limits, "too_many_requests", { mostPerAccount }, message);
  }
  if (state.admitted >= mostInAll && !makeRoom(state, account)) throw rejection(limits, "busy");
  accounts.set(name, account);
  account.admitted += 1;
  state.admitted += 1;
  let isAdmitted = true;
  return {
    async inTurn(work, signal) {
      await waitForTurn(state, account, signal);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        freeSlot(state, account, startedAt);
      }
    },
    [Symbol.dispose]() {
      if (!isAdmitted) return;
      isAdmitted = false;
      account.admitted -= 1;
      state.admitted -= 1;
      if (account.admitted === 0) forget(state, account);
    },
  };
}

export function createFairQueue(limits: QueueLimits): FairQueue {
  const state: State = {
    limits,
    accounts: new Map(),
    admitted: 0,
    running: 0,
    isDrained: false,
  };
  const allWaiting = () => [...state.accounts.values()].flatMap(({ waiting }) => [...waiting]);
  return {
    enter: (name, message) => enter(state, name, message),
    async run(name, work, signal) {
      using place = enter(state, name, undefined);
      return await place.inTurn(work, signal);
    },
    size: () => ({ running: state.running, waiting: allWaiting().length }),
    drain(milliseconds) {
      const timer = setTimeout(() => {
        state.isDrained = true;
        for (const entry of allWaiting()) entry.reject(rejection(limits, "busy"));
      }, milliseconds);
      timer.unref();
    },
  };
}
