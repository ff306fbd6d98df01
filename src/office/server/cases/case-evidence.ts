// What was joined to a case when it was opened, as both sides see it.
import type { CaseEvidenceShown } from "#office/contract/case-fields.ts";
import { isOfBox, type CaseEvidence } from "#office/rules/case-evidence.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { hasStaffAccess } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { fileUrl } from "#platform/server/files/serve-file.ts";
import { listEvidenceFiles, type EvidenceFile } from "./evidence-queries.ts";

async function describe(
  context: SignedInContext,
  cases: readonly CaseEvidence[],
  mayRead: (file: EvidenceFile) => boolean,
): Promise<CaseEvidenceShown[]> {
  const fileIds = cases.flatMap(({ photos }) => photos.map(({ fileId }) => fileId));
  const files = await listEvidenceFiles(context.db, fileIds);
  const readable = new Set(files.filter(mayRead).map(({ id }) => id));
  return cases.map(({ photos, weights, events }) => ({
    photos: photos.map(({ fileId: id, ...photo }) => ({
      id,
      ...photo,
      imageUrl: readable.has(id) ? fileUrl(context, id, "file") : null,
      thumbnailUrl: readable.has(id) ? fileUrl(context, id, "thumbnail") : null,
    })),
    weights: [...weights],
    events: [...events],
  }));
}

/** As the signed-in customer sees it, of each of their cases. */
export async function describeOwnEvidence(
  context: SignedInContext,
  cases: readonly CaseEvidence[],
): Promise<CaseEvidenceShown[]> {
  const { id } = context.session.person;
  return await describe(context, cases, ({ ownerId, isShown }) => isShown && ownerId === id);
}

/** As the signed-in member of staff sees it: without the photos that are not for the role. */
export async function describeStaffEvidence(
  context: SignedInContext,
  evidence: CaseEvidence,
): Promise<CaseEvidenceShown> {
  const { person } = context.session;
  const photos = evidence.photos.filter(({ kind }) =>
    hasStaffAccess(person, isOfBox(kind) ? roleAccess.shipRequests : roleAccess.inboundParcels),
  );
  const [described] = await describe(context, [{ ...evidence, photos }], () => true);
  return described ?? { photos: [], weights: [], events: [] };
}
