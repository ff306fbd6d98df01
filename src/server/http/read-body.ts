// Takes a request's body into memory, up to a limit, so that nobody can fill the server with one.
import { refusal } from "#contract/problems.ts";

/** Bytes: for JSON, and for an image of 10 MB with the frame of its form around it. */
export const bodyLimits = { json: 1_048_576, upload: 11 * 1_048_576 } as const;

function tooLarge(limitBytes: number): Error {
  const megabytes = Math.round(limitBytes / 1_048_576);
  return refusal("too_large", { limitBytes }, `What you sent is larger than ${megabytes} MB.`);
}

/**
 * The whole body of `request`, or null when it has none. Throws the refusal `too_large` as soon as more than
 * `limitBytes` are announced or have come, without reading on.
 */
export async function readBody(
  request: Request,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return null;
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

/** The same request with `body` in place of its own, which may have been read by now. */
export function withBody(request: Request, body: Uint8Array<ArrayBuffer> | null): Request {
  const { method, headers, signal, url } = request;
  return new Request(url, { method, headers, signal, body: body?.byteLength ? body : null });
}
