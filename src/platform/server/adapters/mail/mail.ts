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
  readonly unsubscribeUrl?: string | undefined;
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

type Mailbox = {
  /** Stores the email, once per id. */
  deliver(email: Omit<OutgoingEmail, "photos"> & { readonly from: string }): Promise<void>;
};

/** The mailbox stores no attachments, so photos become a part of the HTML. */
function withPhotos({ html, photos }: OutgoingEmail): string {
  return photos.reduce(
    (text, { contentId, bytes }) =>
      text.replaceAll(
        `"cid:${contentId}"`,
        `"data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}"`,
      ),
    html,
  );
}

/** Delivers every email to `mailbox` in this process; nothing leaves the machine. */
export function createMailboxMail(options: { mailbox: Mailbox; from: string }): Mail {
  return {
    async send(email) {
      const { photos: _, unsubscribeUrl: __, ...stored } = email;
      await options.mailbox.deliver({ ...stored, html: withPhotos(email), from: options.from });
      return { outcome: "sent" };
    },
    close: () => undefined,
  };
}
