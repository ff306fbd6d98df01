import { createHash } from "node:crypto";
import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import { apiError } from "#platform/contract/errors.ts";
import { claimedNumberLength, parcelClaimLimits } from "#goods/rules/inbound-parcel.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { countParcelChange } from "#goods/server/inbound-parcels/record-parcel-events.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import {
  findClaimByKey,
  hasOpenClaim,
  insertClaim,
  type ClaimRow,
  lockOwnClaim,
  updateClaims,
  listOwnClaimRows,
  findOwnClaim,
  countClaimFiles,
  findClaimFileByKey,
  insertClaimFile,
  type ClaimFileRow,
  findClaimFile,
  listReferencedKeys,
} from "./claim-queries.ts";
import { describeOwnClaim, describeOwnClaims } from "./read-claims.ts";
import { isSupported } from "#platform/server/adapters/files/draw-image.ts";
import {
  newClaimFileKey,
  readUploadedImage,
  storeFiles,
  type Stored,
} from "#platform/server/packages/files/stored-files.ts";
import type { Person } from "#platform/contract/session.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";

type Input = {
  readonly trackingNumber: string;
  readonly note: string;
  readonly idempotencyKey: string;
};

function parseNumber(text: string): string {
  const checked = checkTrackingNumber(text, claimedNumberLength);
  if (!checked.ok) throw apiError("invalid_tracking_number", { reason: checked.reason });
  return checked.trackingNumber;
}

async function claim(context: SignedInContext, db: Db, input: Input): Promise<ClaimRow> {
  const { trackingNumber, note, idempotencyKey } = input;
  const userId = context.session.person.id;
  const now = context.now();
  const requestHash = createHash("sha256")
    .update(JSON.stringify([trackingNumber, note]))
    .digest();
  await lockCustomer(db, userId);
  const earlier = await findClaimByKey(db, idempotencyKey);
  if (earlier !== undefined) {
    const isSame = earlier.userId === userId && earlier.requestHash.equals(requestHash);
    if (!isSame) throw apiError("idempotency_key_reused");
    return earlier;
  }
  if (await hasOpenClaim(db, userId, trackingNumber)) throw apiError("claim_open");
  await countAttempt(db, "claimsPerAccount", userId, now);
  return await insertClaim(db, {
    userId,
    trackingNumber,
    note,
    state: "open",
    idempotencyKey,
    requestHash,
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Stores that a customer says that the parcel with a number is theirs. No parcel is looked up, so that neither the answer
 * nor the time it takes depends on whether there is one. A repeat with the same key returns the claim as it is.
 *
 * Throws `invalid_tracking_number`, `claim_open`, `too_many_requests` after ten in a day, `account_closed`, and
 * `idempotency_key_reused`.
 */
export async function claimInboundParcel(
  context: SignedInContext,
  input: Input,
): Promise<ParcelClaim> {
  const trackingNumber = parseNumber(input.trackingNumber);
  await countParcelChange(context);
  return await atomically(context.db, async (db) => {
    const row = await claim(context, db, { ...input, trackingNumber });
    context.log.info({ claimId: row.id }, "Inbound parcel claimed");
    return await describeOwnClaim(context, db, row);
  });
}

/**
 * Withdraws an own open claim; one that is withdrawn already stays as it is. Throws `too_many_requests`,
 * `account_closed`, `not_found`, and `claim_decided`.
 */
export async function withdrawClaim(
  context: SignedInContext,
  { claimId }: { readonly claimId: string },
): Promise<Record<string, never>> {
  await countParcelChange(context);
  const userId = context.session.person.id;
  await atomically(context.db, async (db) => {
    await lockCustomer(db, userId);
    const claim = await lockOwnClaim(db, userId, claimId);
    if (claim === undefined) throw apiError("not_found");
    if (claim.state === "withdrawn") return;
    if (claim.state !== "open") throw apiError("claim_decided");
    await updateClaims(db, [claimId], { state: "withdrawn", updatedAt: context.now() });
  });
  context.log.info({ claimId }, "Claim withdrawn");
  return {};
}

const mostListed = 100;

/** The own claims, the newest first, at most 100. */
export async function listOwnClaims(context: SignedInContext): Promise<{ items: ParcelClaim[] }> {
  const { db, session } = context;
  const rows = await listOwnClaimRows(db, session.person.id, mostListed);
  return { items: await describeOwnClaims(context, db, rows) };
}

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

/** Where a proof is stored, for its customer and for staff who decide claims; null for everybody else. */
export async function findStoredClaimFile(
  db: Db,
  fileId: string,
  person: Person,
): Promise<Stored | undefined> {
  const file = await findClaimFile(db, fileId);
  if (file === undefined) return undefined;
  if (file.userId !== person.id && !mayUse(person, roleAccess.parcelClaims)) return undefined;
  const { fileUrl: key, contentType } = file;
  return { key, name: `proof.${key.split(".").at(-1) ?? ""}`, contentType };
}

/** Those of `keys` of the file store that belong to a proof. */
export async function listClaimFileKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return await listReferencedKeys(db, keys);
}
