import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import { apiError } from "#platform/contract/errors.ts";
import { parcelClaimLimits } from "#goods/rules/parcel-claim.ts";
import { isSupported } from "#platform/server/adapters/files/draw-image.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { newClaimFileKey } from "#platform/server/packages/files/file-keys.ts";
import { readUploadedImage, storeFiles } from "#platform/server/packages/files/store-image.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import {
  countClaimFiles,
  findClaimFileByKey,
  insertClaimFile,
  type ClaimFileRow,
} from "./claim-file-queries.ts";
import { findOwnClaim, lockOwnClaim, type ClaimRow } from "./claim-queries.ts";
import { describeOwnClaim } from "./describe-claims.ts";

type ClaimFileInput = {
  readonly claimId: string;
  readonly file: File;
  readonly idempotencyKey: string;
};

/** What is stored of a proof. */
type Proof = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly extension: string;
};

/** How every PDF begins. */
const pdfSignature = Buffer.from("%PDF-");

function isPdf(bytes: Uint8Array): boolean {
  return pdfSignature.equals(bytes.subarray(0, pdfSignature.length));
}

/**
 * An image drawn again, or a PDF as it is, judged by its content. Throws `invalid_claim_file` for anything else,
 * `too_large`, `too_many_pixels`, and `invalid_image` with the reason.
 */
async function readProof(context: SignedInContext, file: File): Promise<Proof> {
  if (file.size > parcelClaimLimits.fileBytes) throw apiError("too_large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isPdf(bytes)) return { bytes, contentType: "application/pdf", extension: "pdf" };
  if (!isSupported(bytes)) throw apiError("invalid_claim_file");
  return (await readUploadedImage(context, file)).image;
}

/** The proof that this request added before. Throws `idempotency_key_reused` where the key belongs to another one. */
async function findAdded(db: Db, input: ClaimFileInput): Promise<ClaimFileRow | undefined> {
  const row = await findClaimFileByKey(db, input.idempotencyKey);
  if (row !== undefined && row.claimId !== input.claimId) throw apiError("idempotency_key_reused");
  return row;
}

async function requireCapacity(db: Db, claim: ClaimRow): Promise<void> {
  if (claim.state !== "open") throw apiError("claim_decided");
  if ((await countClaimFiles(db, claim.id)) >= parcelClaimLimits.files) {
    throw apiError("too_many_claim_files");
  }
}

/** Whether this request stored the proof, and not the same request that ran at the same time. */
async function save(
  context: SignedInContext,
  db: Db,
  input: ClaimFileInput,
  { key, proof }: { readonly key: string; readonly proof: Proof },
): Promise<boolean> {
  const { claimId, idempotencyKey } = input;
  const userId = context.session.person.id;
  await lockCustomer(db, userId);
  const claim = await lockOwnClaim(db, userId, claimId);
  if (claim === undefined) throw apiError("not_found");
  if ((await findAdded(db, input)) !== undefined) return false;
  await requireCapacity(db, claim);
  await insertClaimFile(db, {
    claimId,
    fileUrl: key,
    fileSize: proof.bytes.byteLength,
    contentType: proof.contentType,
    idempotencyKey,
    createdAt: context.now(),
  });
  return true;
}

async function addNew(context: SignedInContext, input: ClaimFileInput): Promise<void> {
  const proof = await readProof(context, input.file);
  const { bytes, contentType, extension } = proof;
  const key = newClaimFileKey(input.claimId, extension, context.now());
  const isNew = await storeFiles(context, [{ key, bytes, contentType }], () =>
    atomically(context.db, (db) => save(context, db, input, { key, proof })),
  );
  // What fails is removed by a job later.
  if (!isNew) await Promise.allSettled([context.files.remove(key)]);
}

/**
 * Adds a proof to an own open claim: an image, drawn again without metadata, or a PDF. A failure leaves neither row nor
 * file; a repeat with the same key stores nothing. Throws `not_found`,
 * `claim_decided`, `too_many_claim_files` at three, `invalid_claim_file`, `invalid_image` with the reason, `too_large`,
 * `too_many_pixels`, `account_closed`, and `idempotency_key_reused`.
 */
export async function addClaimFile(
  context: SignedInContext,
  input: ClaimFileInput,
): Promise<ParcelClaim> {
  const { db, session } = context;
  const { claimId } = input;
  const userId = session.person.id;
  const claim = await findOwnClaim(db, userId, claimId);
  if (claim === undefined) throw apiError("not_found");
  if ((await findAdded(db, input)) === undefined) {
    await requireCapacity(db, claim);
    await addNew(context, input);
    context.log.info({ claimId }, "Proof of a claim added");
  }
  return await describeOwnClaim(context, db, claim);
}
