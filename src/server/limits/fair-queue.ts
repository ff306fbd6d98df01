// Lets only so much expensive work run at once, in turn among accounts, so that nobody's work waits behind another's pile.
import { apiError } from "#contract/errors.ts";

export type QueueLimits = {
  /** How much runs at once on this server. */
  readonly atOnce: number;
  /** How much of it may be one account's. */
  readonly atOncePerAccount: number;
  /** How much one account may have here, running, waiting and on its way. */
  readonly mostPerAccount: number;
  /** How much all accounts together may have here. */
  readonly mostInAll: number;
  readonly longestWaitSeconds: number;
};

/** One piece of work that was let in; its place is given back when it is disposed of. */
export type QueuePlace = Disposable & {
  /**
   * Runs `work` when it is the account's turn. Refuses with `busy` after the longest wait and when the queue ends;
   * leaves the queue with the signal's reason when `signal` aborts first.
   */
  inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
};

export type FairQueue = {
  /**
   * Lets one piece of work of `account` in. Refuses with `too_many_requests` and `sentence` when the account has as much
   * here as it may, and with `busy` when all accounts together have.
   */
  enter(account: string, sentence?: string): QueuePlace;
  /** `enter` and `inTurn` in one. */
  run<Result>(account: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** How much runs and how much waits. */
  size(): { readonly running: number; readonly waiting: number };
  /** Refuses what waits `milliseconds` from now, and from then on whatever would have to wait. */
  drain(milliseconds: number): void;
};

type Waiting = { readonly begin: () => void; readonly reject: (reason: unknown) => void };

type Account = {
  readonly name: string;
  here: number;
  running: number;
  readonly waiting: Set<Waiting>;
};

const retryAfterSeconds = 5;

const busy = () => apiError("busy", { retryAfterSeconds });

/** Accounts take turns: who was served last comes last, however much they have waiting. */
type State = {
  readonly limits: QueueLimits;
  /** In the order in which they are served next. */
  readonly accounts: Map<string, Account>;
  here: number;
  running: number;
  isDrained: boolean;
};

function hasSpace({ limits, running }: State, account: Account): boolean {
  return running < limits.atOnce && account.running < limits.atOncePerAccount;
}

function putLast({ accounts }: State, account: Account): void {
  accounts.delete(account.name);
  accounts.set(account.name, account);
}

/** Counted by whoever gives the turn, so that none is given twice. Who is served goes behind everybody else. */
function count(state: State, account: Account): void {
  account.running += 1;
  state.running += 1;
  putLast(state, account);
}

function beginNext(state: State): void {
  for (const account of state.accounts.values()) {
    const [next] = account.waiting;
    if (next === undefined || !hasSpace(state, account)) continue;
    account.waiting.delete(next);
    count(state, account);
    next.begin();
    return;
  }
}

async function takeTurn(
  state: State,
  account: Account,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  if (hasSpace(state, account)) return count(state, account);
  if (state.isDrained) throw busy();
  const turn = Promise.withResolvers<void>();
  const giveUp = (reason: unknown) => {
    // At once, so that no turn is given to what has left.
    account.waiting.delete(one);
    turn.reject(reason);
  };
  const one: Waiting = { begin: turn.resolve, reject: giveUp };
  const timer = setTimeout(() => giveUp(busy()), state.limits.longestWaitSeconds * 1000);
  const leave = () => giveUp(signal?.reason);
  signal?.addEventListener("abort", leave, { once: true });
  account.waiting.add(one);
  try {
    await turn.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}

function enter(state: State, name: string, sentence: string | undefined): QueuePlace {
  const { accounts, limits } = state;
  const { mostPerAccount, mostInAll } = limits;
  const account = accounts.get(name) ?? { name, here: 0, running: 0, waiting: new Set() };
  if (account.here >= mostPerAccount) {
    throw apiError("too_many_requests", { mostPerAccount, retryAfterSeconds }, sentence);
  }
  if (state.here >= mostInAll) throw busy();
  accounts.set(name, account);
  account.here += 1;
  state.here += 1;
  let isHere = true;
  return {
    async inTurn(work, signal) {
      await takeTurn(state, account, signal);
      try {
        return await work();
      } finally {
        account.running -= 1;
        state.running -= 1;
        putLast(state, account);
        beginNext(state);
      }
    },
    [Symbol.dispose]() {
      if (!isHere) return;
      isHere = false;
      account.here -= 1;
      state.here -= 1;
      if (account.here === 0) accounts.delete(name);
    },
  };
}

export function createFairQueue(limits: QueueLimits): FairQueue {
  const state: State = { limits, accounts: new Map(), here: 0, running: 0, isDrained: false };
  const allWaiting = () => [...state.accounts.values()].flatMap(({ waiting }) => [...waiting]);
  return {
    enter: (name, sentence) => enter(state, name, sentence),
    async run(name, work, signal) {
      using place = enter(state, name, undefined);
      return await place.inTurn(work, signal);
    },
    size: () => ({ running: state.running, waiting: allWaiting().length }),
    drain(milliseconds) {
      const timer = setTimeout(() => {
        state.isDrained = true;
        for (const one of allWaiting()) one.reject(busy());
      }, milliseconds);
      timer.unref();
    },
  };
}
