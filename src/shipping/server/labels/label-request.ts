// Makes the label of one request, whoever asks for it and wherever its number is from.
import { countryByCode } from "#catalogue/rules/country.ts";
import { apiError } from "#platform/contract/errors.ts";
import { localTime } from "#platform/rules/calendar.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import { printableText } from "#platform/rules/latin-script.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sentence } from "#platform/server/translate.ts";
import {
  printedAddress,
  unprintableFields,
  type LabelContent,
} from "#shipping/rules/shipping-label.ts";
import { readLabelledGoods } from "#shipping/server/customs/box-goods.ts";
import { makePaper } from "#shipping/server/customs/make-paper.ts";
import { describeBoxName } from "#shipping/server/db/box-name.ts";
import {
  saveOutgoingRequests,
  type OutgoingRequest,
} from "#shipping/server/ship-requests/hand-over-requests.ts";
import {
  readLabelStop,
  withdrawStopped,
  type LabelStop,
} from "#shipping/server/ship-requests/withdraw-acceptance.ts";
import { getLabelFacts, insertLabel, listUsedNumbers, type LabelFacts } from "./label-queries.ts";
import { takeNumber } from "./number-ranges.ts";

/** The warehouse's address in English, which managers enter; letters that cannot be printed are left out. */
function senderLines(facts: LabelFacts): string[] {
  const { street, district, city, province } = facts.warehouseAddress.en;
  const country = countryByCode(facts.warehouseCountry)?.name ?? facts.warehouseCountry;
  const place = [...new Set([district, city, province])]
    .filter((part) => part !== country)
    .join(", ");
  const lines = [
    facts.warehouseName,
    street,
    [place, facts.warehousePostalCode].filter(Boolean).join(" "),
    country.toUpperCase(),
    facts.warehousePhone,
  ];
  return lines.flatMap((line) => printableText(line) ?? []).filter((line) => line !== "");
}

/** What is printed on the label of a request, in English as everything on it. Throws `address_not_printable` with the fields that cannot be printed. */
function labelContent(request: OutgoingRequest, facts: LabelFacts, now: Date): LabelContent {
  const { recipient, countryCode } = request;
  const destination = countryByCode(countryCode)?.name ?? countryCode;
  const address = printedAddress(recipient, destination, facts.addressLineCharacters);
  if (address === null) {
    throw apiError("address_not_printable", { fields: unprintableFields(recipient) });
  }
  return {
    sender: senderLines(facts),
    recipient: address,
    carrierName: printableText(facts.carrierName) ?? "",
    serviceName: printableText(facts.serviceNames.en) ?? "",
    weightGrams: request.packedGrams ?? 0,
    ...describeBoxName(facts),
    day: localTime(facts.timeZone, now).day,
  };
}

/** The number that was given, or the next one of the service's ranges. Throws `no_numbers_left`. */
async function numberFor(
  db: Db,
  { serviceCode, carrierCode }: LabelFacts,
  givenNumber: string | null,
  now: Date,
) {
  if (givenNumber !== null) {
    return { numberSource: "typed", rangeId: null, trackingNumber: givenNumber } as const;
  }
  const usedNumbers = async (numbers: readonly string[]) =>
    await listUsedNumbers(db, carrierCode, numbers);
  const number = await takeNumber(db, serviceCode, usedNumbers, now);
  if (number === null) throw apiError("no_numbers_left");
  return number;
}

const stoppedSentences = {
  goods: "errors.stoppedForGoods",
  declaration: "errors.stoppedForDeclaration",
} as const satisfies Readonly<Record<LabelStop, MessageId>>;

/** The error of a label that is not made, since the customer is asked. */
export function stoppedError(stop: LabelStop): ApiError {
  return apiError("label_not_due", { stop }, sentence(stoppedSentences[stop]));
}

/** Why `labelRequest` made no label, where it threw that the customer is to be asked; null for every other error. */
export function stopOfError(error: unknown): LabelStop | null {
  if (!(error instanceof ApiError) || error.code !== "label_not_due") return null;
  const { stop } = error.details;
  return stop === "goods" || stop === "declaration" ? stop : null;
}

/**
 * Makes the label of a locked request that was accepted, with a number that staff or a carrier gave, or the next one of the
 * service's ranges. One with `carriersLabelId` is printed from the carrier's own file, so any address will do. Throws
 * `label_not_due` where its service does not take what is in the box or its gift was bought, `code_missing`, `too_many_lines`, `address_not_printable`,
 * `number_used` and `no_numbers_left`.
 */
export async function labelRequest(
  context: SignedInContext,
  db: Db,
  request: OutgoingRequest,
  givenNumber: string | null,
  carriersLabelId: string | null = null,
): Promise<{ readonly labelId: string; readonly trackingNumber: string }> {
  const now = context.now();
  const stop = await readLabelStop(context, db, request.id);
  if (stop !== null) throw stoppedError(stop);
  const goods = await readLabelledGoods(context, db, request);
  const facts = await getLabelFacts(db, request.id);
  const content = carriersLabelId === null ? labelContent(request, facts, now) : null;
  const number = await numberFor(db, facts, givenNumber, now);
  const createdBy = context.session.person.id;
  const label = await insertLabel(db, {
    ...(carriersLabelId !== null && { id: carriersLabelId }),
    shipRequestId: request.id,
    serviceId: facts.serviceId,
    carrierCode: facts.carrierCode,
    ...number,
    content: content && JSON.stringify(content),
    createdBy,
    createdAt: now,
  });
  if (label === undefined) throw apiError("number_used");
  await makePaper(context, db, request, goods, label);
  await saveOutgoingRequests(db, [request.id], {
    state: "labelled",
    event: "labelled",
    actorId: createdBy,
    at: now,
  });
  return { labelId: label.id, trackingNumber: label.trackingNumber };
}

/** For what the customer of a request waits since `labelRequest` threw; null where it threw for something else. */
export async function leadBack(
  context: SignedInContext,
  db: Db,
  shipRequestId: string,
  error: unknown,
): Promise<LabelStop | null> {
  return stopOfError(error) === null ? null : await withdrawStopped(context, db, shipRequestId);
}
