import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { sourceFiles } from "#test/structure/source-files.ts";
import { ConfigError, loadConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "sampan-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = "0123456789abcdef0123456789abcdef";
const realMail = { SMTP_URL: "smtp://mail.example:587" };
const realPayment = {
  STRIPE_SECRET_KEY: "sk_test_abc",
  STRIPE_WEBHOOK_SECRET: "whsec_abc",
};
const storage = {
  S3_REGION: "eu",
  S3_BUCKET: "parcels",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "key",
};
const database = { DATABASE_URL: "postgresql://u:p@db.example/sampan" };
const publicUrl = { PUBLIC_URL: "https://sampan.example" };

// Of RFC 8291, section 5, and of its appendix A.
const vapid = {
  VAPID_PUBLIC_KEY:
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  VAPID_PRIVATE_KEY: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
};
const otherPublicKey =
  "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";

function load(settings: Record<string, string>) {
  return loadConfig({ SECRET: secret, DATA_DIR: folder, ...settings });
}

function configError(settings: Record<string, string>): string {
  try {
    load(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

test("without settings the server listens on this machine only and uses the sandbox", () => {
  const config = loadConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    isPublic: false,
    isHttps: false,
    databaseUrl: null,
    mail: { smtpUrl: null, from: "Sampan <no-reply@localhost>" },
    stripe: null,
    exchangeRatesUrl: null,
    s3: null,
    isHttpsOnSubdomains: false,
    backupS3: null,
    hasOfflineDesk: true,
    adminPassword: null,
  });
});

test("the log has the level of the setting, else what its reader needs", () => {
  expect(load({}).logLevel).toBe("warn");
  expect(load({ ...publicUrl, SANDBOX: "1" }).logLevel).toBe("info");
  expect(load({ LOG_LEVEL: "debug" }).logLevel).toBe("debug");
  expect(configError({ LOG_LEVEL: "loud" })).toContain("debug, info, warn or error");
});

test("traces are sent where the standard variables name a receiver, unless they turn them off", () => {
  const to = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
  const sampled = { ...to, OTEL_TRACES_SAMPLER_ARG: "0.25" };
  const found = [
    {},
    to,
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" },
    { ...to, OTEL_SDK_DISABLED: "true" },
    { ...to, OTEL_TRACES_EXPORTER: "none" },
    { ...to, OTEL_TRACES_SAMPLER: "always_off" },
    { ...sampled, OTEL_TRACES_SAMPLER: "parentbased_traceidratio" },
    { ...sampled, OTEL_TRACES_SAMPLER: "always_on" },
  ].map((settings: Record<string, string>) => load(settings).traces?.share ?? null);
  expect(found).toEqual([null, 1, 1, null, null, null, 0.25, 1]);
});

test("a process has as many connections as the setting allows", () => {
  expect(load({}).databaseConnections).toBe(16);
  expect(load({ DATABASE_CONNECTIONS: "10" }).databaseConnections).toBe(10);
  expect(configError({ DATABASE_CONNECTIONS: "9" })).toContain("from 10 to 200");
});

test("exchange rates are the central bank's at a public address, and always those of the setting", () => {
  const bank = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
  expect(load({ ...publicUrl, SANDBOX: "1" }).exchangeRatesUrl).toBe(bank);
  const own = { EXCHANGE_RATES_URL: "https://rates.example/daily.xml" };
  expect(load(own).exchangeRatesUrl).toBe(own.EXCHANGE_RATES_URL);
  expect(load({ ...publicUrl, ...own, SANDBOX: "1" }).exchangeRatesUrl).toBe(
    own.EXCHANGE_RATES_URL,
  );
});

test("tracking has its sandbox only without a key, and where no other machine reaches it", () => {
  const key = { TRACKING_API_KEY: "a-tracking-key" };
  const own = { ...realMail, ...realPayment };
  expect(load({}).hasTrackingSandbox).toBe(true);
  expect(load(key)).toMatchObject({ tracking: { apiKey: key.TRACKING_API_KEY, apiBase: null } });
  expect(load(key).hasTrackingSandbox).toBe(false);
  expect(load({ ...publicUrl, ...own }).hasTrackingSandbox).toBe(false);
  expect(load({ ...publicUrl, SANDBOX: "1" }).hasTrackingSandbox).toBe(true);
});

test("push has a sandbox only while another one stands in, and where no other machine reaches it", () => {
  const own = { ...realMail, ...realPayment, TRACKING_API_KEY: "a-tracking-key" };
  expect(load({}).hasPushSandbox).toBe(true);
  expect(load({ ...own, SMTP_URL: "" }).hasPushSandbox).toBe(true);
  expect(load(own).hasPushSandbox).toBe(false);
  expect(load({ ...publicUrl, ...own }).hasPushSandbox).toBe(false);
  expect(load({ ...publicUrl, SANDBOX: "1" }).hasPushSandbox).toBe(true);
});

test("the default address follows the port, and an empty setting counts as absent", () => {
  expect(load({ PORT: "4000", PUBLIC_URL: " ", SMTP_URL: "" }).publicUrl).toBe(
    "http://localhost:4000",
  );
});

test("a secret is generated once, stored with mode 600, and the same at the next start", () => {
  const own = mkdtempSync(join(folder, "own-"));
  const first = loadConfig({ DATA_DIR: join(own, "data") }).secret;
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(loadConfig({ DATA_DIR: join(own, "data") }).secret).toBe(first);
  expect(statSync(join(own, "data", "secret")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(own, "data", "secret"), "utf8").trim()).toBe(first);
});

describe("the keys of push notifications", () => {
  test("are made once, stored with mode 600, and the same at the next start", () => {
    const DATA_DIR = join(mkdtempSync(join(folder, "own-")), "data");
    const first = loadConfig({ DATA_DIR }).vapid;
    expect(loadConfig({ DATA_DIR }).vapid).toEqual(first);
    expect(statSync(join(DATA_DIR, "vapid-keys")).mode & 0o777).toBe(0o600);
    expect(load({ ...vapid }).vapid).toEqual({
      publicKey: vapid.VAPID_PUBLIC_KEY,
      privateKey: vapid.VAPID_PRIVATE_KEY,
    });
    writeFileSync(join(DATA_DIR, "vapid-keys"), "half of a key");
    expect(configError({ DATA_DIR })).toMatch(/The file vapid-keys in DATA_DIR cannot be used/);
  });

  test("belong to each other, and none is set alone", () => {
    const message = configError({ ...vapid, VAPID_PUBLIC_KEY: otherPublicKey });
    expect(message).toContain("VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY");
    expect(message).not.toContain(vapid.VAPID_PRIVATE_KEY);
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = vapid;
    expect(configError({ VAPID_PUBLIC_KEY })).toContain("VAPID_PRIVATE_KEY is missing");
    expect(configError({ VAPID_PRIVATE_KEY })).toContain("VAPID_PUBLIC_KEY is missing");
  });
});

test("a data folder that cannot be written is named", () => {
  expect(configError({ SECRET: "", DATA_DIR: "/dev/null/data" })).toMatch(
    /DATA_DIR is "\/dev\/null\/data"; it should be the path of a folder that this server may write/,
  );
});

test("one message names every wrong setting and what it should look like", () => {
  const message = configError({
    PORT: "70000",
    PUBLIC_URL: "sampan.example/app",
    TRUSTED_PROXIES: "10.0.0.0/40",
    SUPPORT_EMAIL: "nobody",
  });
  expect(message).toContain("4 settings are wrong");
  expect(message).toContain('PORT is "70000"; it should be a whole number from 1 to 65535.');
  expect(message).toContain("PUBLIC_URL");
  expect(message).toContain("TRUSTED_PROXIES");
  expect(message).toContain("SUPPORT_EMAIL");
});

test("a wrong secret value is named but never shown", () => {
  const message = configError({ STRIPE_SECRET_KEY: "wrong_key", STRIPE_WEBHOOK_SECRET: "whsec_1" });
  expect(message).toContain("STRIPE_SECRET_KEY has a value that cannot be used");
  expect(message).not.toContain("wrong_key");
});

describe.each([
  ["PORT", ["0", "65536", "-1", "3e3", "abc", "3000.5"]],
  ["HOST", ["no host", "http://x", "-"]],
  ["PUBLIC_URL", ["ftp://x.example", "https://x.example/path", "https://u:p@x.example", "x"]],
  ["DATABASE_URL", ["mysql://x/y", "sampan"]],
  ["SMTP_URL", ["http://mail", "mail.example"]],
  ["MAIL_FROM", ["Sampan", "a@b\r\nBcc: c@example.com", "Sampan <x>"]],
  ["STRIPE_SECRET_KEY", ["pk_live_1", "sk_test_"]],
  ["STRIPE_WEBHOOK_SECRET", ["secret"]],
  ["STRIPE_API_BASE", ["api.stripe.com"]],
  ["TRACKING_API_KEY", ["short", "with space"]],
  ["TRACKING_API_BASE", ["api.17track.net"]],
  ["VAPID_PUBLIC_KEY", ["short", otherPublicKey.slice(1), `A${otherPublicKey.slice(1)}`]],
  ["VAPID_PRIVATE_KEY", ["short", vapid.VAPID_PUBLIC_KEY, `${vapid.VAPID_PRIVATE_KEY}=`]],
  ["EXCHANGE_RATES_URL", ["bank.example", "ftp://bank.example/daily.xml"]],
  ["S3_ENDPOINT", ["s3.example"]],
  ["S3_BUCKET", ["Parcels", "a"]],
  ["SECRET", ["short"]],
  ["SANDBOX", ["yes", "true"]],
  ["OFFLINE_DESK", ["off"]],
  ["TRUSTED_PROXIES", ["proxy.example", "10.0.0.0/33", "10.0.0.1/8/9", ","]],
  ["SUPPORT_EMAIL", ["x@"]],
  ["METRICS_TOKEN", ["short"]],
  ["ADMIN_EMAIL", ["admin"]],
  ["ADMIN_PASSWORD", ["12345"]],
])("%s", (name, values) => {
  test.each(values)("rejects %j and says what it should be", (value) => {
    expect(configError({ [name]: value })).toMatch(new RegExp(`- ${name} .*it should be `));
  });
});

test("a public address needs real providers, and the error names each setting", () => {
  const message = configError(publicUrl);
  expect(message).toContain("SMTP_URL is missing");
  expect(message).toContain("STRIPE_SECRET_KEY is missing");
  expect(configError({ ...publicUrl, ...realMail })).not.toContain("SMTP_URL");
});

test("a public address starts with SANDBOX=1, or with real providers", () => {
  expect(load({ ...publicUrl, SANDBOX: "1" })).toMatchObject({ isPublic: true, isHttps: true });
  expect(load({ ...publicUrl, ...realMail, ...realPayment }).stripe?.apiBase).toBeNull();
});

describe("an address that other machines reach, without PUBLIC_URL,", () => {
  const everywhere = ["0.0.0.0", "::", "::0", "192.168.1.5", "2001:db8::5", "box.internal"];
  test.each(everywhere)("%s needs real providers, and the error names each setting", (HOST) => {
    const message = configError({ HOST });
    expect(message).toContain("3 settings are wrong");
    expect(message).toContain("PUBLIC_URL is missing");
    expect(message).toContain("SMTP_URL is missing");
    expect(message).toContain("STRIPE_SECRET_KEY is missing");
    expect(message).toContain(`HOST is "${HOST}"`);
    expect(message).toContain("SANDBOX=1");
    expect(configError({ HOST, PUBLIC_URL: "http://localhost:3000" })).toContain("SMTP_URL");
    expect(configError({ HOST, ...realMail, ...realPayment })).toContain("PUBLIC_URL is missing");
  });

  test.each(everywhere)("%s starts with SANDBOX=1, or with real providers", (HOST) => {
    expect(load({ HOST, SANDBOX: "1" }).host).toBe(HOST);
    expect(load({ HOST, ...publicUrl, ...realMail, ...realPayment }).host).toBe(HOST);
  });

  test.each(["127.0.0.1", "127.8.8.8", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "localhost"])(
    "%s is this machine only",
    (HOST) => expect(configError({ HOST })).toBe(""),
  );
});

test("several servers on one database need a shared secret, shared keys and shared storage", () => {
  const shared = { ...publicUrl, ...database, SANDBOX: "1" };
  const message = configError({ ...shared, SECRET: "" });
  expect(message).toContain("SECRET is missing");
  expect(message).toContain("S3_BUCKET is missing");
  expect(message).toContain("VAPID_PUBLIC_KEY is missing");
  expect(message).toContain("VAPID_PRIVATE_KEY is missing");
  expect(configError({ ...shared, ...storage, ...vapid })).toBe("");
  expect(configError({ ...database, SECRET: "" })).toBe("");
});

/** The settings that a unit of systemd adds, for the process of a port. */
function environmentOfUnit(unit: string, port: string): Record<string, string> {
  const [, line = ""] = /^Environment=(.+)$/m.exec(unit) ?? [];
  return Object.fromEntries(
    line.split(" ").map((pair) => {
      const [name = "", value = ""] = pair.split("=", 2);
      return [name, value.replace("%i", port)];
    }),
  );
}

test("the sample of the environment starts a server under the unit, and lacks nothing", () => {
  const [sample] = sourceFiles("deploy/.env.example");
  const [unit] = sourceFiles("deploy/sampan@.service");
  const lines = sample?.text.replaceAll(/^#(?=[A-Z])/gm, "") ?? "";
  const values: Readonly<Record<string, string>> = { ...vapid, ...realPayment };
  const environment = parseEnv(
    // What its reader puts in the place of each `…`; secrets have the length of `openssl rand -hex 32`.
    lines.replaceAll(
      /^ *(\w+)=(.*)$/gm,
      (_line, name: string, value: string) =>
        `${name}=${value.replace("…", values[name] ?? "1".repeat(64))}`,
    ),
  );
  // With `SECRET` and the keys nothing is read from its folder for data.
  const ofUnit = environmentOfUnit(unit?.text ?? "", "3001");
  expect(loadConfig({ ...environment, ...ofUnit })).toMatchObject({
    port: 3001,
    isPublic: true,
    isHttpsOnSubdomains: true,
    backupS3: { region: "ap-east-1", bucket: "sampan-backups", accessKeyId: "1".repeat(64) },
    vapid: { publicKey: vapid.VAPID_PUBLIC_KEY, privateKey: vapid.VAPID_PRIVATE_KEY },
    s3: { region: "ap-east-1" },
    operatorAddress: "1 Queen's Road Central; Hong Kong",
    adminPassword: "1".repeat(64),
  });
});

test("a bucket for backups needs what the storage of files does not state", () => {
  const bucket = { BACKUP_S3_BUCKET: "backups" };
  expect(load({ ...storage, ...bucket, BACKUP_S3_REGION: "us" })).toMatchObject({
    s3: { bucket: "parcels", region: "eu" },
    backupS3: { bucket: "backups", region: "us", accessKeyId: "id", secretAccessKey: "key" },
  });
  expect(configError({ ...bucket, BACKUP_S3_REGION: "us" })).toMatch(
    /BACKUP_S3_ACCESS_KEY_ID is missing.*BACKUP_S3_SECRET_ACCESS_KEY is missing/s,
  );
});

test("a value that was left as in the sample is named", () => {
  expect(configError({ SMTP_URL: "smtps://sampan:…@mail.shop.example", SECRET: "…" })).toMatch(
    /SMTP_URL still has the … of the sample; put your value in its place\..*SECRET still has the …/s,
  );
});

test("two webhook secrets are accepted during a rotation", () => {
  const config = load({ ...realPayment, STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old" });
  expect(config.stripe?.webhookSecrets).toEqual(["whsec_new", "whsec_old"]);
});

test("an incomplete payment or storage configuration is rejected", () => {
  expect(configError({ STRIPE_SECRET_KEY: "sk_test_abc" })).toContain(
    "STRIPE_WEBHOOK_SECRET is missing",
  );
  expect(configError({ STRIPE_API_BASE: "https://api.stripe.com" })).toContain(
    "STRIPE_SECRET_KEY is missing",
  );
  expect(configError({ S3_BUCKET: "parcels" })).toContain("S3_SECRET_ACCESS_KEY is missing");
});

test.each([
  ["http://localhost:3000", false],
  ["http://127.0.0.1:8080", false],
  ["http://[::1]:8080", false],
  ["http://sampan.localhost", false],
  ["http://192.168.1.5:3000", true],
  ["http://localhost.example", true],
])("%s is public: %s", (address, isPublic) => {
  expect(load({ PUBLIC_URL: address, SANDBOX: "1" }).isPublic).toBe(isPublic);
});

test("trusted proxies match single addresses and networks", () => {
  const { trustedProxies } = load({ TRUSTED_PROXIES: "10.0.0.0/8, ::1" });
  expect(trustedProxies.check("10.9.8.7")).toBe(true);
  expect(trustedProxies.check("::1", "ipv6")).toBe(true);
  expect(trustedProxies.check("11.0.0.1")).toBe(false);
});

test("trusted proxies match in whichever form of IPv6 they are written", () => {
  const mapped = load({ TRUSTED_PROXIES: "::FFFF:0a00:0000/104, FD00:0:0:0::/64" }).trustedProxies;
  expect(mapped.check("10.9.8.7")).toBe(true);
  expect(mapped.check("11.0.0.1")).toBe(false);
  expect(mapped.check("fd00::9", "ipv6")).toBe(true);
  expect(mapped.check("fd00:0:0:1::9", "ipv6")).toBe(false);
  expect(configError({ TRUSTED_PROXIES: "::ffff:10.0.0.0/64" })).toContain("TRUSTED_PROXIES is");
});
