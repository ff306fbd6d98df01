import { hkdfSync } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ExchangeRateSandbox } from "#sandbox/exchange-rates/exchange-rates.ts";
import type { Mailbox } from "#sandbox/mailbox/mailbox.ts";
import type { PushSandbox } from "#sandbox/push/push-sandbox.ts";
import type { StripeSandbox } from "#sandbox/stripe/sandbox.ts";
import type { TrackingSandbox } from "#sandbox/tracking/tracking-sandbox.ts";
import * as z from "zod";
import { countryByName } from "#catalogue/rules/country.ts";
import { brandName } from "#platform/rules/brand.ts";
import type { Config } from "#platform/server/config.ts";
import type { Listeners } from "#platform/server/context.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { Log } from "#platform/server/log.ts";

/** The sandboxes in use; null where a real provider is configured. */
export type Sandboxes = {
  readonly mailbox: Mailbox | null;
  readonly paymentSandbox: StripeSandbox | null;
  readonly exchangeRateSandbox: ExchangeRateSandbox | null;
  readonly trackingSandbox: TrackingSandbox | null;
  readonly pushSandbox: PushSandbox | null;
  close(): Promise<void>;
};

/** The secret under which the payment sandbox signs its events for this server. */
export function sandboxWebhookSecret({ secret }: Pick<Config, "secret">): string {
  const bytes = hkdfSync("sha256", secret, "payment-sandbox", "webhook", 32);
  return `whsec_${Buffer.from(bytes).toString("hex")}`;
}

/** The tracking sandbox of this server, as its adapter reaches it. */
export function sandboxTrackingAccess({ secret, publicUrl }: Pick<Config, "secret" | "publicUrl">) {
  const bytes = hkdfSync("sha256", secret, "tracking-sandbox", "key", 32);
  const apiKey = Buffer.from(bytes).toString("hex");
  return { apiKey, apiBase: `${publicUrl}/sandbox/tracking/track/v2.4` };
}

/** The push sandbox's address, below which its endpoints are. */
export function sandboxPushUrl({ publicUrl }: Pick<Config, "publicUrl">): string {
  return `${publicUrl}/sandbox/push`;
}

type SandboxOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => Date;
  readonly database: Database;
  readonly listeners: Listeners;
  /** Receives the signed events of the payment and tracking sandboxes; none is sent before `start`. */
  readonly deliver: (request: Request) => Promise<Response>;
};

async function openMailbox({ now }: SandboxOptions, folder: string): Promise<Mailbox> {
  const { createMailbox } = await import("#sandbox/mailbox/mailbox.ts");
  return createMailbox({ dataFile: join(folder, "mail.sqlite"), path: "/sandbox/mail", now });
}

async function openPaymentSandbox(
  { config, log, now, deliver }: SandboxOptions,
  folder: string,
): Promise<StripeSandbox> {
  const { createStripeSandbox } = await import("#sandbox/stripe/sandbox.ts");
  return createStripeSandbox({
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
}

async function openExchangeRateSandbox({ now }: SandboxOptions): Promise<ExchangeRateSandbox> {
  const { createExchangeRateSandbox } = await import("#sandbox/exchange-rates/exchange-rates.ts");
  return createExchangeRateSandbox({ now });
}

/** Where what has a tracker's number comes from and goes to. What has no leg comes from shops in China. */
async function readRoute({ database, listeners }: SandboxOptions, trackerId: string) {
  if (!z.uuid().safeParse(trackerId).success) return null;
  const [leg] = await listeners.legsOfTrackers(database.kysely, [trackerId]);
  const { origin, destination } = leg ?? { origin: "China", destination: "Hong Kong" };
  const [from, to] = [countryByName(origin)?.code, countryByName(destination)?.code];
  return from === undefined || to === undefined ? null : { origin: from, destination: to };
}

async function openTrackingSandbox(
  options: SandboxOptions,
  folder: string,
): Promise<TrackingSandbox> {
  const { config, log, now, deliver } = options;
  const { createTrackingSandbox } = await import("#sandbox/tracking/tracking-sandbox.ts");
  return createTrackingSandbox({
    dataFile: join(folder, "tracking.sqlite"),
    publicUrl: `${config.publicUrl}/sandbox/tracking`,
    webhookUrl: `${config.publicUrl}/api/webhooks/tracking`,
    apiKey: sandboxTrackingAccess(config).apiKey,
    now,
    deliver,
    routeOfTag: (tag) => readRoute(options, tag),
    log: (message, error) => log.error({ error }, message),
  });
}

async function openPushSandbox(
  { config, now }: SandboxOptions,
  folder: string,
): Promise<PushSandbox> {
  const { createPushSandbox } = await import("#sandbox/push/push-sandbox.ts");
  return createPushSandbox({
    dataFile: join(folder, "push.sqlite"),
    publicUrl: sandboxPushUrl(config),
    now,
  });
}

/** Loads and opens only the sandboxes that the configuration needs; their data is in `sandbox` of the data folder. */
export async function openSandboxes(options: SandboxOptions): Promise<Sandboxes> {
  const { dataDir, mail, stripe, exchangeRatesUrl } = options.config;
  const { hasTrackingSandbox, hasPushSandbox } = options.config;
  const folder = join(dataDir, "sandbox");
  const isMailReal = mail.smtpUrl !== null;
  if (!isMailReal || stripe === null || hasTrackingSandbox || hasPushSandbox)
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mailbox = isMailReal ? null : await openMailbox(options, folder);
  const paymentSandbox = stripe !== null ? null : await openPaymentSandbox(options, folder);
  const exchangeRateSandbox =
    exchangeRatesUrl !== null ? null : await openExchangeRateSandbox(options);
  const trackingSandbox = hasTrackingSandbox ? await openTrackingSandbox(options, folder) : null;
  const pushSandbox = hasPushSandbox ? await openPushSandbox(options, folder) : null;
  return {
    mailbox,
    paymentSandbox,
    exchangeRateSandbox,
    trackingSandbox,
    pushSandbox,
    async close() {
      pushSandbox?.close();
      await trackingSandbox?.close();
      await paymentSandbox?.close();
      mailbox?.close();
    },
  };
}
