// Takes a request's body into memory, up to a limit, so that nobody can fill the server with one.
import { apiError } from "#contract/errors.ts";

/** Bytes: for JSON, and for an image of 10 MB with the frame of its form around it. */
export const bodyLimits = { json: 1_048_576, upload: 11 * 1_048_576 } as const;

/** The refusal of a body of more than `limitBytes`, naming the limit. */
export function tooLarge(limitBytes: number): Error {
  const megabytes = Math.round(limitBytes / 1_048_576);
  return apiError("too_large", { limitBytes }, `What you sent is larger than ${megabytes} MB.`);
}

/** Whether `request` brings a body, told by its headers where it came over the wire. */
export function hasBody(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const { headers } = request;
  const length = headers.get("content-length");
  if (length !== null) return length !== "0";
  return headers.has("transfer-encoding") || request.body !== null;
}

/** The pieces of a body as they come. Throws the refusal `request_aborted` where its sender leaves: no failure of ours. */
export async function* piecesOf(
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
    // Whoever wants no more of it tells its sender to stop.
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of piecesOf(body)) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

/**
 * The whole body of `request`, or null when it has none. Throws the refusal `too_large` as soon as more than
 * `limitBytes` are announced or have come, without reading on, and `request_aborted` where it breaks off.
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
  // The connection lets through no more than was announced, and taking it whole spares a stream.
  const buffer = await request.arrayBuffer().catch(() => {
    throw apiError("request_aborted");
  });
  const bytes = new Uint8Array(buffer);
  if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes);
  return bytes;
}

/** The same request with `body` in place of its own, which may have been read by now. */
export function withBody(request: Request, body: Uint8Array<ArrayBuffer> | null): Request {
  const { method, headers, signal, url } = request;
  return new Request(url, { method, headers, signal, body: body?.byteLength ? body : null });
}

/**
 * The same as far as an operation with JSON reads it: address, headers, signal and text. It spares what a whole
 * request costs, a tenth of a short answer's time. Other types of body need `withBody`.
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
