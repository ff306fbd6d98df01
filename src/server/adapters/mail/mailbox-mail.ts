import type { Mail } from "./mail.ts";

type Mailbox = {
  /** Stores the email, once per id. */
  deliver(email: {
    id: string;
    from: string;
    to: string;
    subject: string;
    text: string;
    html: string;
  }): Promise<void>;
};

/** Delivers every email to `mailbox` in this process; nothing leaves the machine. */
export function createMailboxMail(options: { mailbox: Mailbox; from: string }): Mail {
  return {
    async send({ id, to, subject, text, html }) {
      await options.mailbox.deliver({ id, from: options.from, to, subject, text, html });
      return { outcome: "sent" };
    },
    close: () => undefined,
  };
}
