import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { ContractRouterClient } from "@orpc/contract";
import type { Api } from "#app/contract/api.ts";
import { defaultLanguage, languageCookie } from "#platform/rules/language.ts";
import type { App } from "#app/server/app.ts";
import { openImageProcesses } from "#platform/server/adapters/files/image-processes.ts";
import { loadConfig, type Config } from "#platform/server/config.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { Jobs } from "#platform/server/jobs/jobs.ts";
import { createLog } from "#platform/server/log.ts";
import type { Tracing } from "#platform/server/traces/tracing.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import { testDatabase } from "./database.ts";
import { passwordsAtCost, quickPasswords } from "./passwords.ts";
import { recordServerLine } from "./server-failures.ts";

export type ApiClient = ContractRouterClient<Api>;

type Email = ReturnType<NonNullable<OpenServer["sandboxes"]["mailbox"]>["list"]>[number];

/** A browser with its own cookies, which sends the Origin header. */
export type TestClient = {
  /** The operations over RPC; errors reject with an ORPCError with `code` and `data`. */
  readonly api: ApiClient;
  /** By name. */
  readonly cookies: Map<string, string>;
  /** Any request; `path` may be a full URL. Redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

/** The server's clock, which follows the real time until it is set. */
export type TestClock = {
  now(): Date;
  /** Stops the clock at `moment`. */
  set(moment: Date | string): void;
  /** Stops the clock `milliseconds` later. */
  advance(milliseconds: number): void;
};

export type TestApp = {
  readonly app: App;
  readonly services: AppServices;
  readonly config: Config;
  readonly database: Database;
  readonly sandboxes: OpenServer["sandboxes"];
  readonly clock: TestClock;
  /** Log lines, newest last. */
  readonly logged: readonly string[];
  /** A new client, with its own IP address by default. */
  client(options?: { ipAddress?: string }): TestClient;
  /** Runs all due jobs; `withDelayed` also delayed ones. */
  runJobs(options?: { withDelayed?: boolean }): ReturnType<Jobs["runDueJobs"]>;
  /** Runs all due jobs, then returns the newest email to `email`; throws when there is none. */
  latestEmail(email: string): Promise<Email>;
  /** All emails to an address, the newest first, once all that are queued are sent. */
  emailsTo(email: string): Promise<readonly Email[]>;
  /** Lets the payment sandbox deliver its events, and waits until all are accepted. */
  deliverWebhooks(): Promise<void>;
  /** Closes the server and removes database and files. */
  close(): Promise<void>;
};

type Overrides = {
  /** More environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly clientFolder?: string | null;
  /** Used instead of a new database; it is closed with the server. */
  readonly database?: Database;
  /** The tracking provider; none by default. */
  readonly currentTracking?: AppServices["currentTracking"] | "configured";
  /** Takes the traces; nothing is traced by default. */
  readonly tracing?: Tracing;
  /** scrypt's N; minimal by default. */
  readonly passwordCost?: number;
};

function createClock(): TestClock {
  let stopped: Date | null = null;
  const now = () => new Date(stopped ?? Date.now());
  return {
    now,
    set: (moment) => {
      stopped = new Date(moment);
    },
    advance: (milliseconds) => {
      stopped = new Date(now().getTime() + milliseconds);
    },
  };
}

function storeCookies(cookies: Map<string, string>, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [pair = "", ...attributes] = header.split(";");
    const separator = pair.indexOf("=");
    const name = pair.slice(0, separator).trim();
    const isDeleted = attributes.some(
      (attribute) => attribute.trim().toLowerCase() === "max-age=0",
    );
    if (isDeleted) cookies.delete(name);
    else cookies.set(name, pair.slice(separator + 1).trim());
  }
}

let clientCount = 0;

