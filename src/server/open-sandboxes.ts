import { hkdfSync } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createMailbox, type Mailbox } from "#sandbox/mailbox/mailbox.ts";
import { createStripeSandbox, type StripeSandbox } from "#sandbox/stripe/sandbox.ts";
import { brandName } from "#core/brand.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";

/** The sandboxes in use; null where a real provider is configured. */
export type Sandboxes = {
  readonly mailbox: Mailbox | null;
  readonly paymentSandbox: StripeSandbox | null;
  close(): Promise<void>;
};

/** The secret under which the payment sandbox signs its events for this server. */
export function sandboxWebhookSecret({ secret }: Pick<Config, "secret">): string {
  const bytes = hkdfSync("sha256", secret, "payment-sandbox", "webhook", 32);
  return `whsec_${Buffer.from(bytes).toString("hex")}`;
}

/**
 * Opens the sandboxes that the configuration needs; their data is in `sandbox` of the data folder. `deliver` receives the
 * payment sandbox's signed events; none is sent before `start`.
 */
export function openSandboxes(options: {
  config: Config;
  log: Log;
  now: () => Date;
  deliver: (request: Request) => Promise<Response>;
}): Sandboxes {
  const { config, log, now, deliver } = options;
  const folder = join(config.dataDir, "sandbox");
  const isMailReal = config.mail.smtpUrl !== null;
  if (!isMailReal || config.stripe === null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mailbox = isMailReal
    ? null
    : createMailbox({ dataFile: join(folder, "mail.sqlite"), path: "/sandbox/mail", now });
  const paymentSandbox =
    config.stripe !== null
      ? null
      : createStripeSandbox({
          dataFile: join(folder, "stripe.sqlite"),
          publicUrl: `${config.publicUrl}/sandbox/stripe`,
          webhook: {
            url: `${config.publicUrl}/api/webhooks/stripe`,
            secret: sandboxWebhookSecret(config),
          },
          merchantName: brandName,
          now,
          deliver,
          log: (message, error) => log.error({ error }, message),
        });
  return {
    mailbox,
    paymentSandbox,
    async close() {
      await paymentSandbox?.close();
      mailbox?.close();
    },
  };
}
