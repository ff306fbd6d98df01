import { StandardRPCJsonSerializer, StandardRPCSerializer } from "@orpc/client/standard";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { StandardOpenAPIMatcher } from "@orpc/openapi/standard";
import { ORPCError, type AnyProcedure } from "@orpc/server";
import { FetchHandler } from "@orpc/server/fetch";
import {
  StandardHandler,
  StandardRPCCodec,
  StandardRPCMatcher,
  type StandardCodec,
} from "@orpc/server/standard";
import { errorCatalogue, apiError, methodNotAllowed } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { recordServerError } from "#server/error-reports/record-server-error.ts";
import { rejectOperationInMaintenance } from "#server/settings/reject-in-maintenance.ts";
import { describeError, isFailure, retryAfterSeconds, toApiError } from "#server/error-response.ts";
import { router } from "#server/router.ts";
import { isPlain, knownFields } from "./known-fields.ts";

type Call<T> = {
  readonly context: Context;
  readonly path?: readonly string[];
  readonly next: () => Promise<T>;
};

type OperationCall = Call<unknown> & { readonly procedure: AnyProcedure };

/**
 * Runs one operation and returns the fields of its output schema. Errors become those of the catalogue; bugs are logged.
 */
async function callOperation(call: OperationCall): Promise<unknown> {
  const { context, path = [], procedure, next } = call;
  const { log, requestId } = context;
  const operation = path.join(".");
  try {
    await rejectOperationInMaintenance(context, operation);
    const result = await knownFields(procedure["~orpc"].outputSchema, await next());
    log.debug({ requestId, operation }, "Operation done");
    return result;
  } catch (error) {
    throw clientError(error, context, operation);
  }
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

function clientError(error: unknown, context: Context, operation: string): Error {
  const { log, requestId, responseHeaders } = context;
  const wireError = describeError(error, requestId);
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

const libraryCodec = new StandardRPCCodec(
  new StandardRPCSerializer(new StandardRPCJsonSerializer()),
);

/** The library's codec, without its search for values that JSON cannot hold where the schema has none. */
const codec: StandardCodec = {
  decode: (request, parameters, procedure) => libraryCodec.decode(request, parameters, procedure),
  encode: (output, procedure) =>
    isPlain(procedure["~orpc"].outputSchema)
      ? { status: 200, headers: {}, body: { json: output } }
      : libraryCodec.encode(output, procedure),
  encodeError: (error) => libraryCodec.encodeError(error),
};

const rpcOptions = {
  clientInterceptors: [callOperation],
  interceptors: [readCall],
  // Change streams send their own heartbeat.
  eventIteratorKeepAliveEnabled: false,
};

const rpcHandler = new FetchHandler<Context>(
  new StandardHandler<Context>(router, new StandardRPCMatcher(), codec, rpcOptions),
  rpcOptions,
);

const restHandler = new OpenAPIHandler<Context>(router, {
  clientInterceptors: [callOperation],
  interceptors: [readCall],
  // Change streams send their own heartbeat.
  eventIteratorKeepAliveEnabled: false,
  customErrorResponseBodyEncoder: ({ code, message, data }) => ({ code, message, details: data }),
});

const restMethods = ["DELETE", "GET", "PATCH", "POST", "PUT"] as const;
const restMatcher = new StandardOpenAPIMatcher();
restMatcher.init(router);

function isRpc(pathname: string): boolean {
  return pathname === "/api/rpc" || pathname.startsWith("/api/rpc/");
}

/**
 * Rejects a request before its body is read unless its method is the operation's: POST over RPC, the contract's over REST.
 * Throws `method_not_allowed`, and `not_found` for a path that is not exactly an operation's; the library would also accept
 * doubled slashes.
 */
export async function requireOperationMethod({ method, url }: Request): Promise<void> {
  const { pathname } = new URL(url);
  if (isRpc(pathname)) {
    if (method !== "POST") throw methodNotAllowed(["POST"]);
    if (/\/\/|\/$/.test(pathname)) throw apiError("not_found");
    return;
  }
  if (!pathname.startsWith("/api/") || /\/\/|\/$/.test(pathname)) throw apiError("not_found");
  const path = `/${pathname.slice("/api/".length)}` as const;
  if ((await restMatcher.match(method, path)) !== undefined) return;
  const matches = restMethods.map(async (other) => {
    const match = await restMatcher.match(other, path);
    return match === undefined ? [] : [other];
  });
  const allowed = (await Promise.all(matches)).flat();
  throw allowed.length === 0 ? apiError("not_found") : methodNotAllowed(allowed);
}

/**
 * Answers a request to an operation: RPC below `/api/rpc`, REST below `/api`. Throws `not_found` for any other path.
 */
export async function answerOperation(request: Request, context: Context): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { response } = isRpc(pathname)
    ? await rpcHandler.handle(request, { prefix: "/api/rpc", context })
    : await restHandler.handle(request, { prefix: "/api", context });
  if (response === undefined) throw apiError("not_found");
  for (const [name, value] of context.responseHeaders) response.headers.append(name, value);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}
