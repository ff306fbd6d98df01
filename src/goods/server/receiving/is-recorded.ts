import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findRecordByKey, lockReceiving } from "./receiving-queries.ts";

/** Whether this request was recorded before; waits for one that runs now. Throws `idempotency_key_reused`. */
export async function isRecorded(
  db: Db,
  request: { readonly idempotencyKey: string; readonly requestHash: Buffer },
): Promise<boolean> {
  await lockReceiving(db, [request.idempotencyKey]);
  const earlier = await findRecordByKey(db, request.idempotencyKey);
  if (earlier === undefined) return false;
  if (!earlier.requestHash.equals(request.requestHash)) throw apiError("idempotency_key_reused");
  return true;
}
