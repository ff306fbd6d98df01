import type { EmailPhoto } from "./email-content.ts";

export type OutgoingEmail = {
  /** Stays the same over retries, so that receivers recognise duplicates. */
  readonly id: string;
  /** One bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where a mail program turns such emails off with one click (RFC 8058); null where that is not possible. */
  readonly unsubscribeUrl?: string | null;
  /** JPEGs that the HTML shows. */
  readonly photos: readonly EmailPhoto[];
};

/** `rejected`: the receiving server will never accept this email, so a retry is useless. */
export type Delivery = { outcome: "sent" } | { outcome: "rejected"; reason: string };

export type Mail = {
  /** Throws on a temporary failure, after which the email should be sent again. */
  send(email: OutgoingEmail): Promise<Delivery>;
  close(): void;
};
