import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";

/** Bytes: for JSON, and for an image of 10 MB and a file of rates of 20 MB with their multipart forms. */
export const bodyLimits = {
  json: 1_048_576,
  upload: 11 * 1_048_576,
  rates: 21 * 1_048_576,
} as const;

/** The error for a body of more than `limitBytes`. */
export function tooLarge(limitBytes: number): Error {
  const megabytes = Math.round(limitBytes / 1_048_576);
  return apiError("too_large", { limitBytes }, sentence("errors.bodyTooLarge", { megabytes }));
}

/** Whether `request` has a body, by its headers when it came over a connection. */
export function hasBody(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const { headers } = request;
  const length = headers.get("content-length");
  if (length !== null) return length !== "0";
  return headers.has("transfer-encoding") || request.body !== null;
}

/** The chunks of a body as they arrive. Throws `request_aborted` when the client disconnects. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  let isDone = false;
  try {
    for (;;) {
      const read = await reader.read().catch(() => {
        isDone = true;
        throw apiError("request_aborted");
      });
      isDone = read.done;
      if (read.done) return;
      yield read.value;
    }
  } finally {
    // A consumer that stops early must stop the sender.
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

/**
 * The whole body of `request`, or null when it has none. Throws `too_large` as soon as more than `limitBytes` are announced
 * or received, without reading on, and `request_aborted` when the client disconnects.
 */
export async function readBody(
  request: Request,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!hasBody(request)) return null;
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > limitBytes) throw tooLarge(limitBytes);
  if (announced === null || limitBytes > bodyLimits.json) {
    return request.body === null ? null : await readStream(request.body, limitBytes);
  }
  // Node reads no more than was announced; reading it at once is faster than a stream.
  const buffer = await request.arrayBuffer().catch(() => {
    throw apiError("request_aborted");
  });
  const bytes = new Uint8Array(buffer);
  if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes);
  return bytes;
}

/** The request with `body` in place of its own, which may have been read. */
export function withBody(request: Request, body: Uint8Array<ArrayBuffer> | null): Request {
  const { method, headers, signal, url } = request;
  return new Request(url, { method, headers, signal, body: body?.byteLength ? body : null });
}

/**
 * The request as far as an operation with a JSON body reads it: url, headers, signal and text. Creating a whole Request would
 * take a tenth of a short response's time. Other types of body need `withBody`.
 */
export function withJsonBody(request: Request, body: Uint8Array<ArrayBuffer> | null): Request {
  const { method, headers, url } = request;
  const text = () => Promise.resolve(body === null ? "" : Buffer.from(body.buffer).toString());
  const read = {
    method,
    headers,
    url,
    get signal() {
      return request.signal;
    },
    text,
  };
  return read as unknown as Request;
}
