import type { Language } from "#platform/rules/language.ts";
// The whole server as one function from request to answer: what the process serves and what tests call.
import { Hono, type Context as HonoContext } from "hono";
import { apiError, methodNotAllowed } from "#platform/contract/errors.ts";
import { operations } from "#app/contract/operations.ts";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { homePath } from "#platform/rules/staff-home.ts";
import { isStaff } from "#platform/rules/staff-role.ts";
import { brandName } from "#platform/rules/brand.ts";
import { serveFile } from "#platform/server/files/serve-file.ts";
import { hasEnteredWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import { isSandboxInUse } from "#money/server/settings/payment-access.ts";
import { rejectInMaintenance } from "#platform/server/settings/switches.ts";
import { readSessionCookie, signOut } from "#people/server/auth/sessions/sessions.ts";
import { recordServerError } from "#platform/server/error-reports/record-error.ts";
import { limitedNetwork } from "#platform/server/ip-address.ts";
import type { Context, AppServices } from "#platform/server/context.ts";
import { answerOperation, requireOperationMethod } from "./http/api-handlers.ts";
import { answerUpload } from "./http/answer-upload.ts";
import { apiReferencePaths, createApiReference } from "./http/api-reference.ts";
import {
  clientAddress,
  rejectUnknownHost,
  logRequest,
  requestLanguage,
} from "#platform/server/http/request.ts";
import { readClientFiles } from "./http/client-files.ts";
import { createReadiness, healthz, type Stage } from "./http/health.ts";
import { inlineScriptHashes } from "./http/built-pages.ts";
import {
  redirectToPublicUrl,
  findUploadOperation,
  rejectForeignForm,
  rejectForeignOrigin,
  rejectForms,
} from "./http/write-guard.ts";
import { createMetrics, type Metrics } from "./http/metrics.ts";
import { stranger, type Visitor } from "./http/page-routes.ts";
import { createContentPages, describeTimes } from "./content-pages/content-pages.ts";
import { describeFeesPage, insertFigures } from "./fees/fees.ts";
import { describeDoorPrice } from "./fees/price-to-the-door.ts";
import { createPages, type PageSettings } from "./http/pages.ts";
import { bodyLimits, readBody, withBody, withJsonBody } from "#platform/server/http/read-body.ts";
import { answerLanguageForm } from "./http/language-form.ts";
import { contextOf, sessionOf } from "./http/request-context.ts";
import {
  assetHeaders,
  deskHeaders,
  securityHeaders,
  unlistedHeaders,
  withHeaders,
} from "#platform/server/http/security-headers.ts";
import { unsubscribe } from "#notices/server/notifications/preferences.ts";
import { answerTrackingWebhook, answerWebhook } from "./http/webhook.ts";
import { describeError, isFailure, errorResponse } from "#platform/server/error-response.ts";

/** A service of the sandbox, reached by requests alone. */
type SandboxService = { fetch(request: Request): Promise<Response> };

/** What the server needs besides the services of the operations; a sandbox that is not in use is null. */
export type AppOptions = {
  /** The folder of the built browser application; null serves no pages. */
  readonly clientFolder: string | null;
  readonly mailbox: SandboxService | null;
  readonly paymentSandbox: SandboxService | null;
  readonly trackingSandbox?: SandboxService | null;
  readonly pushSandbox?: SandboxService | null;
  readonly stage: () => Stage;
  /** Counts the connections to the database, for the metrics. */
  readonly countConnections?: () => { total: number; idle: number; awaited: number };
  /** Whether a statement has found the database's disk full since the last call. */
  readonly takeDatabaseFull?: () => boolean;
};

/** `remoteAddress` is the IP address of the other end of the connection. */
export type ConnectionInfo = { readonly remoteAddress: string };

export type App = {
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>;
};

type Variables = { requestId: string; ipAddress: string; language: Language };
type Environment = { Bindings: ConnectionInfo; Variables: Variables };
type Routes = Hono<Environment>;

/** Builds the request handler over `services`. It neither listens nor starts jobs. */
export function createApp(services: AppServices, options: AppOptions): App {
  const { config, log } = services;
  const files = options.clientFolder === null ? null : readClientFiles(options.clientFolder);
  const contentPages = createContentPages(config, log);
  const pages = createPages(files ?? new Map(), {
    publicUrl: config.publicUrl,
    hasSandboxMailbox: options.mailbox !== null,
    hasOfflineDesk: config.hasOfflineDesk,
    now: services.now,
    findPublicSettings: () => findPublicSettings(services),
    // While it cannot be read, desks are still shown.
    hasEnteredWarehouse: () => hasEnteredWarehouse(services.db).catch(() => true),
    findVisitor: (request) => findVisitor(services, request),
    findContent: async (language, path, headers) => {
      if (path === "/")
        return await describeDoorPrice(services, language, headers.get("accept-language"));
      if (path === "/times") return await describeTimes(services, language);
      if (path === "/pricing") return await describeFeesPage(services, language);
      const page = contentPages.find(language, path);
      return page && (await insertFigures(services, page, language));
    },
  });
  const headersOf = createHeaders(pages.html, config);

  const metrics = metricsOf(services, options);
  const routes: Routes = new Hono<Environment>();
  routes.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    c.set("ipAddress", addressOf(services, c.req.raw, c.env));
    c.set("language", requestLanguage(c.req.raw));
    const startedAt = performance.now();
    await next();
    const response = withHeaders(c.res, headersOf(c.req.path));
    // Assigning a response copies it, so only a different one is assigned.
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
  routes.onError((error, c) => answerError(services, error, c.req.path, c.var));
  const isSandbox = options.mailbox !== null || options.paymentSandbox !== null;
  routes.use(async (c, next) => {
    if (isSandbox) rejectUnknownHost(c.req.raw, config);
    return redirectToPublicUrl(c.req.raw, config.publicUrl) ?? (await next());
  });

  mountMachineRoutes(routes, services, options);
  routes.get("/metrics", (c) => metrics.answer(c.req.raw));
  mountSandbox(routes, services, options);
  mountDownloads(routes, services);
  routes.use("/api/*", async (c, next) => {
    requireOperationMethod(c.req.raw);
    await next();
  });
  routes.use(async (c, next) => {
    rejectForeignOrigin(c.req.raw, config.publicUrl);
    await next();
  });
  mountOperations(routes, services);
  mountForms(routes, services);
  serve(routes, "*", readMethods, (c) => pages.answer(c.req.raw));

  return { fetch: async (request, connection) => await routes.fetch(request, connection) };
}

/** Shared packages, and the links of emails. */
const unlistedPage = /^\/+(t|unsubscribe)\//i;

/** The security headers of each response, by its path. */
function createHeaders(
  html: readonly string[],
  { isHttps, isHttpsOnSubdomains }: AppServices["config"],
): (path: string) => ReadonlyMap<string, string> {
  const hashes = inlineScriptHashes(html);
  const options = { inlineScriptHashes: hashes, isHttps, isHttpsOnSubdomains };
  const ofPages = securityHeaders(options);
  const ofAssets = assetHeaders(ofPages);
  const ofDesks = deskHeaders(options);
  const ofUnlisted = unlistedHeaders(ofPages);
  return (path) => {
    if (path.startsWith("/assets/")) return ofAssets;
    if (unlistedPage.test(path)) return ofUnlisted;
    return findDeskPage(path) === undefined ? ofPages : ofDesks;
  };
}

const readMethods = ["GET", "HEAD"] as const;

/** Answers requests to `path` in `methods`; all others are rejected before anything of them is read. */
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

/** Answers errors that no handler caught. Bugs are logged and recorded as error reports. */
function answerError(
  services: AppServices,
  error: unknown,
  path: string,
  { requestId, language }: { requestId: string; language: Language },
): Response {
  const wireError = describeError(error, requestId, language);
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
    countConnections: () => options.countConnections?.() ?? null,
  });
}

