import { sentence } from "#server/translate.ts";
import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { apiError } from "#contract/errors.ts";
import type { CurrentSession } from "#server/context.ts";
import type { FairQueue } from "#server/limits/fair-queue.ts";
import { queueLimits } from "#server/limits/queues.ts";
import { bodyLimits, hasBody, chunksOf, tooLarge } from "./read-body.ts";

const { mostPerAccount } = queueLimits.uploads;
const tooManyAtOnce = sentence("errors.tooManyUploads", { mostPerAccount });

/** A file that is unlinked at once, so that nothing remains after a crash. */
async function openNamelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

async function write(file: FileHandle, chunk: Uint8Array): Promise<void> {
  try {
    await file.writev([chunk]);
  } catch {
    // Most likely a full disk; a retry may succeed.
    throw apiError("unavailable");
  }
}

async function fill(file: FileHandle, body: ReadableStream<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    size += chunk.byteLength;
    if (size > bodyLimits.upload) throw tooLarge(bodyLimits.upload);
    await write(file, chunk);
  }
}

function withFile({ method, headers, signal, url }: Request, file: FileHandle): Request {
  const bytes = Readable.toWeb(file.createReadStream({ start: 0, autoClose: false }));
  const body = bytes as NodeStream<Uint8Array> as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Request(url, { method, headers, signal, body, duplex: "half" });
}

/**
 * Receives the body of an upload into a file, then calls `answer` with it in the account's turn of the queue. Parsing the form
 * and resizing the image copy the body several times, so neither slow nor many uploads may be in memory at once. An upload
 * whose client disconnects leaves the queue.
 *
 * Throws before reading: `signed_out`, `too_many_requests` while 20 uploads of the account run on this server, and `busy`
 * while too many run altogether. Throws `too_large` as soon as too much is announced or received, and `request_aborted` when
 * the client disconnects.
 */
export async function receiveUpload(
  uploads: FairQueue,
  session: CurrentSession | null,
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (session === null) throw apiError("signed_out");
  if (!hasBody(request) || request.body === null) return await answer(request);
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > bodyLimits.upload) throw tooLarge(bodyLimits.upload);
  const { signal } = request;
  using place = uploads.enter(session.person.id, tooManyAtOnce);
  await using file = await openNamelessFile();
  await fill(file, request.body);
  try {
    return await place.inTurn(() => answer(withFile(request, file)), signal);
  } catch (error) {
    throw signal.aborted ? apiError("request_aborted") : error;
  }
}
