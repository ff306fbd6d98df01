// Proofs of what is in a parcel: its customer sends files, and staff say whether they are enough.
import { randomUUID } from "node:crypto";
import { flagsOfContents } from "#catalogue/rules/goods-rule.ts";
import type { GoodsProof, OwnGoodsProof } from "#goods/contract/goods-proof-fields.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { lockOwnParcel } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { lockWithOwner } from "#goods/server/receiving/lock-received.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { addFile, listFiles } from "#platform/server/files/files.ts";
import "#goods/server/announcements.ts";
import "#goods/server/file-kinds.ts";
import {
  findContents,
  findProof,
  listProofs,
  updateProof,
  upsertProof,
  type ProofRow,
} from "./proof-queries.ts";
import { readOwnProof, readProof } from "./read-proofs.ts";

function mayProve(state: InboundParcelState): boolean {
  return state === "expected" || state === "received" || state === "packed";
}

/**
 * Adds a file to the proof of what is in an own parcel that has not left: an image, drawn again without metadata, or a PDF. Staff
 * look at it again. Throws `not_found`, `account_closed`, `inbound_parcel_not_free`, `conflict` where another device sent the
 * first file at the same moment, and what `addFile` throws.
 */
export async function addProof(
  context: SignedInContext,
  {
    inboundParcelId,
    ...upload
  }: { readonly inboundParcelId: string; readonly file: File; readonly idempotencyKey: string },
): Promise<OwnGoodsProof> {
  const { db, session } = context;
  const userId = session.person.id;
  const known = (await listProofs(db, [inboundParcelId])).get(inboundParcelId);
  const ownerId = known?.userId === userId ? known.id : randomUUID();
  const target = { ownerKind: "goods_proof", ownerId, kind: "proof" } as const;
  await addFile(
    context,
    { ...upload, ...target, name: "proof" },
    {
      lock: (inner) => lockOwnParcel(context, inner, inboundParcelId),
      check: ({ state }) => {
        if (!mayProve(state)) throw apiError("inbound_parcel_not_free");
      },
      record: async (inner, { id: fileId }) => {
        const sent = { id: ownerId, inboundParcelId, userId, sentAt: context.now() };
        if ((await upsertProof(inner, sent)) !== ownerId) throw apiError("conflict");
        context.log.info({ inboundParcelId, fileId }, "Proof of goods added");
      },
    },
  );
  return await readOwnProof(context, db, inboundParcelId);
}

type Decided = { readonly inboundParcelId: string; readonly fileId: string };

/** Throws `not_found`, `own_account`, and `conflict` where other files were sent after the one that was looked at. */
async function lockProof(
  context: SignedInContext,
  { inboundParcelId, fileId }: Decided,
): Promise<ProofRow> {
  const { db } = context;
  await lockWithOwner(context, db, inboundParcelId);
  const proof = await findProof(db, inboundParcelId);
  if (proof === undefined) throw apiError("not_found");
  const files = await listFiles(db, "goods_proof", [proof.id]);
  if (!files.some(({ id }) => id === fileId)) throw apiError("not_found");
  if (files.at(-1)?.id !== fileId) throw apiError("conflict");
  return proof;
}

async function decide(
  context: SignedInContext,
  proof: ProofRow,
  decided: Pick<ProofRow, "state" | "seenFlags" | "reason">,
): Promise<void> {
  const { db } = context;
  const { id, inboundParcelId, userId } = proof;
  const { state, reason } = decided;
  const decidedAt = context.now();
  const decidedBy = context.session.person.id;
  await updateProof(db, id, { ...decided, decidedBy, decidedAt });
  await insertNotifications(context, db, [
    {
      userId,
      kind: "parcel_proof",
      subjectId: inboundParcelId,
      dedupeKey: `${id} ${state} ${decidedAt.toISOString()}`,
      payload: { variant: state },
    },
  ]);
  await context.listeners.goodsRecorded(context, db, inboundParcelId);
  await context.audit({
    before: { state: proof.state, seenFlags: proof.seenFlags },
    after: { state, seenFlags: decided.seenFlags },
    ...(reason === "" ? {} : { reason }),
  });
  context.log.info({ inboundParcelId, state }, "Proof of goods decided");
}

/**
 * Says that the proof of what is in a parcel was seen: services that ask for one take what is known to be in it now. `fileId` is
 * the newest of its files. Throws `not_found`, `own_account` and `conflict`.
 */
export async function acceptProof(
  context: SignedInContext,
  input: Decided,
): Promise<{ proof: GoodsProof | null }> {
  const { db } = context;
  const proof = await lockProof(context, input);
  const seenFlags = flagsOfContents(await findContents(db, input.inboundParcelId));
  const isSame = seenFlags.toSorted().join() === proof.seenFlags.toSorted().join();
  if (proof.state === "seen" && isSame) context.unchanged();
  else await decide(context, proof, { state: "seen", seenFlags: [...seenFlags], reason: "" });
  return { proof: await readProof(context, db, input.inboundParcelId) };
}

/**
 * Says that the proof of what is in a parcel is not enough, with a reason that its customer reads. What an earlier decision opened
 * closes. Throws what `acceptProof` throws.
 */
export async function refuseProof(
  context: SignedInContext,
  { reason, ...input }: Decided & { readonly reason: string },
): Promise<{ proof: GoodsProof | null }> {
  const proof = await lockProof(context, input);
  if (proof.state === "not_enough" && proof.reason === reason) context.unchanged();
  else await decide(context, proof, { state: "not_enough", seenFlags: [], reason });
  return { proof: await readProof(context, context.db, input.inboundParcelId) };
}
