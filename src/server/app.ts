// The whole server as one function from request to answer: what the process serves and what tests call.
import { Hono, type Context as HonoContext } from "hono";
import { apiError, methodNotAllowed } from "#contract/errors.ts";
import { brandName } from "#core/brand.ts";
import { exportEntries } from "#server/audit/export-entries.ts";
import { exportDelivered } from "#server/packages/lists/export-delivered.ts";
import { serveFile } from "./packages/files/serve-file.ts";
import { isSandboxInUse } from "#server/settings/payment-access.ts";
import { rejectInMaintenance } from "#server/settings/reject-in-maintenance.ts";
import { readSessionCookie } from "#server/auth/sessions/session-cookie.ts";
import { signOut } from "#server/auth/sign-out.ts";
import { exportTransactions } from "#server/wallet/export-transactions.ts";
import { recordServerError } from "#server/error-reports/record-server-error.ts";
import { limitedNetwork } from "./ip-address.ts";
import type { Context, AppServices } from "./context.ts";
import { answerOperation, requireOperationMethod } from "./http/api-handlers.ts";
import { createAddressTurns } from "./http/address-turns.ts";
import { apiDocsPage } from "./http/api-docs-page.ts";
import { clientAddress } from "./http/client-address.ts";
import { readClientFiles } from "./http/client-files.ts";
import { createReadiness, healthz, type Stage } from "./http/health.ts";
import { inlineScriptHashes } from "./http/inline-scripts.ts";
import { redirectToPublicUrl } from "./http/loopback-redirect.ts";
import {
  auditCsvPath,
  deliveredCsvPath,
  openApiDocument,
  transactionsCsvPath,
} from "./http/openapi.ts";
import { refuseUnknownHost } from "./http/host-guard.ts";
import { logRequest } from "./http/log-request.ts";
import { createMetrics, type Metrics } from "./http/metrics.ts";
import type { Visitor } from "./http/auth-pages.ts";
import { createPages, type PageSettings } from "./http/pages.ts";
import { bodyLimits, hasBody, readBody, withBody, withJsonBody } from "./http/read-body.ts";
import { receiveUpload } from "./http/receive-upload.ts";
import { contextOf, sessionOf } from "./http/request-context.ts";
import { assetHeaders, securityHeaders, withHeaders } from "./http/security-headers.ts";
import { answerWebhook } from "./http/webhook.ts";
import {
  isUpload,
  refuseForeignForm,
  rejectForeignOrigin,
  rejectForms,
} from "./http/write-guard.ts";
import { describeError, isFailure, errorResponse } from "./error-response.ts";

/** Answers requests; each of the stand-ins of the sandbox is one of these. */
type Answering = { fetch(request: Request): Promise<Response> };

/** What a server is made of besides the parts that operations use; a stand-in is null while not in use. */
export type AppOptions = {
  /** Where the built browser application lies; null serves no pages. */
  readonly clientFolder: string | null;
  readonly mailbox: Answering | null;
  readonly paymentSandbox: Answering | null;
  readonly stage: () => Stage;
  /** How many connections to the database there are, for its figures. */
  readonly connections?: () => { total: number; idle: number; awaited: number };
  /** Whether a statement found the database's disk full since that was last asked. */
  readonly takeDatabaseFull?: () => boolean;
};

/** What the connection knows of a request; `remoteAddress` is its other end. */
export type ConnectionFacts = { readonly remoteAddress: string };

export type App = {
  fetch(request: Request, connection?: ConnectionFacts): Promise<Response>;
};

type Variables = { requestId: string; ipAddress: string };
type Environment = { Bindings: ConnectionFacts; Variables: Variables };
type Routes = Hono<Environment>;

