// Takes uploads in: of people who are signed in alone, of each only so many at once, beside the memory until it is their turn.
import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { refusal } from "#contract/problems.ts";
import type { CurrentSession } from "#server/context.ts";
import { bodyLimits, hasBody, piecesOf, tooLarge } from "./read-body.ts";

/** Twice as many as a package may have images. */
const mostAtOnce = 20;

const underWay = new Map<string, number>();

function take(userId: string): () => void {
  const count = underWay.get(userId) ?? 0;
  if (count >= mostAtOnce) {
    throw refusal(
      "too_many_requests",
      { mostAtOnce },
      `At most ${mostAtOnce} images can be uploaded at once. Please wait until some have arrived.`,
    );
  }
  underWay.set(userId, count + 1);
  return () => {
    const left = (underWay.get(userId) ?? 0) - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  };
}

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
    throw refusal("unavailable");
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

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` when all that was here before it is done. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return await turn;
}

function withFile({ method, headers, signal, url }: Request, file: FileHandle): Request {
  const bytes = Readable.toWeb(file.createReadStream({ start: 0, autoClose: false }));
  const body = bytes as NodeStream<Uint8Array> as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Request(url, { method, headers, signal, body, duplex: "half" });
}

/**
 * Receives the body of an upload into a file, then lets `answer` read it: one upload at a time, since each is copied
 * several times while it is read as a form and drawn as a picture. So neither slow nor many uploads fill the memory.
 *
 * Refuses before anything is read with `signed_out`, and with `too_many_requests` while 20 of that account are under
 * way on this server; with `too_large` as soon as too much is announced or has come; with `request_aborted` where it breaks off.
 */
export async function receiveUpload(
  session: CurrentSession | null,
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (session === null) throw refusal("signed_out");
  if (!hasBody(request) || request.body === null) return await answer(request);
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > bodyLimits.upload) throw tooLarge(bodyLimits.upload);
  const release = take(session.person.id);
  try {
    await using file = await openNamelessFile();
    await fill(file, request.body);
    return await inTurn(() => answer(withFile(request, file)));
  } finally {
    release();
  }
}
