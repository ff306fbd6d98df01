// Reads every setting from the environment: the only file that does, and the place where each is checked.
import { BlockList, isIPv6 } from "node:net";
import { resolve } from "node:path";
import type * as z from "zod";
import { brandName, brandSlug } from "#platform/rules/brand.ts";
import { messageOf } from "#platform/rules/error-message.ts";
import { connectionLimits } from "./db/connections.ts";
import { canonicalAddress } from "./ip-address.ts";
import { loadOrCreateSecret } from "./private-files.ts";
import { environmentSettings } from "./environment-settings.ts";
import { isVapidPair, loadOrCreateVapidKeys, type VapidKeys } from "./vapid-keys.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where uploaded files go when it is not the data folder. */
export type S3Settings = {
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The origin at which browsers get photos by signed links; null: they get them from the server. */
  readonly publicEndpoint: string | null;
};

/** Every setting of the server, checked, with defaults filled in. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Origin under which browsers reach the server, without a slash at the end. */
  readonly publicUrl: string;
  /** False for loopback addresses. */
  readonly isPublic: boolean;
  /** Whether browsers use https, here or at a proxy in front of the server. */
  readonly isHttps: boolean;
  /** Whether browsers use https for the subdomains of `publicUrl` too. */
  readonly isHttpsOnSubdomains: boolean;
  /** Absolute path. */
  readonly dataDir: string;
  /** null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The most connections to it of this process. */
  readonly databaseConnections: number;
  /** `smtpUrl` null: the mailbox of the sandbox. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  /** null: the payment sandbox. `apiBase` null: the provider's own address. */
  readonly stripe: {
    readonly secretKey: string;
    /** All are accepted, so that a secret can be rotated without losing events. */
    readonly webhookSecrets: readonly string[];
    readonly apiBase: string | null;
  } | null;
  /** `apiKey` null: a key that an admin saves, else the sandbox. `apiBase` null: the provider's own address. */
  readonly tracking: { readonly apiKey: string | null; readonly apiBase: string | null };
  /** Whether the tracking sandbox stands in where no key is known; elsewhere staff type what carriers say. */
  readonly hasTrackingSandbox: boolean;
  /** The keys by which push services know this server. */
  readonly vapid: VapidKeys;
  /** Whether a push service of the sandbox runs beside those of browsers, as it does while it stands in for another provider. */
  readonly hasPushSandbox: boolean;
  /** null: the sandbox of exchange rates. */
  readonly exchangeRatesUrl: string | null;
  /** null: the folder `files` in `dataDir`. */
  readonly s3: S3Settings | null;
  /** Where archives of backups go on request; null: nowhere but this machine. */
  readonly backupS3: S3Settings | null;
  /** Every key of the server is derived from it. */
  readonly secret: string;
  /** Whether the desks of the warehouse open without a network. */
  readonly hasOfflineDesk: boolean;
  readonly trustedProxies: BlockList;
  readonly supportEmail: string | null;
  readonly operatorName: string | null;
  /** Lines separated by semicolons. */
  readonly operatorAddress: string | null;
  readonly metricsToken: string | null;
  readonly logLevel: "debug" | "info" | "warn" | "error";
  /** `share` of requests and jobs is traced, from 0 to 1; null: nothing is. */
  readonly traces: { readonly share: number } | null;
  readonly adminEmail: string;
  /** null: generated at the first start. */
  readonly adminPassword: string | null;
};

/** The settings are wrong; `message` names every one of them and what it should look like. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const centralBankRatesUrl = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

const loopbackHost = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether `hostname`, as in a URL, is a name for this machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHost.test(hostname);
}

/** Whether only this machine can reach a server that listens on `host`. */
function isLoopbackListener(host: string): boolean {
  const address = canonicalAddress(host);
  return isLoopbackHost(address !== null && isIPv6(address) ? `[${address}]` : (address ?? host));
}

type SettingName = keyof typeof environmentSettings;
type Values = { [Name in SettingName]?: z.output<(typeof environmentSettings)[Name]["schema"]> };

/** What stands in the sample of the page on installing where an operator's own value belongs. */
const placeholder = "…";

function readValues(environment: Environment, wrong: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(environmentSettings)) {
    const text = environment[name]?.trim();
    if (text === undefined || text === "") continue;
    const result = setting.schema.safeParse(text);
    if (text.includes(placeholder)) {
      wrong.push(
        `${name} still has the ${placeholder} of the sample; put your value in its place.`,
      );
    } else if (result.success) values[name] = result.data;
    else {
      const shown =
        "isSecret" in setting ? "has a value that cannot be used" : `is ${JSON.stringify(text)}`;
      wrong.push(`${name} ${shown}; it should be ${setting.expected}.`);
    }
  }
  return values as Values;
}

