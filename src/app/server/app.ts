import type { Language } from "#platform/rules/language.ts";
// The whole server as one function from request to answer: what the process serves and what tests call.
import { Hono, type Context as HonoContext } from "hono";
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
  pathWithoutToken,
  requestLanguage,
} from "#platform/server/http/request.ts";
import { readClientFiles } from "./http/client-files.ts";
import { createReadiness, createStorageCheck, healthz, type Stage } from "./http/health.ts";
import { inlineScriptHashes } from "./http/built-pages.ts";
import {
  redirectToPublicUrl,
  findUploadOperation,
  rejectForeignOrigin,
  rejectForms,
} from "./http/write-guard.ts";
import { createMetrics, kindOfPath, type Metrics } from "./http/metrics.ts";
import { stranger, type Visitor } from "./http/page-routes.ts";
import { createContentPages, describeTimes } from "./content-pages/content-pages.ts";
import { describeFeesPage, insertFigures } from "./fees/fees.ts";
import { describeDoorPrice } from "./fees/price-to-the-door.ts";
import { createPages, type PageSettings } from "./http/pages.ts";
import { bodyLimits, readBody, withJsonBody } from "#platform/server/http/read-body.ts";
import { answerLanguageForm } from "./http/language-form.ts";
import { contextOf, sessionOf } from "./http/request-context.ts";
import {
  readMethods,
  serve,
  type ConnectionInfo,
  type Environment,
  type Routes,
} from "./http/routes.ts";
import { mountSandbox, type SandboxServices } from "./http/sandbox-routes.ts";
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

/** What the server needs besides the services of the operations; a sandbox that is not in use is null. */
export type AppOptions = SandboxServices & {
  /** The folder of the built browser application; null serves no pages. */
  readonly clientFolder: string | null;
  readonly stage: () => Stage;
  /** Counts the connections to the database, for the metrics. */
  readonly countConnections?: () => { total: number; idle: number; awaited: number };
  /** Whether a statement has found the database's disk full since the last call. */
  readonly takeDatabaseFull?: () => boolean;
};

export type App = {
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>;
};

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
    findContent: async (language, path, { headers, url }) => {
      if (path === "/")
        return await describeDoorPrice(services, language, headers.get("accept-language"));
      if (path === "/times") return await describeTimes(services, language);
      if (path === "/pricing") return await describeFeesPage(services, language);
      const page = contentPages.find(language, path);
      return page && (await insertFigures(services, page, language, new URL(url).searchParams));
    },
  });
  const headersOf = createHeaders(pages.html, config);

  const isStorageUp = createStorageCheck(services.files);
  const metrics = metricsOf(services, options, isStorageUp);
  const routes: Routes = new Hono<Environment>();
  observeRequests(routes, services, metrics, headersOf);
  routes.onError((error, c) => answerError(services, error, c.req.path, c.var));
  const isSandbox = options.mailbox !== null || options.paymentSandbox !== null;
  routes.use(async (c, next) => {
    if (isSandbox) rejectUnknownHost(c.req.raw, config);
    return redirectToPublicUrl(c.req.raw, config.publicUrl) ?? (await next());
  });

  mountMachineRoutes(routes, services, { ...options, isStorageUp });
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

/** Gives each request its id and each response its headers, and tells log, metrics and trace of both. */
function observeRequests(
  routes: Routes,
  services: AppServices,
  metrics: Metrics,
  headersOf: ReturnType<typeof createHeaders>,
): void {
  routes.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    c.set("ipAddress", addressOf(services, c.req.raw, c.env));
    c.set("language", requestLanguage(c.req.raw));
    c.set("served", { operation: null, accountId: null });
    const startedAt = performance.now();
    const { method } = c.req.raw;
    await services.tracing.span("request", method, async (span) => {
      await next();
      const response = withHeaders(c.res, headersOf(c.req.path));
      // Assigning a response copies it, so only a different one is assigned.
      if (response !== c.res) c.res = response;
      c.res.headers.set("x-request-id", c.get("requestId"));
      const milliseconds = performance.now() - startedAt;
      const { status } = c.res;
      const { requestId, served } = c.var;
      const { operation, accountId } = served;
      const kind = kindOfPath(c.req.path);
      const route = operation ?? kind;
      metrics.observe({ method, kind, operation, status, milliseconds });
      span.rename(`${method} ${route}`);
      span.set({
        "http.request.method": method,
        "http.response.status_code": status,
        "http.route": route,
        "request.id": requestId,
      });
      if (status >= 500) span.fail(String(status));
      logRequest(services, c.req.raw, { requestId, route, accountId, status, milliseconds });
    });
  });
}

/** Shared packages, and the links of emails. */
const unlistedPage = /^\/+(t|unsubscribe)\//i;

/** The security headers of each response, by its path. */
function createHeaders(
  html: readonly string[],
  {
    isHttps,
    isHttpsOnSubdomains,
    s3,
  }: Pick<AppServices["config"], "isHttps" | "isHttpsOnSubdomains" | "s3">,
): (path: string) => ReadonlyMap<string, string> {
  const options = {
    inlineScriptHashes: inlineScriptHashes(html),
    isHttps,
    isHttpsOnSubdomains,
    imageOrigin: s3?.publicEndpoint ?? null,
  };
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

/** Answers errors that no handler caught. Bugs are logged and recorded as error reports. */
function answerError(
  services: AppServices,
  error: unknown,
  requestedPath: string,
  { requestId, language }: { requestId: string; language: Language },
): Response {
  const path = pathWithoutToken(requestedPath);
  const wireError = describeError(error, requestId, language);
  if (isFailure(wireError)) services.log.error({ requestId, error, path }, "Request failed");
  if (wireError.code === "unexpected") {
    void recordServerError(services, error, { operation: path, requestId });
  }
  return errorResponse(wireError, requestedPath);
}

function metricsOf(
  { config, db, changeStream }: AppServices,
  options: AppOptions,
  isStorageUp: () => Promise<boolean>,
): Metrics {
  return createMetrics(config.metricsToken, {
    db,
    isStorageUp,
    streamCount: () => changeStream.streamCount(),
    countConnections: () => options.countConnections?.() ?? null,
  });
}

/** Routes for supervisors, the providers of payment and tracking, and mail programs, which send no Origin header. */
function mountMachineRoutes(
  routes: Routes,
  services: AppServices,
  options: AppOptions & { readonly isStorageUp: () => Promise<boolean> },
): void {
  const { stage, takeDatabaseFull = () => false, isStorageUp } = options;
  const { dataDir } = services.config;
  const readiness = createReadiness({ ...services, dataDir, takeDatabaseFull, isStorageUp });
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
    return await serveFile(services, c.req.raw, async () => {
      const person = (await sessionOf(services, c.req.raw.headers))?.person ?? null;
      c.var.served.accountId = person?.id ?? null;
      return person;
    });
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