/** Builds the server over `parts`. Nothing listens yet, and no job runs. */
export function createApp(services: AppServices, options: AppOptions): App {
  const { config, log } = services;
  const files = options.clientFolder === null ? null : readClientFiles(options.clientFolder);
  const pages = createPages(files ?? new Map(), {
    publicUrl: config.publicUrl,
    hasSandboxMailbox: options.mailbox !== null,
    now: services.now,
    findPublicSettings: () => findPublicSettings(services),
    findVisitor: (request) => findVisitor(services, request),
  });
  const headers = securityHeaders({
    inlineScriptHashes: inlineScriptHashes(pages.html),
    isHttps: config.isHttps,
  });

  const forAssets = assetHeaders(headers);

  const metrics = metricsOf(services, options);
  const routes: Routes = new Hono<Environment>();
  routes.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    c.set("ipAddress", addressOf(services, c.req.raw, c.env));
    const startedAt = performance.now();
    await next();
    const response = withHeaders(c.res, c.req.path.startsWith("/assets/") ? forAssets : headers);
    // Set only where it is another one, since setting copies it.
    if (response !== c.res) c.res = response;
    c.res.headers.set("x-request-id", c.get("requestId"));
    const milliseconds = performance.now() - startedAt;
    const { method } = c.req.raw;
    const { status } = c.res;
    metrics.observe({ method, pathname: c.req.path, status, seconds: milliseconds / 1000 });
    if (log.isLevelEnabled("info")) {
      logRequest(services, c.req.raw, c.res, c.get("requestId"), milliseconds);
    }
  });
  routes.onError((error, c) => answerFailure(services, error, c.req.path, c.get("requestId")));
  const isSandbox = options.mailbox !== null || options.paymentSandbox !== null;
  routes.use(async (c, next) => {
    if (isSandbox) refuseUnknownHost(c.req.raw, config);
    return redirectToPublicUrl(c.req.raw, config.publicUrl) ?? (await next());
  });

  mountMachineRoutes(routes, services, options);
  routes.get("/metrics", (c) => metrics.answer(c.req.raw));
  mountSandbox(routes, services, options);
  mountDownloads(routes, services);
  routes.use("/api/*", async (c, next) => {
    await requireOperationMethod(c.req.raw);
    await next();
  });
  routes.use(async (c, next) => {
    rejectForeignOrigin(c.req.raw, config.publicUrl);
    await next();
  });
  mountOperations(routes, services);
  routes.post("/logout", async (c) => {
    const context = await contextOf(services, c.req.raw, c.var);
    await signOut(context);
    const response = new Response(null, {
      status: 303,
      headers: { location: "/", "cache-control": "no-store" },
    });
    copyHeaders(context, response);
    return response;
  });
  serve(routes, "*", reading, (c) => pages.answer(c.req.raw));

  return { fetch: async (request, connection) => await routes.fetch(request, connection) };
}

const reading = ["GET", "HEAD"] as const;

/** Answers requests to `path` in `methods`, and refuses all others before anything of them is looked at. */
function serve(
  routes: Routes,
  path: string,
  methods: readonly string[],
  answer: (c: HonoContext<Environment>) => Promise<Response> | Response,
): void {
  routes.all(path, (c) => {
    if (!methods.includes(c.req.raw.method)) throw methodNotAllowed(methods);
    return answer(c);
  });
}

/** Answers what no handler did; a bug is written to the log, and kept for staff. */
function answerFailure(
  services: AppServices,
  error: unknown,
  path: string,
  requestId: string,
): Response {
  const wireError = describeError(error, requestId);
  if (isFailure(wireError)) services.log.error({ requestId, error, path }, "Request failed");
  if (wireError.code === "unexpected") {
    void recordServerError(services, error, { operation: path, requestId });
  }
  return errorResponse(wireError, path);
}

function metricsOf({ config, db, changeStream }: AppServices, options: AppOptions): Metrics {
  return createMetrics(config.metricsToken, {
    db,
    streamCount: () => changeStream.streamCount(),
    connections: () => options.connections?.() ?? null,
  });
}

/** Addresses for machines, which send no origin: supervisors and the payment provider. */
function mountMachineRoutes(routes: Routes, services: AppServices, options: AppOptions): void {
  const { stage, takeDatabaseFull = () => false } = options;
  const { dataDir } = services.config;
  const readiness = createReadiness({ ...services, dataDir, takeDatabaseFull });
  serve(routes, "/healthz", reading, () => healthz());
  serve(routes, "/readyz", reading, () => readiness(stage()));
  serve(routes, "/api/webhooks/stripe", ["POST"], (c) => answerWebhook(services, c.req.raw));
}

