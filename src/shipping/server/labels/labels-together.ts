// Labels of many packages at once, and the label of what was scanned.
import { apiError } from "#platform/contract/errors.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { MadeLabels, PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import {
  maxLabelsAtOnce,
  maxUnlabelledNamed,
  parseShipRequestReference,
  shipRequestReference,
  unprintableFields,
} from "#shipping/rules/shipping-label.ts";
import { parseScan } from "#goods/rules/scan.ts";
import {
  lockOutgoingRequests,
  type OutgoingRequest,
} from "#shipping/server/ship-requests/hand-over-requests.ts";
import {
  countPackagesToLabel,
  findScannedRequest,
  listLabelCandidates,
  listLabelsByIds,
} from "./label-queries.ts";
import { readGoodsFaults } from "#shipping/server/customs/box-goods.ts";
import type { LabelStop } from "#shipping/server/ship-requests/withdraw-acceptance.ts";
import { labelRequest, leadBack } from "./label-request.ts";
import { listUnlabelled, readPackageToLabel } from "./labels.ts";
import { readLabelsPdf } from "./labels-pdf.ts";
import { readStockedServices } from "./number-ranges.ts";

type Made = {
  readonly labelId: string;
  readonly reference: string;
  readonly trackingNumber: string;
};

/** What may have become so since the requests were chosen. */
const skipped: readonly string[] = ["no_numbers_left", "code_missing", "too_many_lines"];

/** A package that got no label, since its customer is asked. */
type Stopped = { readonly reference: string; readonly waitingReason: LabelStop };

/**
 * The label of a locked request, or for what its customer is asked in place of it; null where the numbers of its service have
 * just run out, or it is no longer accepted.
 */
async function labelOne(
  context: SignedInContext,
  db: Db,
  request: OutgoingRequest,
): Promise<Made | Stopped | null> {
  if (request.state !== "accepted") return null;
  const reference = shipRequestReference(request.number);
  try {
    return { ...(await labelRequest(context, db, request, null)), reference };
  } catch (error) {
    if (error instanceof ApiError && skipped.includes(error.code)) return null;
    const waitingReason = await leadBack(context, db, request.id, error);
    if (waitingReason === null) throw error;
    return { reference, waitingReason };
  }
}

/**
 * Makes the labels of accepted packages whose services have numbers, the oldest first and at most `maxLabelsAtOnce`: those of a
 * carrier, or of all. Left out are addresses that cannot be printed, and what is the acting person's own.
 */
export async function makeLabels(
  context: SignedInContext,
  input: { readonly carrierCode?: string | undefined },
): Promise<MadeLabels> {
  const { db, session } = context;
  const carrierCode = input.carrierCode ?? null;
  const candidates = await listLabelCandidates(db, {
    carrierCode,
    exceptUserId: session.person.id,
    serviceCodes: await readStockedServices(db, context.now()),
  });
  const printable = candidates
    .filter(({ recipient }) => unprintableFields(recipient).length === 0)
    .map(({ id }) => id);
  const faults = await readGoodsFaults(context, printable);
  const ids = printable.filter((id) => !faults.has(id)).slice(0, maxLabelsAtOnce);
  const locked = await lockOutgoingRequests(context, db, ids);
  const requests = locked
    .map(({ request }) => request)
    .toSorted((one, other) => Number(one.number - other.number));
  const labels: Made[] = [];
  const stopped: Stopped[] = [];
  for (const request of requests) {
    const made = await labelOne(context, db, request);
    if (made === null) continue;
    if ("labelId" in made) labels.push(made);
    else stopped.push(made);
  }
  if (labels.length + stopped.length === 0) context.unchanged();
  else {
    const named = labels.map(({ reference, trackingNumber }) => ({ reference, trackingNumber }));
    await context.auditOf(session.person.id, {
      after: { labels: named, ...(stopped.length > 0 && { stopped }) },
    });
  }
  const filter = { state: "accepted", carrierCode } as const;
  return {
    labelIds: labels.map(({ labelId }) => labelId),
    leftCount: stopped.length + (await countPackagesToLabel(db, filter)),
    left: [
      ...stopped.map(({ reference, waitingReason }) => ({ reference, obstacle: waitingReason })),
      ...(await listUnlabelled(context, carrierCode)),
    ].slice(0, maxUnlabelledNamed),
  };
}

/** Labels as one file, in the order that is asked for. Throws what `readLabelsPdf` throws. */
export async function printShippingLabels(
  context: SignedInContext,
  { labelIds }: { readonly labelIds: readonly string[] },
): Promise<File> {
  const labels = await listLabelsByIds(context.db, labelIds);
  const found = new Map(labels.map((label) => [label.id, label]));
  const bytes = await readLabelsPdf(
    context,
    labelIds.map((id) => found.get(id)),
  );
  return new File([bytes], `labels-${labelIds.length}.pdf`, { type: "application/pdf" });
}

/**
 * The package in whose box a scanned parcel is, or whose slip or label was scanned. Throws `not_a_waybill`, `not_found`, and
 * `label_not_due` before it is accepted and once it has left.
 */
export async function findPackageToLabel(
  context: SignedInContext,
  { scan }: { readonly scan: string },
): Promise<PackageToLabel> {
  const reference = parseShipRequestReference(scan);
  const reading = parseScan(scan);
  const isLabel = reading.kind === "label";
  const number = isLabel || reading.kind === "number" ? reading.number : null;
  if (reference === null && number === null && !isLabel) throw apiError("not_a_waybill");
  const found = await findScannedRequest(context.db, {
    reference,
    labelCode: isLabel ? reading.labelCode : null,
    numbers: number?.spellings ?? [],
  });
  if (found === undefined) throw apiError("not_found");
  if (found.state !== "accepted" && found.state !== "labelled") throw apiError("label_not_due");
  return await readPackageToLabel(context, found.id);
}