/** Routes for supervisors, the providers of payment and tracking, and mail programs, which send no Origin header. */
function mountMachineRoutes(routes: Routes, services: AppServices, options: AppOptions): void {
  const { stage, takeDatabaseFull = () => false } = options;
  const { dataDir } = services.config;
  const readiness = createReadiness({ ...services, dataDir, takeDatabaseFull });
  serve(routes, "/healthz", readMethods, () => healthz());
  serve(routes, "/readyz", readMethods, () => readiness(stage()));
  serve(routes, "/api/webhooks/stripe", ["POST"], (c) => answerWebhook(services, c.req.raw));
  serve(routes, "/api/webhooks/tracking", ["POST"], (c) =>
    answerTrackingWebhook(services, c.req.raw),
  );
  // Mail programs send this where somebody clicks their button (RFC 8058). Opening the link changes nothing.
  routes.post("/unsubscribe/:token", async (c) => {
    await unsubscribe(services, { token: c.req.param("token") });
    return c.body(null, 204);
  });
}

function mountSandbox(
  routes: Routes,
  services: AppServices,
  { mailbox, paymentSandbox, trackingSandbox = null, pushSandbox = null }: AppOptions,
): void {
  routes.use("/sandbox/*", async (c, next) => {
    rejectForeignForm(c.req.raw, services.config.publicUrl);
    await next();
  });
  for (const path of ["/sandbox/mail", "/sandbox/mail/*", "/sandbox/mail.json"]) {
    if (mailbox !== null) routes.all(path, (c) => mailbox.fetch(c.req.raw));
  }
  if (paymentSandbox !== null) {
    routes.all("/sandbox/stripe/*", async (c) => {
      // With a real provider in use, payments made in the sandbox would not be booked.
      if (!isSandboxInUse(services.config, await services.settings.current()))
        throw apiError("not_found");
      const body = await readBody(c.req.raw, bodyLimits.json);
      return await paymentSandbox.fetch(withBody(c.req.raw, body));
    });
  }
  if (trackingSandbox !== null) {
    for (const path of ["/sandbox/tracking", "/sandbox/tracking/*"]) {
      routes.all(path, async (c) => {
        if ((await services.settings.current()).trackingKeyEncrypted !== null)
          throw apiError("not_found");
        const body = await readBody(c.req.raw, bodyLimits.json);
        return await trackingSandbox.fetch(withBody(c.req.raw, body));
      });
    }
  }
  for (const path of ["/sandbox/push", "/sandbox/push/*", "/sandbox/push.json"]) {
    if (pushSandbox === null) break;
    routes.all(path, async (c) => {
      const body = await readBody(c.req.raw, bodyLimits.json);
      return await pushSandbox.fetch(withBody(c.req.raw, body));
    });
  }
  routes.all("/sandbox/*", () => {
    throw apiError("not_found");
  });
}