function mountSandbox(
  routes: Routes,
  services: AppServices,
  { mailbox, paymentSandbox }: AppOptions,
): void {
  routes.use("/sandbox/*", async (c, next) => {
    refuseForeignForm(c.req.raw, services.config.publicUrl);
    await next();
  });
  for (const path of ["/sandbox/mail", "/sandbox/mail/*", "/sandbox/mail.json"]) {
    if (mailbox !== null) routes.all(path, (c) => mailbox.fetch(c.req.raw));
  }
  if (paymentSandbox !== null) {
    routes.all("/sandbox/stripe/*", async (c) => {
      // Its checkouts would take money that nobody books any more.
      if (!isSandboxInUse(services.config, await services.settings.current()))
        throw apiError("not_found");
      const body = await readBody(c.req.raw, bodyLimits.json);
      return await paymentSandbox.fetch(withBody(c.req.raw, body));
    });
  }
  routes.all("/sandbox/*", () => {
    throw apiError("not_found");
  });
}

/** What is read below `/api` and is no operation of the contract. */
function mountDownloads(routes: Routes, services: AppServices): void {
  serve(routes, "/api/openapi.json", reading, async () =>
    Response.json(await openApiDocument(), { headers: { "cache-control": "no-cache" } }),
  );
  serve(routes, "/api/docs", reading, async () => {
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" };
    return new Response(await apiDocsPage(), { headers });
  });
  const admitted = async ({ headers }: Request) => {
    const session = await sessionOf(services, headers);
    await rejectInMaintenance(services, session);
    return session;
  };
  serve(routes, "/api/files/*", reading, async (c) => {
    const { maintenanceMode } = await services.settings.current();
    if (maintenanceMode) await admitted(c.req.raw);
    return await serveFile(services, c.req.raw);
  });
  serve(routes, `/api${deliveredCsvPath}`, reading, async (c) =>
    exportDelivered(services, c.req.raw, await admitted(c.req.raw)),
  );
  serve(routes, `/api${auditCsvPath}`, reading, async (c) =>
    exportEntries(services, c.req.raw, await sessionOf(services, c.req.raw.headers)),
  );
  serve(routes, `/api${transactionsCsvPath}`, reading, async (c) =>
    exportTransactions(services, c.req.raw, await admitted(c.req.raw)),
  );
}

function mountOperations(routes: Routes, services: AppServices): void {
  const inTurn = createAddressTurns();
  routes.all("/api/*", async (c) => {
    const answer = async (request: Request) =>
      await answerOperation(request, await contextOf(services, request, c.var));
    if (isUpload(c.req.path)) {
      if (hasBody(c.req.raw)) rejectForms(c.req.raw);
      const session = await sessionOf(services, c.req.raw.headers);
      return await receiveUpload(services.queues.uploads, session, c.req.raw, answer);
    }
    const body = await readBody(c.req.raw, bodyLimits.json);
    // Only now is it known whether there is one: a DELETE without a body says nothing of it.
    if (body !== null && body.byteLength > 0) rejectForms(c.req.raw);
    const request = withJsonBody(c.req.raw, body);
    const isAnonymous = readSessionCookie(services.config, request.headers.get("cookie")) === null;
    if (!isAnonymous) return await answer(request);
    return await inTurn(limitedNetwork(c.var.ipAddress), async () => await answer(request));
  });
}

function copyHeaders(context: Context, response: Response): void {
  for (const [name, value] of context.responseHeaders) response.headers.append(name, value);
}

function addressOf(
  services: AppServices,
  request: Request,
  connection: ConnectionFacts | undefined,
): string {
  return clientAddress({
    remoteAddress: connection?.remoteAddress ?? "127.0.0.1",
    forwardedFor: request.headers.get("x-forwarded-for"),
    trustedProxies: services.config.trustedProxies,
  });
}

/** While settings cannot be read just now, pages are shown as on an open platform. */
async function findPublicSettings(services: AppServices): Promise<PageSettings> {
  try {
    const stored = await services.settings.current();
    const isSandbox = isSandboxInUse(services.config, stored);
    return {
      isSandbox,
      isInMaintenance: stored.maintenanceMode,
      isRegistrationOpen: stored.allowNewRegistrations,
    };
  } catch {
    const isSandbox = services.config.stripe === null;
    return { isSandbox, isInMaintenance: false, isRegistrationOpen: true };
  }
}

/** A public page is shown to everybody; when sessions cannot be read just now, as to a stranger. */
async function findVisitor(services: AppServices, request: Request): Promise<Visitor> {
  try {
    const session = await sessionOf(services, request.headers);
    if (session === null) return "stranger";
    return session.person.isAdmin ? "admin" : "customer";
  } catch (error) {
    services.log.warn({ error }, `${brandName} shows a public page without knowing its visitor`);
    return "stranger";
  }
}
