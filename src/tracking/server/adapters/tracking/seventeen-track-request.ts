import type * as z from "zod";
import { messageOf } from "#platform/rules/error-message.ts";
import { envelope, requestErrors } from "./seventeen-track-trackers.ts";
import { TrackingError } from "./tracking.ts";
import { setTimeout } from "node:timers/promises";

/** 17TRACK's own address of version 2.4. */
const providerBase = "https://api.17track.net/track/v2.4";

const defaultTimeoutMilliseconds = 10_000;
/** 17TRACK allows three requests a second. */
const defaultPauseMilliseconds = 334;
/** 40 trackers with a hundred events each have about one megabyte. */
const maxAnswerBytes = 8_388_608;
const maxRetryAfterSeconds = 24 * 3600;

export type SeventeenTrackAccess = {
  readonly apiKey: string;
  /** null: 17TRACK's own. */
  readonly apiBase: string | null;
  /** Sends requests in place of the network, for the sandbox. */
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly timeoutMilliseconds?: number;
  readonly pauseMilliseconds?: number;
};

type SendRequest = <Answer>(
  path: string,
  body: unknown,
  answer: z.ZodType<Answer>,
) => Promise<Answer>;

/** Errors of the whole request: of the key, of the address it is used from, of the account. */
const keyErrors: ReadonlySet<number> = new Set([-18010001, -18010002, -18010004, -18010005]);

function retryAfterSeconds(headers: Headers, now: number): number | null {
  const value = headers.get("retry-after")?.trim() ?? "";
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(Math.max(Math.ceil(seconds), 0), maxRetryAfterSeconds);
}

function errorOfStatus(response: Response): TrackingError | null {
  const { status, headers } = response;
  const message = `The tracking provider answered ${status}.`;
  if (status === 429)
    return new TrackingError("rate_limited", message, retryAfterSeconds(headers, Date.now()));
  if (status === 401 || status === 403) return new TrackingError("invalid_key", message);
  return status === 200 ? null : new TrackingError("unavailable", message);
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let readBytes = 0;
  for await (const chunk of body ?? []) {
    readBytes += chunk.byteLength;
    if (readBytes > maxAnswerBytes) {
      const message = `The tracking provider's answer has more than ${maxAnswerBytes} bytes.`;
      throw new TrackingError("malformed_answer", message);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Parses `value`, or throws `malformed_answer` that names what is wrong without its content. */
export function parseAnswer<Answer>(schema: z.ZodType<Answer>, value: unknown): Answer {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join(".") ?? "";
  const message = `The tracking provider's answer is not as expected at "${place}": ${issue?.message}`;
  throw new TrackingError("malformed_answer", message);
}

/** The content of an answer. Throws where the whole request was refused. */
function contentOf(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new TrackingError("malformed_answer", "The tracking provider's answer is not JSON.");
  }
  const { code, data } = parseAnswer(envelope, parsed);
  const errors = requestErrors.safeParse(data);
  const failed = errors.success ? errors.data.errors[0] : undefined;
  const failedCode = code === 0 ? (failed?.code ?? 0) : code;
  if (failedCode === 0) return data;
  const message = `The tracking provider refused the request: ${failedCode} ${failed?.message ?? ""}`;
  throw new TrackingError(
    keyErrors.has(failedCode) || failedCode === 401 ? "invalid_key" : "unavailable",
    message.trim().slice(0, 300),
  );
}

/** Sends requests to 17TRACK, paced and with a time limit; every failure is a TrackingError. */
export function createSendRequest(access: SeventeenTrackAccess): SendRequest {
  const { apiKey, timeoutMilliseconds = defaultTimeoutMilliseconds } = access;
  const base = access.apiBase ?? providerBase;
  const send = access.fetch ?? ((request: Request) => fetch(request));
  const pace = createRequestPace(access.pauseMilliseconds ?? defaultPauseMilliseconds);
  return async (path, body, answer) => {
    await pace();
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    let text: string;
    try {
      const request = new Request(`${base}/${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "17token": apiKey, "content-type": "application/json" },
        redirect: "error",
        signal,
      });
      const response = await send(request);
      const failure = errorOfStatus(response);
      if (failure !== null) {
        await response.body?.cancel();
        throw failure;
      }
      text = await readText(response);
    } catch (error) {
      if (error instanceof TrackingError) throw error;
      const message = `The tracking provider cannot be reached: ${messageOf(error)}`;
      throw new TrackingError("unavailable", message);
    }
    return parseAnswer(answer, contentOf(text));
  };
}

/**
 * Waits until the next request may start, so that requests of this process start at least `pauseMilliseconds` apart.
 * Throws `rate_limited` at once where that would take longer than `maxWaitMilliseconds`.
 */
export function createRequestPace(
  pauseMilliseconds: number,
  maxWaitMilliseconds = 5_000,
): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const startAt = Math.max(now, nextAt);
    if (startAt - now > maxWaitMilliseconds) {
      const seconds = Math.ceil((startAt - now) / 1000);
      throw new TrackingError("rate_limited", "Too many requests wait for the provider.", seconds);
    }
    nextAt = startAt + pauseMilliseconds;
    if (startAt > now) await setTimeout(startAt - now);
  };
}
