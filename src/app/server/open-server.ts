import { join } from "node:path";
import { brandName } from "#platform/rules/brand.ts";
import { createApp, type App } from "./app.ts";
import type { Config } from "#platform/server/config.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { Stage } from "./http/health.ts";
import { jobHandlers, jobList } from "./jobs.ts";
import { openJobs, type JobHandlers } from "#platform/server/jobs/jobs.ts";
import { emailKinds } from "./email-kinds.ts";
import { listeners } from "./listeners.ts";
import { openQueues } from "#platform/server/limits/queues.ts";
import { openChangeStream } from "#platform/server/change-stream/change-stream.ts";
import { processingQueued } from "#tracking/server/tracking/carrier-messages.ts";
import type { Log } from "#platform/server/log.ts";
import { noTracing, type Tracing } from "#platform/server/traces/tracing.ts";
import {
  openSandboxes,
  sandboxPushUrl,
  sandboxTrackingAccess,
  sandboxWebhookSecret,
  type Sandboxes,
} from "./open-sandboxes.ts";
import {
  createCentralBankRates,
  type ExchangeRates,
} from "#catalogue/server/adapters/exchange-rates/central-bank-rates.ts";
import { type Files, openFolderFiles, openS3Files } from "#platform/server/adapters/files/files.ts";
import {
  openImageProcesses,
  type ImageProcesses,
} from "#platform/server/adapters/files/image-processes.ts";
import { type Mail, createMailboxMail } from "#platform/server/adapters/mail/mail.ts";
import { createSmtpMail } from "#platform/server/adapters/mail/smtp-mail.ts";
import {
  createCurrentPayment,
  createStripePayment,
} from "#money/server/adapters/payment/stripe-payment.ts";
import type { Payment } from "#money/server/adapters/payment/payment.ts";
import type { Push } from "#notices/server/adapters/push/push.ts";
import { createWebPush } from "#notices/server/adapters/push/web-push.ts";
import { createSeventeenTrack } from "#tracking/server/adapters/tracking/seventeen-track.ts";
import type { CurrentTracking, Tracking } from "#tracking/server/adapters/tracking/tracking.ts";
import { createHashPassword, type DeriveKey } from "#people/server/auth/password.ts";
import { getSavedAccess } from "#money/server/settings/payment-access.ts";
import { findSavedTrackingKey } from "#tracking/server/settings/tracking-access.ts";
import { createGoodsWordCache } from "#goods/server/goods/goods-words.ts";
import { createPriceCache } from "#catalogue/server/shipping-services/read-services.ts";
import { openSettingsCache, type SettingsCache } from "#platform/server/settings/settings.ts";

/** A server that does not listen yet, runs no jobs and whose sandboxes send no events. */
export type OpenServer = {
  readonly services: AppServices;
  readonly app: App;
  readonly handlers: JobHandlers;
  readonly sandboxes: Sandboxes;
  /** Sets what `/readyz` answers from now on. */
  enter(stage: "serving" | "ending"): void;
  /** Requests still queued after `timeoutMilliseconds` are rejected with `busy`. */
  drain(timeoutMilliseconds: number): void;
  /** Closes everything but the database, jobs first. */
  close(): Promise<void>;
};

function openMail(config: Config, { mailbox }: Sandboxes): Mail {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl !== null) return createSmtpMail({ smtpUrl, from });
  if (mailbox !== null) return createMailboxMail({ mailbox, from });
  throw new Error("Without SMTP_URL the sandbox mailbox must be open.");
}

/** The provider's adapter, also over the sandbox, which receives its requests in process. */
function openConfiguredPayment(config: Config, { paymentSandbox }: Sandboxes): Payment {
  const access = config.stripe ?? {
    secretKey: "sk_test_sandbox",
    apiBase: `${config.publicUrl}/sandbox/stripe`,
    webhookSecrets: [sandboxWebhookSecret(config)],
  };
  return createStripePayment({
    ...access,
    ...(paymentSandbox && { fetch: (request: Request) => paymentSandbox.fetch(request) }),
  });
}

/** The payment provider that an admin saved in the settings, else the one of the environment. */
function openPayment(config: Config, sandboxes: Sandboxes, settings: SettingsCache): Payment {
  const configured = openConfiguredPayment(config, sandboxes);
  let opened = { version: -1, payment: configured };
  return createCurrentPayment({
    async current() {
      const stored = await settings.current();
      if (stored.paymentVersion !== opened.version) {
        const saved = getSavedAccess(config, stored);
        const payment =
          saved === null
            ? configured
            : createStripePayment({ ...saved, webhookSecrets: [saved.webhookSecret] });
        opened = { version: stored.paymentVersion, payment };
      }
      return opened.payment;
    },
    last: () => opened.payment,
  });
}

/** The rates at the configured address, or the sandbox's, which receives its requests in process. */
function openExchangeRates(config: Config, { exchangeRateSandbox }: Sandboxes): ExchangeRates {
  const { exchangeRatesUrl: url, publicUrl } = config;
  if (url !== null) return createCentralBankRates({ url, source: new URL(url).hostname });
  if (exchangeRateSandbox === null) {
    throw new Error("Without EXCHANGE_RATES_URL the sandbox of exchange rates must be open.");
  }
  return createCentralBankRates({
    url: `${publicUrl}/sandbox/exchange-rates`,
    source: "sandbox",
    fetch: (request) => exchangeRateSandbox.fetch(request),
  });
}

