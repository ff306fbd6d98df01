import type { Mail, OutgoingEmail } from "./mail.ts";

type Mailbox = {
  /** Stores the email, once per id. */
  deliver(email: OutgoingEmail & { readonly from: string }): Promise<void>;
};

/** Delivers every email to `mailbox` in this process; nothing leaves the machine. */
export function createMailboxMail(options: { mailbox: Mailbox; from: string }): Mail {
  return {
    async send(email) {
      await options.mailbox.deliver({ ...email, from: options.from });
      return { outcome: "sent" };
    },
    close: () => undefined,
  };
}
