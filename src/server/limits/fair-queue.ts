// Lets only so much expensive work run at once, in turn among accounts, so that nobody's work waits behind another's pile.
import { refusal } from "#contract/problems.ts";

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
  run<Result>(
    account: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** How much runs and how much waits. */
  size(): { readonly running: number; readonly waiting: number };
  /** Refuses what waits `milliseconds` from now, and from then on whatever would have to wait. */
  drain(milliseconds: number): void;
};

type Waiting = { readonly begin: () => void; readonly refuse: (reason: unknown) => void };

type Account = {
  readonly name: string;
  here: number;
  running: number;
  readonly waiting: Set<Waiting>;
};

const retryAfterSeconds = 5;

const busy = () => refusal("busy", { retryAfterSeconds });

/** Accounts take turns: who was served last comes last, however much they have waiting. */
class AccountQueue implements FairQueue {
  readonly #limits: QueueLimits;
  /** In the order in which they are served next. */
  readonly #accounts = new Map<string, Account>();
  #here = 0;
  #running = 0;
  #isDrained = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  enter(name: string, sentence?: string): QueuePlace {
    const account = this.#accounts.get(name) ?? { name, here: 0, running: 0, waiting: new Set() };
    const { mostPerAccount, mostInAll } = this.#limits;
    if (account.here >= mostPerAccount) {
      throw refusal("too_many_requests", { mostPerAccount, retryAfterSeconds }, sentence);
    }
    if (this.#here >= mostInAll) throw busy();
    this.#accounts.set(name, account);
    account.here += 1;
    this.#here += 1;
    let isHere = true;
    return {
      inTurn: (work, signal) => this.#inTurn(account, work, signal),
      [Symbol.dispose]: () => {
        if (!isHere) return;
        isHere = false;
        account.here -= 1;
        this.#here -= 1;
        if (account.here === 0) this.#accounts.delete(name);
      },
    };
  }

  async run<Result>(
    name: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    using place = this.enter(name);
    return await place.inTurn(work, signal);
  }

  size(): { readonly running: number; readonly waiting: number } {
    let waiting = 0;
    for (const account of this.#accounts.values()) waiting += account.waiting.size;
    return { running: this.#running, waiting };
  }

  drain(milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#isDrained = true;
      for (const { waiting } of this.#accounts.values()) {
        for (const one of waiting) one.refuse(busy());
      }
    }, milliseconds);
    timer.unref();
  }

  async #inTurn<Result>(
    account: Account,
    work: () => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    await this.#turn(account, signal);
    try {
      return await work();
    } finally {
      account.running -= 1;
      this.#running -= 1;
      this.#putLast(account);
      this.#beginNext();
    }
  }

  async #turn(account: Account, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#hasRoom(account)) return this.#count(account);
    if (this.#isDrained) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = (reason: unknown) => {
      // At once, so that no turn is given to what has left.
      account.waiting.delete(one);
      reject(reason);
    };
    const one: Waiting = { begin: resolve, refuse };
    const timer = setTimeout(() => refuse(busy()), this.#limits.longestWaitSeconds * 1000);
    const leave = () => refuse(signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    account.waiting.add(one);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    }
  }

  #hasRoom(account: Account): boolean {
    const { atOnce, atOncePerAccount } = this.#limits;
    return this.#running < atOnce && account.running < atOncePerAccount;
  }

  /** Counted by whoever gives the turn, so that none is given twice. Who is served goes behind everybody else. */
  #count(account: Account): void {
    account.running += 1;
    this.#running += 1;
    this.#putLast(account);
  }

  #putLast(account: Account): void {
    this.#accounts.delete(account.name);
    this.#accounts.set(account.name, account);
  }

  #beginNext(): void {
    for (const account of this.#accounts.values()) {
      if (!this.#hasRoom(account)) continue;
      const [next] = account.waiting;
      if (next === undefined) continue;
      account.waiting.delete(next);
      this.#count(account);
      next.begin();
      return;
    }
  }
}

export function createFairQueue(limits: QueueLimits): FairQueue {
  return new AccountQueue(limits);
}
