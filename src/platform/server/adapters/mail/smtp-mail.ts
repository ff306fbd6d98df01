import { createTransport } from "nodemailer";
import type { Delivery, Mail, OutgoingEmail } from "./mail.ts";

/** For each step of the conversation with the server. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** For the whole conversation: a server that sends a byte now and then never reaches the timeouts above. */
const sendTimeoutMilliseconds = 60_000;

/**
 * Opens a pool of connections to the server of `smtpUrl` (`smtp://user:pass@host:587` or `smtps://…`);
 * the first is opened with the first email. `from` is an address, or a name with one: `Name <mail@example.com>`.
 */
export function createSmtpMail(options: { smtpUrl: string; from: string }): Mail {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    maxRequeues: 0,
    idleTimeout: 30_000,
    ...timeouts,
  });
  const domain = domainOf(options.from);

  return {
    async send(email: OutgoingEmail): Promise<Delivery> {
      try {
        await transport.sendMail({
          messageId: `<${email.id}@${domain}>`,
          from: options.from,
          to: { name: "", address: email.to },
          subject: email.subject,
          text: email.text,
          html: email.html,
          attachments: email.photos.map(({ contentId, bytes }) => ({
            cid: contentId,
            filename: `${contentId}.jpg`,
            contentType: "image/jpeg",
            contentDisposition: "inline",
            content: Buffer.from(bytes),
          })),
          signal: AbortSignal.timeout(sendTimeoutMilliseconds),
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            ...(email.unsubscribeUrl
              ? {
                  "List-Unsubscribe": `<${email.unsubscribeUrl}>`,
                  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                }
              : {}),
          },
        });
        return { outcome: "sent" };
      } catch (error) {
        const reason = permanentFailure(error);
        if (reason === null) throw error;
        return { outcome: "rejected", reason };
      }
    },
    close: () => transport.close(),
  };
}

/** Connects and signs in without sending anything. Throws where the server cannot be reached or refuses the sign-in. */
export async function checkSmtp(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * The server's message when it rejected the recipient or the content for good (5xx). A rejected sender or sign-in is a
 * mistake in our configuration, so the email stays queued until that is corrected.
 */
function permanentFailure(error: unknown): string | null {
  if (!(error instanceof Error) || !("permanent" in error) || error.permanent !== true) return null;
  const code = "code" in error ? error.code : undefined;
  const command = "command" in error ? String(error.command) : "";
  const isAboutEmail = code === "EMESSAGE" || (code === "EENVELOPE" && command.startsWith("RCPT"));
  return isAboutEmail ? error.message : null;
}

function domainOf(from: string): string {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? "localhost";
}