function createClient(app: App, config: Config, ipAddress: string): TestClient {
  const cookies = new Map<string, string>();
  async function send(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    if (!headers.has("origin") && request.method !== "GET") headers.set("origin", config.publicUrl);
    if (cookies.size > 0 && !headers.has("cookie")) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await app.fetch(new Request(request, { headers }), {
      remoteAddress: ipAddress,
    });
    storeCookies(cookies, response);
    return response;
  }
  const link = new RPCLink({
    url: `${config.publicUrl}/api/rpc`,
    // As screens, whose documents are in the language that was chosen.
    headers: () => ({ "accept-language": cookies.get(languageCookie) ?? defaultLanguage }),
    fetch: (request) => send(request),
  });
  return {
    api: createORPCClient(link),
    cookies,
    fetch: (path, init) => send(new Request(new URL(path, config.publicUrl), init)),
  };
}

/** Polls `isDone`; throws after a minute, which a busy machine may need for fifty events. */
async function waitUntil(isDone: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`Timed out after a minute waiting for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function allWebhooksAreDelivered({ sandboxes, services }: OpenServer): Promise<boolean> {
  const address = `${services.config.publicUrl}/sandbox/stripe/v1/events?limit=100`;
  const request = new Request(address, { headers: { authorization: "Bearer sk_test_sandbox" } });
  const response = await sandboxes.paymentSandbox?.fetch(request);
  if (response === undefined) return true;
  const { data } = (await response.json()) as { data: { pending_webhooks: number }[] };
  return data.every(({ pending_webhooks: pending }) => pending === 0);
}

/** The servers of a worker share them, since starting one takes longer than drawing. They end with the worker. */
const images = { ...openImageProcesses(), close: async () => undefined };

/**
 * A server in this process with its own database and data folder. Jobs and webhooks run only on `runJobs` and `deliverWebhooks`.
 *
 *     let app: TestApp;
 *     beforeAll(async () => {
 *       app = await testApp();
 *       return () => app.close();
 *     });
 */
export async function testApp(overrides: Overrides = {}): Promise<TestApp> {
  const { currentTracking = () => Promise.resolve(null) } = overrides;
  const dataFolder = mkdtempSync(join(tmpdir(), "sampan-test-"));
  const config = loadConfig({
    DATA_DIR: dataFolder,
    SECRET: "a secret of tests alone, 32 characters or more",
    ...overrides.settings,
  });
  const logged: string[] = [];
  const log = createLog({
    level: "info",
    write: (line) => {
      logged.push(line);
      recordServerLine(line);
    },
  });
  const clock = createClock();
  const database = overrides.database ?? (await testDatabase());
  const server = await openServer({
    config,
    database,
    log,
    now: clock.now,
    clientFolder: overrides.clientFolder ?? null,
    isManual: true,
    images,
    ...(overrides.tracing && { tracing: overrides.tracing }),
    ...(currentTracking !== "configured" && { currentTracking }),
    passwords:
      overrides.passwordCost === undefined
        ? quickPasswords
        : passwordsAtCost(overrides.passwordCost),
  });
  const { services, app, sandboxes, handlers } = server;
  const runJobs: TestApp["runJobs"] = (options) => services.jobs.runDueJobs(handlers, options);
  return {
    app,
    services,
    config,
    database,
    sandboxes,
    clock,
    logged,
    client({ ipAddress } = {}) {
      clientCount += 1;
      const own = `10.${(clientCount >> 16) & 255}.${(clientCount >> 8) & 255}.${clientCount & 255}`;
      return createClient(app, config, ipAddress ?? own);
    },
    runJobs,
    async latestEmail(email) {
      await runJobs();
      const [message] = sandboxes.mailbox?.list({ to: email, limit: 1 }) ?? [];
      if (message === undefined) throw new Error(`No email was sent to ${email}.`);
      return message;
    },
    async emailsTo(email) {
      await runJobs();
      return sandboxes.mailbox?.list({ to: email, limit: 100 }) ?? [];
    },
    async deliverWebhooks() {
      sandboxes.paymentSandbox?.start();
      await waitUntil(() => allWebhooksAreDelivered(server), "webhooks to be accepted");
    },
    async close() {
      await server.close();
      await database.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
