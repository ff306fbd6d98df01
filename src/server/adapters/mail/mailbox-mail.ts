// Hands letters to a mailbox in this process, when no mail server is configured.
import type { Mail } from "./mail.ts";

/** What is asked of the mailbox: to keep a letter, and only once per id. */
type EmailBox = {
  deliver(message: {
    id: string;
    from: string;
    to: string;
    subject: string;
    text: string;
    html: string;
  }): Promise<void>;
};

/** Mail that ends in `mailbox`; nothing leaves the machine. `from` as for a mail server. */
export function createMailboxMail(options: { mailbox: EmailBox; from: string }): Mail {
  return {
    async send({ id, to, subject, text, html }) {
      await options.mailbox.deliver({ id, from: options.from, to, subject, text, html });
      return { outcome: "sent" };
    },
    close: () => undefined,
  };
}