/** Who can reach a server with these settings. */
function reachOf({ PUBLIC_URL: publicUrl, HOST: host = "127.0.0.1" }: Values) {
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname);
  return { isPublic, isExposed: isPublic || !isLoopbackListener(host), host };
}

function requireTogether(
  values: Values,
  isSet: (name: SettingName) => boolean,
  wrong: string[],
): void {
  const requireSetting = (name: SettingName, because: string) => {
    if (isSet(name)) return;
    wrong.push(
      `${name} is missing; it should be ${environmentSettings[name].expected}, since ${because}.`,
    );
  };
  if (isSet("STRIPE_SECRET_KEY")) {
    requireSetting(
      "STRIPE_WEBHOOK_SECRET",
      "payments with STRIPE_SECRET_KEY are confirmed by signed events",
    );
  } else {
    const because = "a real payment provider is configured only together with its key";
    if (isSet("STRIPE_WEBHOOK_SECRET") || isSet("STRIPE_API_BASE")) {
      requireSetting("STRIPE_SECRET_KEY", because);
    }
  }
  const storageSettings = [
    "S3_BUCKET",
    "S3_REGION",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ] as const;
  const usesStorage =
    isSet("S3_ENDPOINT") || isSet("S3_PUBLIC_ENDPOINT") || storageSettings.some(isSet);
  if (usesStorage)
    for (const name of storageSettings) requireSetting(name, "the other S3_ settings are set");

  const backupSettings = ["REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"] as const;
  for (const name of isSet("BACKUP_S3_BUCKET") ? backupSettings : []) {
    if (!isSet(`S3_${name}`)) requireSetting(`BACKUP_S3_${name}`, "BACKUP_S3_BUCKET is set");
  }
  const { isPublic, isExposed, host } = reachOf(values);
  if (isPublic && isSet("DATABASE_URL")) {
    const because = "with DATABASE_URL and a public PUBLIC_URL several servers may share it";
    requireSetting("SECRET", because);
    requireSetting("VAPID_PUBLIC_KEY", because);
    requireSetting("VAPID_PRIVATE_KEY", because);
    if (!usesStorage) for (const name of storageSettings) requireSetting(name, because);
  }
  if (!isExposed || values.SANDBOX === "1") return;
  const cause = isPublic ? "PUBLIC_URL is public" : `HOST is "${host}", which other machines reach`;
  if (!isPublic) requireSetting("PUBLIC_URL", cause);
  const because = `${cause}, and the sandbox runs there only with SANDBOX=1, since no real money moves`;
  requireSetting("SMTP_URL", because);
  requireSetting("STRIPE_SECRET_KEY", because);
}

/** Adds what is wrong with the keys of push notifications where one of them is set. */
function requireVapidPair(
  { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Values,
  isSet: (name: SettingName) => boolean,
  wrong: string[],
): void {
  const names = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] as const;
  if (!names.some(isSet)) return;
  for (const name of names.filter((one) => !isSet(one))) {
    wrong.push(
      `${name} is missing; it should be ${environmentSettings[name].expected}, since the other key is set.`,
    );
  }
  if (publicKey === undefined || privateKey === undefined) return;
  if (isVapidPair({ publicKey, privateKey })) return;
  wrong.push(
    "VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY; both should be of one run of `npx web-push generate-vapid-keys`.",
  );
}

/** Whether mail, payment or tracking has no real provider, so that its sandbox stands in where it may run. */
function standsInForProvider(values: Values): boolean {
  const { SMTP_URL: mail, STRIPE_SECRET_KEY: payment, TRACKING_API_KEY: tracking } = values;
  return mail === undefined || payment === undefined || tracking === undefined;
}

function explain(wrong: readonly string[]): string {
  const count = wrong.length === 1 ? "One setting is" : `${wrong.length} settings are`;
  return `${brandName} cannot start. ${count} wrong:\n${wrong.map((line) => `  - ${line}`).join("\n")}`;
}

/**
 * Checks the whole environment and fills in defaults. Empty settings count as missing. A missing `SECRET` is generated
 * once and stored in the data folder, which is created then. Throws one ConfigError that names every wrong setting and
 * shows no secret value.
 */
