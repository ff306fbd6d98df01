// What each setting is: how it is read, what it should look like, and whether its value may be shown.
import { BlockList, isIP } from "node:net";
import * as z from "zod";
import { brandName } from "#platform/rules/brand.ts";
import { connectionLimits } from "./db/connections.ts";
import { canonicalAddress } from "./ip-address.ts";
import { isVapidPrivateKey, isVapidPublicKey } from "./vapid-keys.ts";

function urlOf(protocols: readonly string[]) {
  return z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ""));
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && `${url.origin}/` === url.href;
}

function isHostName(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
}

/** The networks of a list like `10.0.0.0/8, ::1`, or null where it is not one. */
function parseNetworks(value: string): BlockList | null {
  const networks = new BlockList();
  for (const part of value.split(",").map((piece) => piece.trim())) {
    const [address = "", prefix] = part.split("/");
    const canonical = canonicalAddress(address);
    const longest = isIP(address) === 4 ? 32 : 128;
    if (isIP(address) === 0 || canonical === null || part.split("/").length > 2) return null;
    if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest))
      return null;
    const isIpv4 = isIP(canonical) === 4;
    // An IPv4 address written as IPv6 is in its last 32 bits.
    const bits = Number(prefix ?? longest) - (isIpv4 ? longest - 32 : 0);
    if (bits < 0) return null;
    networks.addSubnet(canonical, bits, isIpv4 ? "ipv4" : "ipv6");
  }
  return networks;
}

const email = z
  .string()
  .max(254)
  .pipe(z.email())
  .transform((value) => value.toLowerCase());
const sender = z
  .string()
  .refine((value) => z.email().safeParse(/<([^<>]+)>$/.exec(value)?.[1] ?? value).success)
  .refine((value) => !/[\r\n]/.test(value));
const oneLine = z.string().trim().min(1).max(500);
const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);
const shortText = z.string().max(500).regex(/^\S+$/);

const traceSamplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Every setting by its name in the environment; `expected` completes the sentence "it should be …". */
export const environmentSettings = {
  PORT: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535),
    expected: "a whole number from 1 to 65535",
  },
  HOST: {
    schema: z.string().refine(isHostName),
    expected: "an IP address or host name to listen on, such as 127.0.0.1 or 0.0.0.0",
  },
  PUBLIC_URL: {
    schema: urlOf(["http:", "https:"])
      .transform((value) => value.replace(/\/$/, ""))
      .refine(isOrigin)
      .transform((value) => new URL(value).origin),
    expected: "the address that browsers use, without a path, such as https://sampan.example",
  },
  HSTS_SUBDOMAINS: {
    schema: z.enum(["0", "1"]),
    expected: "1 to have browsers use https for all subdomains of PUBLIC_URL too, or 0",
  },
  DATA_DIR: { schema: z.string().regex(/^[^\0]+$/), expected: "the path of a folder" },
  DATABASE_URL: {
    schema: urlOf(["postgres:", "postgresql:"]),
    expected: "postgresql://user:password@host:5432/database",
    isSecret: true,
  },
  DATABASE_CONNECTIONS: {
    schema: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((most) => most >= connectionLimits.fewest && most <= connectionLimits.most),
    expected: `the most connections of one process to the database, from ${connectionLimits.fewest} to ${connectionLimits.most}`,
  },
  SMTP_URL: {
    schema: urlOf(["smtp:", "smtps:"]),
    expected: "smtp://user:password@host:587 or smtps://user:password@host:465",
    isSecret: true,
  },
  MAIL_FROM: { schema: sender, expected: `an address, such as ${brandName} <mail@sampan.example>` },
  STRIPE_SECRET_KEY: {
    schema: z.string().regex(/^[sr]k_(test|live)_\w+$/),
    expected: "a secret key that begins with sk_test_, sk_live_, rk_test_ or rk_live_",
    isSecret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z
      .string()
      .transform((value) => value.split(",").map((part) => part.trim()))
      .pipe(z.array(z.string().regex(/^whsec_\S+$/))),
    expected:
      "the signing secret of the webhook, which begins with whsec_; two separated by a comma while it is being rotated",
    isSecret: true,
  },
  STRIPE_API_BASE: {
    schema: urlOf(["http:", "https:"]).transform((value) => value.replace(/\/+$/, "")),
    expected: "the address of the provider's API, such as https://api.stripe.com",
  },
  TRACKING_API_KEY: {
    schema: shortText.min(8),
    expected: "the key of 17TRACK's API",
    isSecret: true,
  },
  TRACKING_API_BASE: {
    schema: urlOf(["http:", "https:"]).transform((value) => value.replace(/\/+$/, "")),
    expected:
      "the address of 17TRACK's API with its version, such as https://api.17track.net/track/v2.4",
  },
  VAPID_PUBLIC_KEY: {
    schema: z.string().refine(isVapidPublicKey),
    expected:
      "the public key of push notifications, 87 characters, as `npx web-push generate-vapid-keys` prints it",
  },
  VAPID_PRIVATE_KEY: {
    schema: z.string().refine(isVapidPrivateKey),
    expected:
      "the private key of push notifications, 43 characters, as `npx web-push generate-vapid-keys` prints it",
    isSecret: true,
  },
  EXCHANGE_RATES_URL: {
    schema: urlOf(["http:", "https:"]),
    expected:
      "the address of exchange rates in the format of the European Central Bank's daily file, such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
  },
  S3_ENDPOINT: {
    schema: urlOf(["http:", "https:"]),
    expected: "the address of the storage server, such as https://s3.example",
  },
  S3_REGION: { schema: shortText, expected: "the storage's region, such as eu-central-1" },
  S3_BUCKET: {
    schema: bucketName,
    expected: "the name of a bucket: 3 to 63 lower-case letters, digits, dots or dashes",
  },
  S3_ACCESS_KEY_ID: {
    schema: shortText,
    expected: "the id of the storage's access key",
    isSecret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    schema: shortText,
    expected: "the secret of the storage's access key",
    isSecret: true,
  },
  S3_PUBLIC_ENDPOINT: {
    schema: urlOf(["http:", "https:"])
      .transform((value) => value.replace(/\/$/, ""))
      .refine(isOrigin)
      .transform((value) => new URL(value).origin),
    expected: "the address of the storage for browsers, without a path, such as https://s3.example",
  },
  BACKUP_S3_BUCKET: {
    schema: bucketName,
    expected: "the name of the bucket for backups, best one of another account or region",
  },
  BACKUP_S3_ENDPOINT: {
    schema: urlOf(["http:", "https:"]),
    expected: "the address of the storage server of backups, where it is not S3_ENDPOINT",
  },
  BACKUP_S3_REGION: {
    schema: shortText,
    expected: "the region of the bucket for backups, where it is not S3_REGION",
  },
  BACKUP_S3_ACCESS_KEY_ID: {
    schema: shortText,
    expected: "the id of the access key for backups, where it is not S3_ACCESS_KEY_ID",
    isSecret: true,
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    schema: shortText,
    expected: "the secret of the access key for backups, where it is not S3_SECRET_ACCESS_KEY",
    isSecret: true,
  },
  SECRET: {
    schema: z.string().min(32).max(1000),
    expected: "at least 32 random characters, for instance from `openssl rand -hex 32`",
    isSecret: true,
  },
  SANDBOX: { schema: z.enum(["0", "1"]), expected: "1 to allow the sandbox, or 0" },
  OFFLINE_DESK: {
    schema: z.enum(["0", "1"]),
    expected: "0 to open the desks of the warehouse only with a network, or 1",
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .transform(parseNetworks)
      .refine((networks) => networks !== null),
    expected: "IP addresses or networks separated by commas, such as 10.0.0.0/8, ::1",
  },
  SUPPORT_EMAIL: { schema: email, expected: "an email address" },
  OPERATOR_NAME: { schema: oneLine, expected: "the name of the person or company that runs it" },
  OPERATOR_ADDRESS: {
    schema: oneLine,
    expected: "a postal address, its lines separated by semicolons",
  },
  METRICS_TOKEN: {
    schema: z.string().min(16).max(500),
    expected: "at least 16 characters",
    isSecret: true,
  },
  LOG_LEVEL: {
    schema: z.enum(["debug", "info", "warn", "error"]),
    expected: "debug, info, warn or error",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: urlOf(["http:", "https:"]),
    expected: "the address that takes traces as OTLP over HTTP, such as http://127.0.0.1:4318",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: urlOf(["http:", "https:"]),
    expected: "the same with its path, such as http://127.0.0.1:4318/v1/traces",
  },
  OTEL_TRACES_EXPORTER: { schema: z.enum(["otlp", "none"]), expected: "otlp or none" },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum(traceSamplers),
    expected: `one of ${traceSamplers.join(", ")}`,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(?:0|1|[01]?\.\d+)$/)
      .transform(Number)
      .refine((share) => share <= 1),
    expected: "the share of requests and jobs that are traced, from 0 to 1",
  },
  OTEL_SDK_DISABLED: { schema: z.enum(["true", "false"]), expected: "true or false" },
  ADMIN_EMAIL: { schema: email, expected: "an email address" },
  ADMIN_PASSWORD: {
    schema: z.string().min(6).max(256),
    expected: "a password of 6 to 256 characters",
    isSecret: true,
  },
} as const satisfies Record<string, { schema: z.ZodType; expected: string; isSecret?: boolean }>;
