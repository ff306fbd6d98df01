import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { ContractRouterClient } from "@orpc/contract";
import type { Api } from "#app/contract/api.ts";
import type { StripeSandbox } from "#sandbox/stripe/sandbox.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { Log } from "#platform/server/log.ts";
import type { TrackingSandbox } from "#sandbox/tracking/tracking-sandbox.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import type { CarrierStep } from "./carrier-steps.ts";
import { openSession, sessionCookie } from "#people/server/auth/sessions/sessions.ts";

/** A browser with its cookies. */
export type Browser = {
  readonly api: ContractRouterClient<Api>;
  /**
   * Opens a session for `userId` without a password; the browser's previous session ends.
   */
  signIn(userId: string): Promise<void>;
};

export type DemoServer = {
  readonly now: () => Date;
  /** Moves the clock forward to `moment`; every few hours, due jobs run. */
  moveTo(moment: Date): Promise<void>;
  /** Delivers the sandboxes' events and runs due jobs. */
  runJobs(): Promise<void>;
  /** Says what carriers report of a number, before it is known to anybody. */
  chooseSteps(number: string, steps: readonly CarrierStep[]): Promise<void>;
  browser(ipAddress: string): Browser;
  /** Pays the checkout page at `url`; resolves to whether the card was accepted. */
  pay(url: string, person: { fullName: string; email: string }, card: string): Promise<boolean>;
  /** The text of the newest email to `email`. */
  latestEmail(email: string): string;
  close(): Promise<void>;
};

const timeoutMilliseconds = 30_000;

/** Asking for due jobs takes as long as most actions, so that it is not done after each. */
const jobsEveryMilliseconds = 4 * 3_600_000;

/** The jobs of each day that leave something to be seen; the others tidy up. */
const dailyJobs = [
  "fetch-exchange-rates",
  "aggregate-lane-times",
  "remind-of-storage",
  "notify-late-packages",
] as const;

/** A server in this process, on a clock that begins at `startsAt`. */
export async function openDemoServer(
  services: { config: Config; database: Database; log: Log },
  startsAt: Date,
): Promise<DemoServer> {
  let moment = startsAt;
  const now = () => new Date(moment);
  const server = await openServer({ ...services, now, clientFolder: null, isManual: true });
  const { paymentSandbox, mailbox, trackingSandbox } = server.sandboxes;
  if (paymentSandbox === null || mailbox === null || trackingSandbox === null)
    throw new Error("Demo data needs the sandbox.");
  paymentSandbox.start();
  trackingSandbox.start();
  let jobsRanAt = startsAt.getTime();
  let lastDelivered: string | null = null;
  const runJobs = async () => {
    jobsRanAt = moment.getTime();
    lastDelivered = await deliverEvents(paymentSandbox, services.config, lastDelivered);
    await deliverReports(trackingSandbox, services.config);
    await server.services.jobs.runDueJobs(server.handlers);
  };
  const runDailyJobs = async () => {
    for (const name of dailyJobs) await server.handlers[name]({});
    await runJobs();
  };
  return {
    now,
    runJobs,
    async moveTo(later) {
      if (later <= moment) return;
      const isNextDay = later.getUTCDate() !== moment.getUTCDate();
      moment = later;
      if (isNextDay) await runDailyJobs();
      else if (moment.getTime() - jobsRanAt >= jobsEveryMilliseconds) await runJobs();
    },
    async chooseSteps(number, steps) {
      await control(trackingSandbox, services.config, "stories", { number, steps });
    },
    browser: (ipAddress) => openBrowser(server, services.config, ipAddress),
    async pay(url, { fullName, email }, card) {
      const body = new URLSearchParams({
        number: card,
        expiry: "12/60",
        cvc: "123",
        name: fullName,
        email,
      });
      const response = await paymentSandbox.fetch(new Request(url, { method: "POST", body }));
      const next = new URL(response.headers.get("location") ?? "", url);
      return response.status === 303 && next.pathname !== new URL(url).pathname;
    },
    latestEmail: (email) => mailbox.list({ to: email, limit: 1 })[0]?.text ?? "",
    close: () => server.close(),
  };
}

type SandboxEvent = { readonly id: string; readonly pending_webhooks: number };

/** Waits until the server has accepted all events of the sandbox, and returns the newest of them. */
async function deliverEvents(
  sandbox: StripeSandbox,
  config: Config,
  lastDelivered: string | null,
): Promise<string | null> {
  const deadline = Date.now() + timeoutMilliseconds;
  const headers = { authorization: "Bearer sk_test_sandbox" };
  const readEvents = async (limit: number) => {
    const url = `${config.publicUrl}/sandbox/stripe/v1/events?limit=${limit}`;
    const response = await sandbox.fetch(new Request(url, { headers }));
    return ((await response.json()) as { data: SandboxEvent[] }).data;
  };
  for (;;) {
    // Most steps of the demo have no event, and reading a hundred takes longer than the step.
    const [newest] = await readEvents(1);
    if (newest === undefined || newest.id === lastDelivered) return lastDelivered;
    if ((await readEvents(100)).every(({ pending_webhooks: pending }) => pending === 0))
      return newest.id;
    if (Date.now() > deadline) throw new Error("The provider's events were not accepted.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Answers a control of the tracking sandbox. */
async function control(
  sandbox: TrackingSandbox,
  { publicUrl }: Config,
  name: "pushes" | "stories",
  body: object,
): Promise<unknown> {
  const request = new Request(`${publicUrl}/sandbox/tracking/${name}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const response = await sandbox.fetch(request);
  if (!response.ok) throw new Error(`The tracking sandbox refused ${name}.`);
  return await response.json();
}

/** Waits until the server has taken what carriers reported. */
async function deliverReports(sandbox: TrackingSandbox, config: Config): Promise<void> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    const { waiting } = (await control(sandbox, config, "pushes", {})) as { waiting: number };
    if (waiting === 0) return;
    if (Date.now() > deadline) throw new Error("The carriers' reports were not accepted.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function openBrowser({ app, services }: OpenServer, config: Config, ipAddress: string): Browser {
  const cookies = new Map<string, string>();
  const storeCookie = (header: string) => {
    const [pair = ""] = header.split(";");
    const separator = pair.indexOf("=");
    cookies.set(pair.slice(0, separator).trim(), pair.slice(separator + 1).trim());
  };
  const userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";
  const link = new RPCLink({
    url: `${config.publicUrl}/api/rpc`,
    fetch: async (request) => {
      const headers = new Headers(request.headers);
      headers.set("origin", config.publicUrl);
      headers.set("user-agent", userAgent);
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await app.fetch(new Request(request, { headers }), {
        remoteAddress: ipAddress,
      });
      for (const header of response.headers.getSetCookie()) storeCookie(header);
      return response;
    },
  });
  const api: Browser["api"] = createORPCClient(link);
  return {
    api,
    async signIn(userId) {
      // Otherwise the admin would have one session for every step of the demo.
      await api.auth.signOut({});
      const token = await openSession(services, userId, { ipAddress, userAgent });
      storeCookie(sessionCookie(config, token));
    },
  };
}
