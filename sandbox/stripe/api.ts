/** The HTTP API under `/v1`: authentication, idempotency keys, responses and errors. */
import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { controlEndpoints } from "#sandbox/stripe/controls/control-endpoints.ts";
import { accountEndpoints } from "./account.ts";
import { ApiError } from "./api-error.ts";
import { balanceTransactionEndpoints } from "./balance-transactions.ts";
import { portalSessionEndpoints } from "./billing/portal-sessions.ts";
import { priceEndpoints, productEndpoints } from "./catalogue-endpoints.ts";
import { chargeEndpoints } from "./charges.ts";
import { checkoutSessionEndpoints } from "./checkout-sessions.ts";
import { settleDue } from "./clock.ts";
import { customerEndpoints } from "./customers.ts";
import { disputeEndpoints } from "./disputes.ts";
import type { Endpoint } from "./endpoint.ts";
import { eventEndpoints } from "./events.ts";
import { expand } from "./expansion.ts";
import { decodeForm, emptyTree } from "./form-encoding.ts";
import { makeIdentifier } from "./identifiers.ts";
import { invoiceEndpoints } from "./invoice-endpoints.ts";
import { listOf, record, text } from "./parameters.ts";
import { paymentMethodEndpoints } from "./payment-methods.ts";
import { paymentIntentEndpoints } from "./payments.ts";
import { invoiceItemEndpoints } from "./plan-change.ts";
import { refundEndpoints } from "./refunds.ts";
import { atomically, findResponse, insertResponse } from "./resource-queries.ts";
import { subscriptionEndpoints } from "./subscriptions.ts";
import { apiVersion, type SandboxState } from "./sandbox-state.ts";

const endpoints: Endpoint[] = [
  ...accountEndpoints,
  ...balanceTransactionEndpoints,
  ...chargeEndpoints,
  ...checkoutSessionEndpoints,
  ...controlEndpoints,
  ...customerEndpoints,
  ...disputeEndpoints,
  ...eventEndpoints,
  ...invoiceEndpoints,
  ...invoiceItemEndpoints,
  ...paymentIntentEndpoints,
  ...paymentMethodEndpoints,
  ...portalSessionEndpoints,
  ...priceEndpoints,
  ...productEndpoints,
  ...refundEndpoints,
  ...subscriptionEndpoints,
];

const largestBodyBytes = 256 * 1024;

/** Reads the secret key from a bearer or basic authorization; throws for all but test keys. */
function requireTestKey(request: Request) {
  const header = request.headers.get("authorization") ?? "";
  const [scheme = "", value = ""] = header.split(" ", 2);
  const key =
    scheme.toLowerCase() === "basic"
      ? Buffer.from(value, "base64").toString("utf8").replace(/:$/, "")
      : value;
  if (key === "") {
    throw new ApiError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    );
  }
  if (!/^sk_test_\w+$/.test(key)) {
    const shown = key.startsWith("sk_live_") ? "sk_live_****" : `${key.slice(0, 7)}****`;
    throw new ApiError(
      `Invalid API Key provided: ${shown}. This is a stand-in in test mode; it takes secret test keys only (sk_test_…).`,
      { status: 401 },
    );
  }
}

function requireVersion(request: Request) {
  const version = request.headers.get("stripe-version");
  if (version !== null && version !== apiVersion) {
    throw new ApiError(
      `Invalid Stripe API version: ${version}. This stand-in speaks ${apiVersion} only.`,
    );
  }
}

function hashOf(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

interface Answer {
  body: string;
  replayed: boolean;
}

/** Runs the endpoint with its parameters read and its answer expanded. */
function answerCall(
  sandbox: SandboxState,
  endpoint: Endpoint,
  id: string,
  encoded: string,
): string {
  const { expand: paths, ...sent } = decodeForm(encoded);
  const parameters = record(endpoint.shape)(Object.assign(emptyTree(), sent), "");
  const wanted = paths === undefined ? [] : listOf(text(500), 20)(paths, "expand");
  const answer = endpoint.answer(sandbox, { id, parameters });
  return JSON.stringify(expand(sandbox, answer, wanted));
}

/**
 * Runs a writing endpoint once per idempotency key: the same request gets the stored response, another one under the same
 * key is an error. Failed requests store nothing, so they can be corrected and sent again under their key.
 */
function answerOnce(
  sandbox: SandboxState,
  endpoint: Endpoint,
  id: string,
  encoded: string,
): Answer {
  const key = sandbox.request.idempotencyKey;
  return atomically(sandbox.database, () => {
    if (key === null) {
      return { body: answerCall(sandbox, endpoint, id, encoded), replayed: false };
    }
    const address = `${endpoint.method} ${endpoint.path.replace(":id", id)}`;
    const requestHash = hashOf(address, encoded);
    const stored = findResponse(sandbox.database, key);
    if (stored !== undefined && stored.requestHash !== requestHash) {
      throw new ApiError(
        stored.endpoint === address
          ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
          : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${stored.endpoint}' vs '${address}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: "idempotency_error" },
      );
    }
    if (stored !== undefined) return { body: stored.body, replayed: true };
    const body = answerCall(sandbox, endpoint, id, encoded);
    const wallSeconds = Math.floor(sandbox.wallNow().getTime() / 1000);
    insertResponse(sandbox.database, key, { endpoint: address, requestHash, body }, wallSeconds);
    return { body, replayed: false };
  });
}

