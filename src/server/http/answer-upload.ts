import { roleAccess } from "#core/role-access.ts";
import { hasStaffAccess } from "#core/staff-role.ts";
import type { AppServices } from "#server/context.ts";
import { hasBody } from "./read-body.ts";
import { imageUploads, ratesUploads, receiveUpload } from "./receive-upload.ts";
import { sessionOf } from "./request-context.ts";
import { isRatesUpload, rejectForms } from "./write-guard.ts";

function withoutBody({ method, headers: sent, signal, url }: Request): Request {
  const headers = new Headers(sent);
  for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
  return new Request(url, { method, headers, signal });
}

/**
 * Receives an upload and calls `answer` with it. A file of rates is larger than others, and not received from somebody who
 * may not import it: the operation refuses and records the attempt without it. Throws what `rejectForms` and `receiveUpload`
 * throw.
 */
export async function answerUpload(
  services: AppServices,
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (hasBody(request)) rejectForms(request);
  const session = await sessionOf(services, request.headers);
  if (!isRatesUpload(new URL(request.url).pathname)) {
    return await receiveUpload(imageUploads(services.queues), session, request, answer);
  }
  if (session !== null && !hasStaffAccess(session.person, roleAccess.services)) {
    return await answer(withoutBody(request));
  }
  return await receiveUpload(ratesUploads(services.queues), session, request, answer);
}