export function loadConfig(environment: Environment = process.env): Config {
  const wrong: string[] = [];
  const values = readValues(environment, wrong);
  const isSet = (name: SettingName) => (environment[name]?.trim() ?? "") !== "";
  requireTogether(values, isSet, wrong);
  requireVapidPair(values, isSet, wrong);
  if (wrong.length > 0) throw new ConfigError(explain([...new Set(wrong)]));

  const port = values.PORT ?? 3000;
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${port}`);
  const dataDir = resolve(values.DATA_DIR ?? ".data");
  const isPublic = !isLoopbackHost(publicUrl.hostname);
  const mayRunSandbox = values.SANDBOX === "1" || !reachOf(values).isExposed;
  return {
    port,
    host: values.HOST ?? "127.0.0.1",
    publicUrl: publicUrl.origin,
    isPublic,
    isHttps: publicUrl.protocol === "https:",
    isHttpsOnSubdomains: values.HSTS_SUBDOMAINS === "1",
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseConnections: values.DATABASE_CONNECTIONS ?? connectionLimits.usual,
    mail: {
      smtpUrl: values.SMTP_URL ?? null,
      from: values.MAIL_FROM ?? `${brandName} <no-reply@${publicUrl.hostname}>`,
    },
    stripe: stripeOf(values),
    tracking: {
      apiKey: values.TRACKING_API_KEY ?? null,
      apiBase: values.TRACKING_API_BASE ?? null,
    },
    hasTrackingSandbox: values.TRACKING_API_KEY === undefined && mayRunSandbox,
    vapid: vapidOf(values, dataDir),
    hasPushSandbox: mayRunSandbox && standsInForProvider(values),
    exchangeRatesUrl: values.EXCHANGE_RATES_URL ?? (isPublic ? centralBankRatesUrl : null),
    s3: storageOf(values),
    backupS3: backupStorageOf(values),
    secret: values.SECRET ?? fromDataFolder(dataDir, loadOrCreateSecret),
    hasOfflineDesk: values.OFFLINE_DESK !== "0",
    trustedProxies: values.TRUSTED_PROXIES ?? new BlockList(),
    supportEmail: values.SUPPORT_EMAIL ?? null,
    operatorName: values.OPERATOR_NAME ?? null,
    operatorAddress: values.OPERATOR_ADDRESS ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    logLevel: values.LOG_LEVEL ?? (isPublic ? "info" : "warn"),
    traces: tracesOf(values),
    adminEmail: values.ADMIN_EMAIL ?? `admin@${brandSlug}.localhost`,
    adminPassword: values.ADMIN_PASSWORD ?? null,
  };
}

/** What `load` reads from the data folder, which it may have to write first. */
function fromDataFolder<T>(dataDir: string, load: (folder: string) => T): T {
  try {
    return load(dataDir);
  } catch (error) {
    const reason = messageOf(error);
    const expected = "the path of a folder that this server may write to";
    throw new ConfigError(
      explain([`DATA_DIR is ${JSON.stringify(dataDir)}; it should be ${expected} (${reason}).`]),
      { cause: error },
    );
  }
}

function vapidOf(values: Values, dataDir: string): VapidKeys {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
  const keys = fromDataFolder(dataDir, loadOrCreateVapidKeys);
  if (keys !== null) return keys;
  const expected = "a public and a private key, a line each; without the file new keys are made";
  throw new ConfigError(
    explain([`The file vapid-keys in DATA_DIR cannot be used; it should contain ${expected}.`]),
  );
}

function stripeOf(values: Values): Config["stripe"] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = values;
  if (secretKey === undefined || webhookSecrets === undefined) return null;
  return { secretKey, webhookSecrets, apiBase: values.STRIPE_API_BASE ?? null };
}

/** The bucket of backups, which shares what it does not state with that of the files. */
function backupStorageOf(values: Values): S3Settings | null {
  if (values.BACKUP_S3_BUCKET === undefined) return null;
  return storageOf({
    S3_ENDPOINT: values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT,
    S3_REGION: values.BACKUP_S3_REGION ?? values.S3_REGION,
    S3_BUCKET: values.BACKUP_S3_BUCKET,
    S3_ACCESS_KEY_ID: values.BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: values.BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY,
  });
}

function storageOf(values: {
  [Name in keyof Values]: Values[Name] | undefined;
}): S3Settings | null {
  const { S3_REGION: region, S3_BUCKET: bucket } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!region || !bucket || !accessKeyId || !secretAccessKey) return null;
  const { S3_ENDPOINT: endpoint = null, S3_PUBLIC_ENDPOINT: publicEndpoint = null } = values;
  return { endpoint, publicEndpoint, region, bucket, accessKeyId, secretAccessKey };
}

/** Traces are on where an address is named; each request begins its own, so samplers with a parent are as those without. */
function tracesOf(values: Values): Config["traces"] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values;
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share = 1 } = values;
  const isOff = values.OTEL_SDK_DISABLED === "true" || values.OTEL_TRACES_EXPORTER === "none";
  if (isOff || (all === undefined && own === undefined)) return null;
  if (sampler?.endsWith("always_off") === true) return null;
  return { share: sampler?.endsWith("traceidratio") === true ? share : 1 };
}
