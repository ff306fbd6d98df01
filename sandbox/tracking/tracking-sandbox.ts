/** The tracking sandbox: a local replacement for 17TRACK with stories of consignments, a clock and faults. */
import { Hono } from "hono";
import { createApi, type RouteOfTag } from "./api.ts";
import { createControls } from "./controls.ts";
import { settleDue } from "./numbers.ts";
import { createPushDelivery } from "./pushes.ts";
import { openDatabase, type SandboxState } from "./sandbox-state.ts";

export type TrackingSandboxOptions = {
  /** The SQLite file; created when missing. Several processes may share it. */
  readonly dataFile: string;
  /** Absolute address under which `fetch` is served, such as `http://localhost:3000/sandbox/tracking`. */
  readonly publicUrl: string;
  /** Allows requests, and signs the pushes. */
  readonly apiKey: string;
  /** Receives the pushes. */
  readonly webhookUrl: string;
  /** Real time. */
  readonly now?: () => Date;
  /** Sends a push; over the network by default. */
  readonly deliver?: (request: Request) => Promise<Response>;
  /** How long to wait after each failed attempt of a push. */
  readonly retryMilliseconds?: readonly number[];
  /** Where what is registered under a tag comes from and goes to; by default as its number says. */
  readonly routeOfTag?: RouteOfTag;
  /** Receives errors of the sandbox itself. */
  readonly log?: (message: string, error: unknown) => void;
};

export type TrackingSandbox = {
  /**
   * Answers the API under `{publicUrl}/track/v2.4/`, the page at `{publicUrl}`, and POST of JSON to
   * `{publicUrl}/stories`, `/clock`, `/events`, `/faults`, `/quota` and `/pushes`.
   */
  fetch(request: Request): Promise<Response>;
  /** Starts the clock's work and the pushes. */
  start(): void;
  /** Ends pushes and closes the file; requests are answered 503 from then on. */
  close(): Promise<void>;
};

const usualRetries = [2_000, 10_000, 60_000, 600_000, 1_800_000, 3_600_000];

/** Takes `prefix` off the path of a request, whether or not an outer router has done so already. */
function withoutPrefix(request: Request, prefix: string): Request {
  const url = new URL(request.url);
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return request;
  url.pathname = url.pathname.slice(prefix.length) || "/";
  return new Request(url, request);
}

/** Opens the sandbox; it pushes nothing before `start`. Throws when the file cannot be opened. */
export function createTrackingSandbox(options: TrackingSandboxOptions): TrackingSandbox {
  const { apiKey, webhookUrl } = options;
  const prefix = new URL(options.publicUrl).pathname.replace(/\/+$/, "");
  const log = options.log ?? ((message, error) => console.error(message, error));
  const database = openDatabase(options.dataFile);
  const state: SandboxState = { database, wallNow: options.now ?? (() => new Date()) };
  const delivery = createPushDelivery({
    state,
    webhookUrl,
    apiKey,
    deliver: options.deliver ?? ((request) => fetch(request)),
    retryMilliseconds: options.retryMilliseconds ?? usualRetries,
    tick: () => settleDue(state),
    log,
  });
  const app = new Hono();
  app.route("/", createApi(state, apiKey, options.routeOfTag ?? (async () => null)));
  app.route("/", createControls(state, prefix));
  let isClosed = false;
  const closed = () => new Response("The tracking sandbox is closed.", { status: 503 });
  app.onError((error) => {
    // It was closed while the request was under way.
    if (isClosed) return closed();
    log("The tracking sandbox failed", error);
    return new Response("The tracking sandbox failed.", { status: 500 });
  });
  return {
    async fetch(request) {
      if (isClosed) return closed();
      settleDue(state);
      const response = await app.fetch(withoutPrefix(request, prefix));
      delivery.wake();
      return response;
    },
    start: delivery.start,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await delivery.stop();
      database.close();
    },
  };
}
