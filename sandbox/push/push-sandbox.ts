/** The push sandbox: a push service (RFC 8030) with devices of its own, whose messages it decrypts and shows. */
import { Hono, type Context } from "hono";
import { pageHeaders, renderPage } from "./page.ts";
import { openPushStore, type PushStore, type ReceivedMessage } from "./push-store.ts";
import { decryptMessage, faultOfSignature } from "./read-message.ts";

/** As a browser gives it to the page that subscribes. */
export type SandboxSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

export type PushSandbox = {
  /**
   * Takes messages at the endpoints of devices. Also serves the page at `{publicUrl}`, the messages at
   * `{publicUrl}.json`, and POST of JSON to `/devices` (`applicationServerKey`) and `/answer` (`status`, and `endpoint`
   * for one device).
   */
  fetch(request: Request): Promise<Response>;
  /** A new device, whose messages only the server with this key may send. */
  subscribe(applicationServerKey: string): SandboxSubscription;
  /** What a device was sent, or all, newest first. */
  messages(endpoint?: string): readonly ReceivedMessage[];
  /** What messages are answered from now on, for a device or all; null: as a push service that works. */
  answer(status: number | null, endpoint?: string): void;
  close(): void;
};

type Options = {
  readonly dataFile: string;
  /** Absolute address under which `fetch` is served, such as `http://localhost:3000/sandbox/push`. */
  readonly publicUrl: string;
  readonly now: () => Date;
};

const mostMessages = 5_000;
const shownMessages = 100;
const contentLimit = 4_096;
/** For answers that ask to be called later. */
const retryAfterSeconds = 120;

function faultyAnswer(status: number, elsewhere: string): Response {
  const headers = new Headers();
  if (status === 429 || status === 503) headers.set("retry-after", String(retryAfterSeconds));
  if (status >= 300 && status < 400) headers.set("location", elsewhere);
  return new Response(null, { status, headers });
}

/** Takes a message for a device, as a push service does, and stores it decrypted. */
async function receive(
  c: Context,
  store: PushStore,
  { publicUrl, now }: Omit<Options, "dataFile">,
): Promise<Response> {
  const deviceId = c.req.param("id") ?? "";
  const device = store.findDevice(deviceId);
  if (device === undefined) return c.text("Unknown subscription", 404);
  const status = store.answerOfAll() ?? device.answer;
  if (status !== null) return faultyAnswer(status, `${publicUrl}/devices/elsewhere`);
  const fault = faultOfSignature(c.req.header("authorization") ?? null, {
    serverKey: device.serverKey,
    origin: new URL(publicUrl).origin,
    // Tokens have real times, also where a test has set the clock.
    now: new Date(),
  });
  if (fault !== null) return c.text(fault, 403);
  const ttlSeconds = Number(c.req.header("ttl") ?? "none");
  if (!Number.isInteger(ttlSeconds)) return c.text("The header TTL is missing", 400);
  if (c.req.header("content-encoding") !== "aes128gcm") return c.text("Unknown encoding", 400);
  const content = Buffer.from(await c.req.arrayBuffer());
  if (content.length > contentLimit) return c.text("Too large", 413);
  store.addMessage({
    deviceId,
    text: decryptMessage(device, content),
    topic: c.req.header("topic") ?? null,
    urgency: c.req.header("urgency") ?? "normal",
    ttlSeconds,
    receivedAt: now().toISOString(),
  });
  return c.body(null, 201);
}

/** What tests and the routes for them use. */
function controlsOf(store: PushStore, publicUrl: string) {
  const idOf = (endpoint: string) => endpoint.slice(endpoint.lastIndexOf("/") + 1);
  return {
    subscribe(applicationServerKey: string): SandboxSubscription {
      const { id, publicKey, authSecret } = store.addDevice(applicationServerKey);
      const keys = {
        p256dh: publicKey.toString("base64url"),
        auth: authSecret.toString("base64url"),
      };
      return { endpoint: `${publicUrl}/devices/${id}`, keys };
    },
    messages(endpoint?: string): readonly ReceivedMessage[] {
      const deviceId = endpoint === undefined ? undefined : idOf(endpoint);
      return store.listMessages({ deviceId, limit: mostMessages });
    },
    answer(status: number | null, endpoint?: string): void {
      if (endpoint === undefined) store.setAnswerOfAll(status);
      else store.setAnswer(idOf(endpoint), status);
    },
  };
}

/** Opens the sandbox. Throws when the file cannot be opened. */
export function createPushSandbox({ dataFile, publicUrl, now }: Options): PushSandbox {
  const prefix = new URL(publicUrl).pathname;
  const store = openPushStore(dataFile);
  const controls = controlsOf(store, publicUrl);
  const app = new Hono();
  const noStore = { "cache-control": "no-store" };
  app.get(prefix, (c) =>
    c.html(renderPage(store.listMessages({ limit: shownMessages })), 200, pageHeaders),
  );
  app.get(`${prefix}.json`, (c) =>
    c.json(controls.messages(c.req.query("endpoint")), 200, noStore),
  );
  app.post(`${prefix}/devices`, async (c) => {
    const { applicationServerKey } = await c.req.json<{ applicationServerKey: string }>();
    return c.json(controls.subscribe(applicationServerKey), 201, noStore);
  });
  app.post(`${prefix}/answer`, async (c) => {
    const asked = await c.req.json<{ status: number | null; endpoint?: string }>();
    controls.answer(asked.status, asked.endpoint);
    return c.body(null, 204);
  });
  app.post(`${prefix}/devices/:id`, async (c) => await receive(c, store, { publicUrl, now }));
  app.onError((error, c) => c.text(error.message, 400));
  return { fetch: async (request) => await app.fetch(request), ...controls, close: store.close };
}
