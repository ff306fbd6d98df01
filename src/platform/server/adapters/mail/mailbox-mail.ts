import type { Mail, OutgoingEmail } from "./mail.ts";

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
