import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { RPCHandler } from "@orpc/server/fetch";
import { errorCatalogue, apiError, methodNotAllowed } from "#platform/contract/errors.ts";
import { operations } from "#app/contract/operations.ts";
import type { Context } from "#platform/server/context.ts";
import { recordServerError } from "#platform/server/error-reports/record-error.ts";
import { rejectOperationInMaintenance } from "#platform/server/settings/switches.ts";
import {
  describeError,
  isFailure,
  retryAfterSeconds,
  toApiError,
} from "#platform/server/error-response.ts";
import { router } from "#app/server/router.ts";
import { restPathPattern } from "./write-guard.ts";

type Call<T> = {
  readonly context: Context;
  readonly path?: readonly string[];
  readonly next: () => Promise<T>;
};

/** Runs one operation. Errors become those of the catalogue; bugs are logged. */
async function callOperation({ context, path = [], next }: Call<unknown>): Promise<unknown> {
  const { log, requestId, tracing, served } = context;
  const operation = path.join(".");
  if (served !== undefined) served.operation = operation;
  return await tracing.span("operation", operation, async (span) => {
    try {
      await rejectOperationInMaintenance(context, operation);
      const result = await next();
      log.debug({ requestId, operation }, "Operation done");
      return result;
    } catch (error) {
      const known = clientError(error, context, operation);
      span.set({ "error.code": known.code });
      throw known;
    }
  });
}

/** Maps errors from reading the request, before an operation is called. */
async function readCall<T>({ context, next }: Call<T>): Promise<T> {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof ORPCError)) throw clientError(apiError("invalid_input"), context, "");
    throw Object.hasOwn(errorCatalogue, error.code) ? error : clientError(error, context, "");
  }
}

function clientError(
  error: unknown,
  context: Context,
  operation: string,
): ReturnType<typeof toApiError> {
  const { log, requestId, language, responseHeaders } = context;
  const wireError = describeError(error, requestId, language);
  const facts = { requestId, operation, code: wireError.code };
  if (isFailure(wireError)) {
    log.error({ ...facts, error }, "Operation failed");
    // Not awaited: the caller need not wait for it.
    if (wireError.code === "unexpected")
      void recordServerError(context, error, { operation, requestId });
  } else log.info(facts, "Operation rejected");
  const seconds = retryAfterSeconds(wireError);
  if (seconds !== null) responseHeaders.set("retry-after", String(seconds));
  return toApiError(wireError);
}

const options = {
  clientInterceptors: [callOperation],
  interceptors: [readCall],
  // Change streams send their own heartbeat.
  eventIteratorKeepAliveEnabled: false,
};

const rpcHandler = new RPCHandler<Context>(router, {
  ...options,
  // `requireOperationMethod` has rejected GET by then.
  strictGetMethodPluginEnabled: false,
});

const restHandler = new OpenAPIHandler<Context>(router, {
  ...options,
  customErrorResponseBodyEncoder: ({ code, message, data }) => ({ code, message, details: data }),
});

/** The REST paths of all operations. */
const restRoutes: readonly { method: string; pattern: RegExp }[] = operations.map(
  ({ method, path }) => ({
    method,
    pattern: new RegExp(`^${restPathPattern(path)}$`),
  }),
);

function isRpc(pathname: string): boolean {
  return pathname === "/api/rpc" || pathname.startsWith("/api/rpc/");
}

function methodsAt(pathname: string): string[] {
  if (isRpc(pathname)) return /\/\/|\/$/.test(pathname) ? [] : ["POST"];
  const found = restRoutes.filter(({ pattern }) => pattern.test(pathname));
  return [...new Set(found.map(({ method }) => method))].toSorted();
}

/**
 * Rejects a request before its body is read unless its method is the operation's: POST over RPC, the contract's over REST.
 * Throws `method_not_allowed`, and `not_found` for a path that is not exactly an operation's; the library would also accept
 * doubled slashes.
 */
export function requireOperationMethod({ method, url }: Request): void {
  const allowed = methodsAt(new URL(url).pathname);
  if (allowed.length === 0) throw apiError("not_found");
  if (!allowed.includes(method)) throw methodNotAllowed(allowed);
}

/**
 * A file as one piece of bytes, over REST or within a form over RPC. The stream that is made of a File throws outside of any
 * request when a client ends the download early.
 */
async function withWholeFile(response: Response): Promise<Response> {
  const { headers } = response;
  const isFile = headers.has("content-disposition") && headers.has("content-length");
  const isForm = headers.get("content-type")?.startsWith("multipart/form-data") === true;
  return isFile || isForm ? new Response(await response.arrayBuffer(), response) : response;
}

/** Pages of people who are signed in, which say why a file was refused (`src/app/web/layout/refused-file.tsx`). */
const pagesWithFiles = /^\/(?:admin\/)?dashboard(?:\/|$)/;

/** The page of ours with the link that was followed. */
function pageOfLink({ headers, url }: Request): URL | null {
  const referrer = headers.get("referer") ?? "";
  const page = URL.canParse(referrer) ? new URL(referrer) : null;
  return page?.host === (headers.get("host") ?? new URL(url).host) ? page : null;
}

/**
 * Where a browser goes that opened a file of the API which is refused: back to the page with the link, which says why, or to
 * the login where the session has ended, and from there back. Null for every other request and answer, such as that of a
 * script or at an address that was typed.
 */
async function addressAfterRefusal(request: Request, response: Response): Promise<string | null> {
  if (response.ok || request.method !== "GET") return null;
  if (request.headers.get("sec-fetch-mode") !== "navigate") return null;
  const { code } = (await response.clone().json()) as { readonly code?: unknown };
  const page = pageOfLink(request);
  if (code === "signed_out") {
    const next = page === null ? "/dashboard" : page.pathname + page.search;
    return `/login?${new URLSearchParams({ next, ended: "yes" }).toString()}`;
  }
  if (page === null || !pagesWithFiles.test(page.pathname)) return null;
  page.searchParams.set("refused", String(code));
  return page.pathname + page.search;
}

/**
 * Answers a request to an operation: RPC below `/api/rpc`, REST below `/api`. Throws `not_found` for any other path.
 */
export async function answerOperation(request: Request, context: Context): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { response: answer } = isRpc(pathname)
    ? await rpcHandler.handle(request, { prefix: "/api/rpc", context })
    : await restHandler.handle(request, { prefix: "/api", context });
  if (answer === undefined) throw apiError("not_found");
  const location = await addressAfterRefusal(request, answer);
  if (location !== null) {
    return new Response(null, {
      status: 303,
      headers: { location, "cache-control": "no-store" },
    });
  }
  const response = await withWholeFile(answer);
  for (const [name, value] of context.responseHeaders) response.headers.append(name, value);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}
