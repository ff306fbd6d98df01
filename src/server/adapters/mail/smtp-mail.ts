// Sends letters through a mail server.
import { createTransport } from "nodemailer";
import type { Delivery, Mail, OutgoingEmail } from "./mail.ts";

/** Milliseconds, each for one step of the talk with the server. */
const timeouts = { dns: 10_000, connection: 10_000, greeting: 10_000, socket: 20_000 };

/** The whole talk; a server that trickles its answers would never run into the limits above. */
const sendingEndsAfterMilliseconds = 60_000;

/**
 * Opens a pool of connections to the server of `smtpUrl` (`smtp://user:pass@host:587` or `smtps://…`);
 * the first is made with the first letter. `from` is an address, or a name with one: `Sampan <mail@example.com>`.
 */
export function createSmtpMail(options: { smtpUrl: string; from: string }): Mail {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    maxRequeues: 0,
    idleTimeout: 30_000,
    dnsTimeout: timeouts.dns,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = domainOf(options.from);

  return {
    async send(message: OutgoingEmail): Promise<Delivery> {
      try {
        await transport.sendMail({
          messageId: `<${message.id}@${domain}>`,
          from: options.from,
          to: { name: "", address: message.to },
          subject: message.subject,
          text: message.text,
          html: message.html,
          signal: AbortSignal.timeout(sendingEndsAfterMilliseconds),
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
        return { outcome: "sent" };
      } catch (error) {
        const reason = permanentFailure(error);
        if (reason === null) throw error;
        return { outcome: "refused", reason };
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The server's words when it refused the recipient or the content for good (5xx). A refused sender or
 * sign-in is no such thing: that is our configuration, and the letter waits until it is mended.
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