/** Routes below `/api` that answer GET and HEAD. */
function mountDownloads(routes: Routes, services: AppServices): void {
  const answerReference = createApiReference(services.config);
  for (const path of apiReferencePaths) {
    serve(routes, path, readMethods, (c) => answerReference(c.req.raw));
  }
  serve(routes, "/api/files/*", readMethods, async (c) => {
    const { maintenanceMode } = await services.settings.current();
    if (maintenanceMode) {
      await rejectInMaintenance(services, await sessionOf(services, c.req.raw.headers));
    }
    return await serveFile(
      services,
      c.req.raw,
      async () => (await sessionOf(services, c.req.raw.headers))?.person ?? null,
    );
  });
  for (const { path } of operations.filter((operation) => operation.path.endsWith(".csv"))) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ":$1");
    serve(routes, `/api${pattern}`, readMethods, (c) => answerDownload(services, c));
  }
}

/** Of all operations downloads alone also answer HEAD, as GET without the body. */
async function answerDownload(
  services: AppServices,
  c: HonoContext<Environment>,
): Promise<Response> {
  const { method, url, headers } = c.req.raw;
  const request = method === "HEAD" ? new Request(url, { headers }) : c.req.raw;
  const response = await answerOperation(request, await contextOf(services, request, c.var));
  if (method === "GET") return response;
  await response.body?.cancel();
  return new Response(null, response);
}

function mountOperations(routes: Routes, services: AppServices): void {
  routes.all("/api/*", async (c) => {
    const answer = async (request: Request) =>
      await answerOperation(request, await contextOf(services, request, c.var));
    const upload = findUploadOperation(c.req.path);
    if (upload !== undefined) return await answerUpload(services, upload, c.req.raw, answer);
    const body = await readBody(c.req.raw, bodyLimits.json);
    // Only the read body shows whether there is one: a DELETE may come without any header about it.
    if (body !== null && body.byteLength > 0) rejectForms(c.req.raw);
    const request = withJsonBody(c.req.raw, body);
    const isAnonymous = readSessionCookie(services.config, request.headers.get("cookie")) === null;
    if (!isAnonymous) {
      const context = await contextOf(services, request, c.var);
      // Who is signed in waits in the queue of the account, in the binder.
      if (context.session !== null) return await answerOperation(request, context);
    }
    const address = limitedNetwork(c.var.ipAddress);
    return await services.queues.signedOutRequests.run(address, () => answer(request));
  });
}

/** The forms of public pages: the Logout button and the language menu. */
function mountForms(routes: Routes, services: AppServices): void {
  routes.post("/language", async (c) => {
    const body = await readBody(c.req.raw, bodyLimits.json);
    const context = await contextOf(services, c.req.raw, c.var);
    const response = await answerLanguageForm(context, new TextDecoder().decode(body ?? undefined));
    copyHeaders(context, response);
    return response;
  });
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
}

function copyHeaders(context: Context, response: Response): void {
  for (const [name, value] of context.responseHeaders) response.headers.append(name, value);
}

function addressOf(
  services: AppServices,
  request: Request,
  connection: ConnectionInfo | undefined,
): string {
  return clientAddress({
    remoteAddress: connection?.remoteAddress ?? "127.0.0.1",
    forwardedFor: request.headers.get("x-forwarded-for"),
    trustedProxies: services.config.trustedProxies,
  });
}

/** Pages are still shown while the settings cannot be read: as without maintenance, with registration open. */
async function findPublicSettings(services: AppServices): Promise<PageSettings> {
  try {
    const stored = await services.settings.current();
    const isSandbox = isSandboxInUse(services.config, stored);
    return {
      isSandbox,
      isInMaintenance: stored.maintenanceMode,
      isRegistrationOpen: stored.allowNewRegistrations,
      hasWarehouse: await services.settings.hasWarehouse(),
    };
  } catch {
    const isSandbox = services.config.stripe === null;
    return { isSandbox, isInMaintenance: false, isRegistrationOpen: true, hasWarehouse: false };
  }
}

/** Public pages are still shown while sessions cannot be read: as to a signed-out visitor. */
async function findVisitor(services: AppServices, request: Request): Promise<Visitor> {
  try {
    const session = await sessionOf(services, request.headers);
    if (session === null) return stranger;
    const { person } = session;
    return { kind: isStaff(person) ? "admin" : "customer", home: homePath(person) };
  } catch (error) {
    services.log.warn({ error }, `${brandName} shows a public page without reading the session`);
    return stranger;
  }
}
