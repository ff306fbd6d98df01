import { apiError } from "#platform/contract/errors.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { AppServices, CurrentSession } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { isWarehouseThere } from "#catalogue/server/warehouses/require-warehouse.ts";
import { hasBody } from "#platform/server/http/read-body.ts";
import { imageUploads, ratesUploads, receiveUpload } from "./receive-upload.ts";
import { sessionOf } from "./request-context.ts";
import type { UploadOperation } from "./upload-operations.ts";
import { rejectForms } from "./write-guard.ts";

function withoutBody({ method, headers: sent, signal, url }: Request): Request {
  const headers = new Headers(sent);
  for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
  return new Request(url, { method, headers, signal });
}

async function mayUpload(
  { settings }: AppServices,
  session: CurrentSession,
  { access, needsWarehouse }: UploadOperation,
): Promise<boolean> {
  const isPermitted =
    access === "public" || access === "signedIn" || mayUse(session.person, access);
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
