// What the product needs of a mail provider: to take one letter, once, and say whether it was taken.

/** A letter ready to go. `id` stays the same over retries, so that a receiver can tell a repeat. */
export type OutgoingEmail = {
  readonly id: string;
  /** One bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** `refused`: the receiving side will never take this letter, so trying again is of no use. */
export type Delivery = { outcome: "sent" } | { outcome: "refused"; reason: string };

export type Mail = {
  /** Hands the letter over. Throws when it may be tried again later: no connection, a passing refusal. */
  send(message: OutgoingEmail): Promise<Delivery>;
  /** Closes what is open. */
  close(): void;
};