/** The push services of browsers, and the sandbox's, which receives its requests in process. */
function openPush(config: Config, { pushSandbox }: Sandboxes): Push {
  const { vapid, supportEmail, adminEmail, isPublic, isHttps, publicUrl } = config;
  // Push services write to it when a server misbehaves; they take no address of this machine.
  const contact = supportEmail === null && isPublic && isHttps ? publicUrl : null;
  return createWebPush({
    vapid,
    subject: contact ?? `mailto:${supportEmail ?? adminEmail}`,
    publicUrl,
    sandbox: pushSandbox && {
      baseUrl: sandboxPushUrl(config),
      fetch: (request) => pushSandbox.fetch(request),
    },
  });
}

function connectionsOf({ pool }: Database) {
  return { total: pool.totalCount, idle: pool.idleCount, awaited: pool.waitingCount };
}

/** The provider's adapter, also over the sandbox, which receives its requests in process; null without a key. */
function openConfiguredTracking(config: Config, { trackingSandbox }: Sandboxes): Tracking | null {
  const { apiKey, apiBase } = config.tracking;
  if (apiKey !== null) return createSeventeenTrack({ apiKey, apiBase });
  if (trackingSandbox === null) return null;
  return createSeventeenTrack({
    ...sandboxTrackingAccess(config),
    fetch: (request) => trackingSandbox.fetch(request),
    pauseMilliseconds: 0,
  });
}

/** The tracking provider with the key that an admin saved in the settings, else the one of the environment. */
function openTracking(
  config: Config,
  sandboxes: Sandboxes,
  settings: SettingsCache,
): CurrentTracking {
  const configured = openConfiguredTracking(config, sandboxes);
  let opened = { version: -1, tracking: configured };
  return async () => {
    const stored = await settings.current();
    if (stored.trackingVersion !== opened.version) {
      const { apiBase } = config.tracking;
      const apiKey = findSavedTrackingKey(config, stored);
      const isSaved = stored.trackingKeyEncrypted !== null;
      // A saved key that cannot be read must not hand the numbers over to another account.
      const saved = apiKey === undefined ? null : createSeventeenTrack({ apiKey, apiBase });
      opened = { version: stored.trackingVersion, tracking: isSaved ? saved : configured };
    }
    return opened.tracking;
  };
}

/** The file store that the configuration names. */
export function openFiles(config: Pick<Config, "s3" | "dataDir">): Promise<Files> {
  return config.s3 === null
    ? openFolderFiles(join(config.dataDir, "files"))
    : openS3Files(config.s3);
}

type ServerOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
  readonly clientFolder: string | null;
  readonly isManual?: boolean;
  readonly passwords?: DeriveKey;
  readonly currentTracking?: AppServices["currentTracking"];
  readonly images?: ImageProcesses;
  readonly tracing?: Tracing;
};

/** What a process remembers of tables that seldom change. */
function createCaches(): Pick<AppServices, "goodsWords" | "servicePrices"> {
  return { goodsWords: createGoodsWordCache(), servicePrices: createPriceCache() };
}

/**
 * Opens the server over a migrated `database`. With `isManual`, jobs run only when `runDueJobs` is called, and the server
 * is ready at once. `clientFolder` null serves no pages. `passwords` replaces scrypt at the product's cost,
 * `currentTracking` the configured provider, `images` processes of its own.
 */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const { config, database, log, now, clientFolder, isManual = false, passwords } = options;
  const { tracing = noTracing } = options;
  const [sandboxes, jobs, files] = await Promise.all([
    openSandboxes({ ...options, listeners, deliver: (request) => app.fetch(request) }),
    openJobs({ databaseUrl: database.url, log, jobList, isManual, tracing }),
    openFiles(config),
  ]);
  const mail = openMail(config, sandboxes);
  const settings = openSettingsCache({ db: database.kysely, listeners, log });
  const changeStream = openChangeStream({ databaseUrl: database.url, listeners, log, now });
  const services: AppServices = {
    listeners,
    emailKinds,
    config,
    db: database.kysely,
    jobs,
    payment: openPayment(config, sandboxes, settings),
    currentTracking: options.currentTracking ?? openTracking(config, sandboxes, settings),
    exchangeRates: openExchangeRates(config, sandboxes),
    push: openPush(config, sandboxes),
    files,
    images: options.images ?? openImageProcesses(),
    queues: openQueues(),
    hashPassword: createHashPassword(passwords),
    changeStream,
    settings,
    ...createCaches(),
    log,
    tracing,
    now,
  };
  let stage: Stage = isManual ? "serving" : "starting";
  const app = createApp(services, {
    clientFolder,
    ...sandboxes,
    stage: () => stage,
    countConnections: () => connectionsOf(database),
    takeDatabaseFull: database.takeFull,
  });
  const sender = { brandName, siteUrl: config.publicUrl, supportEmail: config.supportEmail };
  return {
    services,
    app,
    sandboxes,
    enter(next) {
      stage = next;
    },
    drain(timeoutMilliseconds) {
      for (const queue of Object.values(services.queues)) queue.drain(timeoutMilliseconds);
    },
    handlers: jobHandlers({ ...services, mail, sender, secret: config.secret }),
    async close() {
      await changeStream.close();
      await services.images.close();
      await processingQueued(jobs);
      await jobs.stop();
      await sandboxes.close();
      mail.close();
      services.push.close();
    },
  };
}
