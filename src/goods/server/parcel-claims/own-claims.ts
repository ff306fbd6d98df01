import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import { apiError } from "#platform/contract/errors.ts";
import { claimedNumberLength } from "#goods/rules/inbound-parcel.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import {
  hasOpenClaim,
  insertClaim,
  type ClaimRow,
  lockOwnClaim,
  updateClaims,
  listOwnClaimRows,
  findOwnClaim,
} from "./claim-queries.ts";
import { describeOwnClaim, describeOwnClaims } from "./read-claims.ts";
import { addFile } from "#platform/server/files/files.ts";

type Input = {
  readonly trackingNumber: string;
  readonly note: string;
};

function parseNumber(text: string): string {
  const checked = checkTrackingNumber(text, claimedNumberLength);
  if (!checked.ok) throw apiError("invalid_tracking_number", { reason: checked.reason });
  return checked.trackingNumber;
}

async function claim(context: SignedInContext, db: Db, input: Input): Promise<ClaimRow> {
  const { trackingNumber, note } = input;
  const userId = context.session.person.id;
  const now = context.now();
  await lockCustomer(db, userId);
  if (await hasOpenClaim(db, userId, trackingNumber)) throw apiError("claim_open");
  await countAttempt(db, "claimsPerAccount", userId, now);
  return await insertClaim(db, {
    userId,
    trackingNumber,
    note,
    state: "open",
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Stores that a customer says that the parcel with a number is theirs. No parcel is looked up, so that neither the answer
 * nor the time it takes depends on whether there is one.
 *
 * Throws `invalid_tracking_number`, `claim_open`, `too_many_requests` after ten in a day, and `account_closed`.
 */
export async function claimInboundParcel(
  context: SignedInContext,
  input: Input,
): Promise<ParcelClaim> {
  const trackingNumber = parseNumber(input.trackingNumber);
  const { db } = context;
  const row = await claim(context, db, { ...input, trackingNumber });
  context.log.info({ claimId: row.id }, "Inbound parcel claimed");
  return await describeOwnClaim(context, db, row);
}

/** The claim as it is now, for a repeated request. Throws `not_found`. */
export async function describeClaimAgain(
  context: SignedInContext,
  claimId: string,
): Promise<ParcelClaim> {
  const row = await findOwnClaim(context.db, context.session.person.id, claimId);
  if (row === undefined) throw apiError("not_found");
  return await describeOwnClaim(context, context.db, row);
}

/**
 * Withdraws an own open claim; one that is withdrawn already stays as it is. Throws
 * `account_closed`, `not_found`, and `claim_decided`.
 */
export async function withdrawClaim(
  context: SignedInContext,
  { claimId }: { readonly claimId: string },
): Promise<Record<string, never>> {
  const userId = context.session.person.id;
  const { db } = context;
  await lockCustomer(db, userId);
  const claim = await lockOwnClaim(db, userId, claimId);
  if (claim === undefined) throw apiError("not_found");
  if (claim.state === "withdrawn") {
    context.unchanged();
    return {};
  }
  if (claim.state !== "open") throw apiError("claim_decided");
  await updateClaims(db, [claimId], { state: "withdrawn", updatedAt: context.now() });
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

/**
 * Adds a proof to an own open claim: an image, drawn again without metadata, or a PDF. Throws `not_found`, `claim_decided`,
 * `account_closed`, and what `addFile` throws.
 */
export async function addClaimFile(
  context: SignedInContext,
  { claimId, ...upload }: ClaimFileInput,
): Promise<ParcelClaim> {
  const { db, session } = context;
  const userId = session.person.id;
  const target = { ownerKind: "parcel_claim", ownerId: claimId, kind: "proof" } as const;
  await addFile(
    context,
    { ...upload, ...target, name: "proof" },
    {
      lock: async (inner) => {
        await lockCustomer(inner, userId);
        const locked = await lockOwnClaim(inner, userId, claimId);
        if (locked === undefined) throw apiError("not_found");
        return locked;
      },
      check: ({ state }) => {
        if (state !== "open") throw apiError("claim_decided");
      },
      record: async (_inner, { id: fileId }) => {
        context.log.info({ claimId, fileId }, "Proof of a claim added");
      },
    },
  );
  const row = await findOwnClaim(db, userId, claimId);
  if (row === undefined) throw apiError("not_found");
  return await describeOwnClaim(context, db, row);
}
