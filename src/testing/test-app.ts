// Gives a test file a whole server of its own in this process: real parts, a database, and clients with cookies.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import { getContractRouter, isContractProcedure, type ContractRouterClient } from "@orpc/contract";
import { api, type Api } from "#contract/api.ts";
import type { Email } from "#sandbox/mailbox/email-queries.ts";
import type { App } from "#server/app.ts";
import { loadConfig, type Config } from "#server/config.ts";
import type { AppServices } from "#server/context.ts";
import type { Database } from "#server/db/open.ts";
import { isPlain } from "#server/http/known-fields.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createLog } from "#server/log.ts";
import { openServer, type OpenServer } from "#server/open-server.ts";
import { testDatabase } from "./database.ts";
import { passwordsAtCost, quickPasswords } from "./passwords.ts";
import { recordServerLine } from "./server-failures.ts";

/** Every operation of the contract as a function, as the browser calls it. */
export type ApiClient = ContractRouterClient<Api>;

/** One visitor's browser: it keeps cookies and says from where it writes. */
export type TestClient = {
  /** The operations over RPC; refusals reject with an ORPCError whose `code` and `data` tell what. */
  readonly api: ApiClient;
  /** Cookies by name, to be looked at or set. */
  readonly cookies: Map<string, string>;
  /** Any request to the server; `path` may be a whole address of it. Redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

/** The time the server sees: it runs with the real one until it is moved. */
export type TestClock = {
  now(): Date;
  /** Stops the clock at `moment`. */
  set(moment: Date | string): void;
  /** Moves the clock on by `milliseconds`. */
  advance(milliseconds: number): void;
};

export type TestApp = {
  readonly app: App;
  readonly services: AppServices;
  readonly config: Config;
  readonly database: Database;
  readonly sandboxes: OpenServer["sandboxes"];
  readonly clock: TestClock;
  /** What the server logged, a line each, newest last. */
  readonly logged: readonly string[];
  /** A new visitor, from an IP address of their own unless told. */
  client(options?: { ipAddress?: string }): TestClient;
  /** Does all jobs that are due; `withDelayed` also those put off. */
  runJobs(options?: { withDelayed?: boolean }): ReturnType<Jobs["runDueJobs"]>;
  /** Does all due jobs, then finds the newest letter to `email`; throws when there is none. */
  latestEmail(email: string): Promise<Email>;
  /** Lets the payment sandbox deliver its events, and waits until each that is due was accepted. */
  deliverWebhooks(): Promise<void>;
  /** Closes all parts and removes database and files. */
  close(): Promise<void>;
};

type Overrides = {
  /** Settings of the environment, beside those of the test. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly clientFolder?: string | null;
  /** A database in place of one of the server's own; it is closed with the server. */
  readonly database?: Database;
  /** What hashing costs, as scrypt's N; next to nothing unless told. */
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

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [pair = "", ...attributes] = header.split(";");
    const separator = pair.indexOf("=");
    const name = pair.slice(0, separator).trim();
    const isOver = attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0");
    if (isOver) cookies.delete(name);
    else cookies.set(name, pair.slice(separator + 1).trim());
  }
}

let clientCount = 0;

/** `answer` as it came, once it is seen to hold what the operation's contract says, to the letter, and no more. */
async function heldToContract(path: readonly string[], answer: unknown): Promise<unknown> {
  const procedure = getContractRouter(api, path);
  if (!isContractProcedure(procedure)) throw new Error(`${path.join(".")} is no operation.`);
  const { outputSchema } = procedure["~orpc"];
  if (outputSchema === undefined || !isPlain(outputSchema)) return answer;
  const judged = await outputSchema["~standard"].validate(answer);
  if (judged.issues === undefined && isDeepStrictEqual(judged.value, answer)) return answer;
  throw new Error(`${path.join(".")} answers otherwise than its contract says.`, {
    cause: judged.issues ?? answer,
  });
}

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
    keepCookies(cookies, response);
    return response;
  }
  const link = new RPCLink({
    url: `${config.publicUrl}/api/rpc`,
    fetch: (request) => send(request),
    interceptors: [async ({ path, next }) => await heldToContract(path, await next())],
  });
  return {
    api: createORPCClient(link),
    cookies,
    fetch: (path, init) => send(new Request(new URL(path, config.publicUrl), init)),
  };
}

/** Waits until `isDone`, looking every few milliseconds; throws after ten seconds, saying for what it waited. */
async function waitUntil(isDone: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`Waited ten seconds in vain for ${what}.`);
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

/**
 * Opens a server over a database and a data folder of its own. Jobs and webhooks run only when told to.
 *
 *     let app: TestApp;
 *     beforeAll(async () => {
 *       app = await testApp();
 *       return () => app.close();
 *     });
 */
export async function testApp(overrides: Overrides = {}): Promise<TestApp> {
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
      if (message === undefined) throw new Error(`No letter has come to ${email}.`);
      return message;
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
