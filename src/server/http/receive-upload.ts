// Takes uploads in: of people who are signed in alone, of each only so many at once, on the disk until it is their turn.
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
import { bodyLimits, hasBody, piecesOf, tooLarge } from "./read-body.ts";

const { mostPerAccount } = queueLimits.uploads;
const tooManyAtOnce = `At most ${mostPerAccount} images can be uploaded at once. Please wait until some have arrived.`;

/** A file without a name: whatever happens to the server, nothing of it stays. */
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
    // A full disk, most likely; the next try may find room.
    throw apiError("unavailable");
  }
}

async function fill(file: FileHandle, body: ReadableStream<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of piecesOf(body)) {
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
 * Receives the body of an upload into a file, then lets `answer` read it when it is the account's turn: each is copied
 * several times while it is read as a form and drawn as a picture. So neither slow nor many uploads fill the memory,
 * and nobody's wait behind another's. One that is broken off leaves the queue.
 *
 * Refuses before anything is read with `signed_out`, with `too_many_requests` while 20 of that account are under way on
 * this server, and with `busy` while too many of all are; with `too_large` as soon as too much is announced or has come, and with `request_aborted` where it
 * breaks off.
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
  try {
    await fill(file, request.body);
    return await place.inTurn(() => answer(withFile(request, file)), signal);
  } catch (error) {
    throw signal.aborted ? apiError("request_aborted") : error;
  }
}
