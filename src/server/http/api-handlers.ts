// Serves the API's operations in both forms, RPC for our own client and REST for everybody else.
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { RPCHandler } from "@orpc/server/fetch";
import { problems, refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { keepServerError } from "#server/platform/keep-server-error.ts";
import { refuseOperationInMaintenance } from "#server/platform/refuse-in-maintenance.ts";
import {
  describeProblem,
  isFailure,
  retryAfterSeconds,
  toApiError,
} from "#server/problem-response.ts";
import { router } from "#server/router.ts";

type Call<T> = {
  readonly context: Context;
  readonly path?: readonly string[];
  readonly next: () => Promise<T>;
};

/** Runs one operation; what it throws becomes a problem of the catalogue, and a bug is written to the log. */
async function callOperation<T>({ context, path = [], next }: Call<T>): Promise<T> {
  const { log, requestId } = context;
  const operation = path.join(".");
  try {
    await refuseOperationInMaintenance(context, operation);
    const result = await next();
    log.debug({ requestId, operation }, "Operation done");
    return result;
  } catch (error) {
    throw toldToClient(error, context, operation);
  }
}

/** Puts into words what went wrong before an operation was reached: the request could not be read. */
async function readCall<T>({ context, next }: Call<T>): Promise<T> {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof ORPCError)) throw toldToClient(refusal("invalid_input"), context, "");
    throw Object.hasOwn(problems, error.code) ? error : toldToClient(error, context, "");
  }
}

function toldToClient(error: unknown, context: Context, operation: string): Error {
  const { log, requestId, responseHeaders } = context;
  const problem = describeProblem(error, requestId);
  const facts = { requestId, operation, code: problem.code };
  if (isFailure(problem)) {
    log.error({ ...facts, error }, "Operation failed");
    // Not waited for: whoever called has waited long enough.
    if (problem.code === "unexpected")
      void keepServerError(context, error, { operation, requestId });
  } else log.info(facts, "Operation refused");
  const seconds = retryAfterSeconds(problem);
  if (seconds !== null) responseHeaders.set("retry-after", String(seconds));
  return toApiError(problem);
}

const rpcHandler = new RPCHandler<Context>(router, {
  clientInterceptors: [callOperation],
  interceptors: [readCall],
  // Streams carry signs of life of their own, which a timer for each would only add to.
  eventIteratorKeepAliveEnabled: false,
});

const restHandler = new OpenAPIHandler<Context>(router, {
  clientInterceptors: [callOperation],
  interceptors: [readCall],
  // Streams carry signs of life of their own, which a timer for each would only add to.
  eventIteratorKeepAliveEnabled: false,
  customErrorResponseBodyEncoder: ({ code, message, data }) => ({ code, message, details: data }),
});

/**
 * Answers a request to an operation: RPC below `/api/rpc`, REST below `/api`. Throws the refusal `not_found`
 * for an address that is no operation's.
 */
export async function answerOperation(request: Request, context: Context): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { response } = pathname.startsWith("/api/rpc/")
    ? await rpcHandler.handle(request, { prefix: "/api/rpc", context })
    : await restHandler.handle(request, { prefix: "/api", context });
  if (response === undefined) throw refusal("not_found");
  for (const [name, value] of context.responseHeaders) response.headers.append(name, value);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}
