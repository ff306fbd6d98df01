import { apiError } from "#platform/contract/errors.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { AppServices, CurrentSession } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { isWarehouseThere } from "#catalogue/server/warehouses/warehouses.ts";
import { hasBody, bodyLimits, chunksOf, tooLarge } from "#platform/server/http/read-body.ts";
import { sessionOf } from "./request-context.ts";
import { type UploadOperation, rejectForms } from "./write-guard.ts";
import { sentence } from "#platform/server/translate.ts";
import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { FairQueue } from "#platform/server/limits/fair-queue.ts";
import { queueLimits, type Queues } from "#platform/server/limits/queues.ts";
import { ratesFileTooLarge } from "#catalogue/server/shipping-services/rates.ts";

function withoutBody({ method, headers: sent, signal, url }: Request): Request {
  const headers = new Headers(sent);
  for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
  return new Request(url, { method, headers, signal });
}

async function mayUpload(
  { settings }: AppServices,
  session: CurrentSession,
  { access, needsWarehouse, needsCustomerArea }: UploadOperation,
): Promise<boolean> {
  const isPermitted =
    access === "public" || access === "signedIn" || mayUse(session.person, access);
  if (needsCustomerArea && !session.person.isCustomer) return false;
  if (!isPermitted || !needsWarehouse) return isPermitted;
  return await isWarehouseThere({ session, settings });
}

/**
 * Receives the file of `upload` and calls `answer` with it. Nothing is received from somebody who is not signed in, has no
 * role for the operation or lacks the warehouse that it needs, which refuses and records the attempt without the file, or
 * has sent too many: every file counts, also one that is refused. Throws what `rejectForms` and `receiveUpload` throw, and
 * `too_many_requests` at the limit.
 */
export async function answerUpload(
  services: AppServices,
  upload: UploadOperation,
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (hasBody(request)) rejectForms(request);
  const session = await sessionOf(services, request.headers);
  if (session === null) throw apiError("signed_out");
  await countAttempt(services.db, upload.limit, session.person.id, services.now());
  if (!(await mayUpload(services, session, upload))) return await answer(withoutBody(request));
  const ofKind = upload.name === "rates.importRates" ? ratesUploads : imageUploads;
  return await receiveUpload(ofKind(services.queues), session, request, answer);
}

/** What is accepted of uploads of a kind, and the errors beyond it. */
type UploadKind = {
  readonly queue: FairQueue;
  readonly limitBytes: number;
  readonly tooLarge: () => Error;
  readonly tooManyAtOnce: ReturnType<typeof sentence>;
};

export function imageUploads({ uploads }: Pick<Queues, "uploads">): UploadKind {
  const { mostPerAccount } = queueLimits.uploads;
  return {
    queue: uploads,
    limitBytes: bodyLimits.upload,
    tooLarge: () => tooLarge(bodyLimits.upload),
    tooManyAtOnce: sentence("errors.tooManyUploads", { mostPerAccount }),
  };
}

function ratesUploads({ rateImports }: Pick<Queues, "rateImports">): UploadKind {
  const { mostPerAccount } = queueLimits.rateImports;
  return {
    queue: rateImports,
    limitBytes: bodyLimits.rates,
    tooLarge: ratesFileTooLarge,
    tooManyAtOnce: sentence("errors.tooManyRatesFiles", { mostPerAccount }),
  };
}

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

async function fill(
  file: FileHandle,
  body: ReadableStream<Uint8Array>,
  kind: UploadKind,
): Promise<void> {
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    size += chunk.byteLength;
    if (size > kind.limitBytes) throw kind.tooLarge();
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
 * and resizing an image copy the body several times, so neither slow nor many uploads may be in memory at once. An upload
 * whose client disconnects leaves the queue.
 *
 * Throws before reading: `too_many_requests` while as many uploads of the account run on this server as its
 * kind allows, and `busy` while too many run altogether. Throws `too_large` as soon as too much is announced or received, and
 * `request_aborted` when the client disconnects.
 */
export async function receiveUpload(
  kind: UploadKind,
  session: CurrentSession,
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!hasBody(request) || request.body === null) return await answer(request);
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > kind.limitBytes) throw kind.tooLarge();
  const { signal } = request;
  using place = kind.queue.enter(session.person.id, kind.tooManyAtOnce);
  await using file = await openNamelessFile();
  await fill(file, request.body, kind);
  try {
    return await place.inTurn(() => answer(withFile(request, file)), signal);
  } catch (error) {
    throw signal.aborted ? apiError("request_aborted") : error;
  }
}