/** The controls, which the provider does not have, also accept JSON: one object of plain values; null is sent empty. */
function encodeJson(body: string): string {
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    throw new ApiError("The request body is not JSON.");
  }
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) {
    throw new ApiError("Send one JSON object.");
  }
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null && !["string", "number", "boolean"].includes(typeof value)) {
      throw new ApiError(`Send ${name} as text, a number, true, false or null.`, { param: name });
    }
    encoded.set(name, String(value ?? ""));
  }
  return encoded.toString();
}

async function readEncoded(request: Request): Promise<string> {
  if (request.method !== "POST") return new URL(request.url).search.slice(1);
  const body = await request.text();
  if (body.length > largestBodyBytes) {
    throw new ApiError("The request body is too large.", { status: 413 });
  }
  const type = request.headers.get("content-type") ?? "";
  if (
    body !== "" &&
    type.startsWith("application/json") &&
    new URL(request.url).pathname.startsWith("/controls/")
  ) {
    return encodeJson(body);
  }
  if (body !== "" && !type.startsWith("application/x-www-form-urlencoded")) {
    throw new ApiError("Send parameters as application/x-www-form-urlencoded.");
  }
  return body;
}

function requireIdempotencyKey(request: Request): string | null {
  const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
  if (key !== null && (key === "" || key.length > 255)) {
    throw new ApiError("Idempotency keys must have 1 to 255 characters.");
  }
  return key;
}

function respond(body: string, status: number, headers: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-cache, no-store",
      "stripe-version": apiVersion,
      ...headers,
    },
  });
}

async function serve(
  sandbox: SandboxState,
  endpoint: Endpoint,
  context: Context,
): Promise<Response> {
  const request = context.req.raw;
  requireTestKey(request);
  requireVersion(request);
  const idempotencyKey = requireIdempotencyKey(request);
  const requestId = makeIdentifier("req", 14);
  const encoded = await readEncoded(request);
  const id = context.req.param("id") ?? "";
  settleDue(sandbox);
  const called: SandboxState = { ...sandbox, request: { id: requestId, idempotencyKey } };
  const answer =
    endpoint.method === "GET"
      ? { body: answerCall(called, endpoint, id, encoded), replayed: false }
      : answerOnce(called, endpoint, id, encoded);
  return respond(answer.body, 200, {
    "request-id": requestId,
    ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
    ...(answer.replayed ? { "idempotent-replayed": "true" } : {}),
  });
}

/** Builds the API; `log` receives errors of the sandbox itself, which are answered with 500 and can be retried. */
export function createApi(
  sandbox: SandboxState,
  log: (message: string, error: unknown) => void,
): Hono {
  const api = new Hono();
  for (const endpoint of endpoints) {
    api.on(endpoint.method, endpoint.path, (context) => serve(sandbox, endpoint, context));
  }
  const requestIdHeader = () => ({ "request-id": makeIdentifier("req", 14) });
  const rejectUnknown = (context: Context) => {
    const error = new ApiError(
      `Unrecognized request URL (${context.req.method}: ${context.req.path}). This stand-in speaks only part of the API.`,
      { status: 404 },
    );
    return respond(JSON.stringify(error.body), error.status, requestIdHeader());
  };
  api.all("/v1/*", rejectUnknown);
  api.all("/controls/*", rejectUnknown);
  api.onError((error) => {
    if (error instanceof ApiError) {
      return respond(JSON.stringify(error.body), error.status, requestIdHeader());
    }
    log("The payment sandbox failed to answer", error);
    const failure = new ApiError("The payment sandbox failed; try again.", { type: "api_error" });
    return respond(JSON.stringify(failure.body), 500, requestIdHeader());
  });
  return api;
}
