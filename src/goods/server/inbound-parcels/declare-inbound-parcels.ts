import { createHash } from "node:crypto";
import type {
  InboundParcel,
  NumberInOtherPackage,
  FoundNumber,
} from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockOwnPackage } from "#goods/server/packages/lock-packages.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { countParcelChange } from "./record-parcel-events.ts";
import {
  findDeclared,
  listOpenParcels,
  listOwnParcels,
  type OpenParcel,
} from "./inbound-parcel-queries.ts";
import {
  divideByPackage,
  assignTrackingNumbers,
  type DeclaredNumber,
} from "./assign-tracking-numbers.ts";
import { requireOpenPackage } from "./lock-own-parcels.ts";
import { findTrackingNumbers, maxPastedLength } from "#goods/rules/pasted-text.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { sentence } from "#platform/server/translate.ts";
import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";

type Input = {
  readonly items: readonly DeclaredNumber[];
  readonly packageId: string | null;
  readonly idempotencyKey: string;
};

type Declared = { items: InboundParcel[]; inOtherPackages: NumberInOtherPackage[] };

/** The numbers normalised; of those that are repeated, the first. Throws `invalid_tracking_number`. */
function parseNumbers(items: readonly DeclaredNumber[]): DeclaredNumber[] {
  const numbers = new Map<string, DeclaredNumber>();
  for (const [index, item] of items.entries()) {
    const checked = checkTrackingNumber(item.trackingNumber);
    if (!checked.ok) {
      throw apiError("invalid_tracking_number", { reason: checked.reason, index });
    }
    const { trackingNumber } = checked;
    if (!numbers.has(trackingNumber)) numbers.set(trackingNumber, { ...item, trackingNumber });
  }
  return [...numbers.values()];
}

function requestHashOf(numbers: readonly DeclaredNumber[], packageId: string | null): Buffer {
  const facts = numbers.map((number) => [
    number.trackingNumber,
    number.carrierCode,
    number.shop,
    number.orderReference,
    number.description,
    number.declaredValueMinor,
    number.declaredCurrency,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([packageId, facts]))
    .digest();
}

function toOtherPackage(parcel: OpenParcel): NumberInOtherPackage {
  return {
    trackingNumber: parcel.trackingNumber,
    packageId: parcel.packageId ?? "",
    packageTrackingNumber: parcel.packageTrackingNumber ?? "",
  };
}

/** The parcels of a request in the order of its numbers, those that it declared as they are now. */
async function describeDeclared(
  context: SignedInContext,
  db: Db,
  numbers: readonly DeclaredNumber[],
  found: {
    readonly declaredIds: readonly string[];
    readonly open: readonly OpenParcel[];
    readonly packageId: string | null;
  },
): Promise<Declared> {
  const { parcels, inOtherPackages } = divideByPackage(found.open, found.packageId);
  const elsewhere = new Set(inOtherPackages.map(({ id }) => id));
  const ids = [...found.declaredIds, ...parcels.map(({ id }) => id)];
  const places = new Map(numbers.map(({ trackingNumber }, place) => [trackingNumber, place]));
  const placeOf = (number: string | null) => places.get(number ?? "") ?? numbers.length;
  const items = await listOwnParcels(context, db, context.session.person.id, [...new Set(ids)]);
  return {
    items: items
      .filter(({ id }) => !elsewhere.has(id))
      .toSorted((one, other) => placeOf(one.trackingNumber) - placeOf(other.trackingNumber)),
    inOtherPackages: inOtherPackages
      .toSorted((one, other) => placeOf(one.trackingNumber) - placeOf(other.trackingNumber))
      .map(toOtherPackage),
  };
}

async function declare(
  context: SignedInContext,
  db: Db,
  numbers: readonly DeclaredNumber[],
  { packageId, idempotencyKey }: Input,
): Promise<Declared> {
  const { person } = context.session;
  const hash = requestHashOf(numbers, packageId);
  await lockCustomer(db, person.id);
  const earlier = await findDeclared(db, person.id, idempotencyKey);
  if (earlier !== undefined) {
    if (!earlier.requestHash.equals(hash)) throw apiError("idempotency_key_reused");
    const trackingNumbers = numbers.map(({ trackingNumber }) => trackingNumber);
    const open = await listOpenParcels(db, person.id, trackingNumbers);
    return await describeDeclared(context, db, numbers, {
      declaredIds: earlier.parcelIds,
      open,
      packageId,
    });
  }
  if (packageId !== null) {
    await requireOpenPackage(db, await lockOwnPackage(context, db, packageId));
  }
  const request = { key: idempotencyKey, hash };
  const placed = await assignTrackingNumbers(context, db, { numbers, packageId, request });
  const open = [...placed.parcels, ...placed.inOtherPackages];
  const declared = await describeDeclared(context, db, numbers, {
    declaredIds: [],
    open,
    packageId,
  });
  if (person.isAdmin) {
    await recordAdminAction(context, db, {
      action: "inboundParcels.declareInboundParcels",
      target: packageId ?? person.id,
      after: { trackingNumbers: declared.items.map(({ trackingNumber }) => trackingNumber) },
    });
  }
  return declared;
}

/**
 * Declares parcels that are on their way, loose or in an own package. A number that is open already gets no second
 * parcel: a loose one joins the package, and one in another package stays there and is returned in `inOtherPackages`. A
 * number that is repeated counts once.
 *
 * A repeat with the same key declares nothing and returns the parcels as they are. A request in which every number was
 * known stores no key, and can be repeated since it changes nothing again.
 *
 * Throws `invalid_tracking_number` (with the `index` of the item), `too_many_requests`, `account_closed`,
 * `idempotency_key_reused`, `not_found` and `package_not_open` for the package, `carrier_not_found`, and
 * `too_many_inbound_parcels`.
 */
export async function declareInboundParcels(
  context: SignedInContext,
  input: Input,
): Promise<Declared> {
  const numbers = parseNumbers(input.items);
  await countParcelChange(context);
  const declared = await atomically(context.db, (db) => declare(context, db, numbers, input));
  context.log.info(
    { packageId: input.packageId, count: declared.items.length },
    "Inbound parcels declared",
  );
  return declared;
}

/**
 * The tracking numbers in a text, each with its likeliest carrier and the own open parcel that has it already. Saves
 * nothing. Throws `too_large` for more than 100,000 characters, and `too_many_requests`.
 */
export async function readPasted(
  { db, session, now }: SignedInContext,
  { text }: { readonly text: string },
): Promise<{ items: FoundNumber[]; repeatedCount: number; leftOutCount: number }> {
  if (text.length > maxPastedLength) {
    const details = { length: text.length, maximum: maxPastedLength };
    throw apiError("too_large", details, sentence("errors.pastedTextTooLong"));
  }
  await countAttempt(db, "pastedTextsPerAccount", session.person.id, now());
  const { trackingNumbers, ...counts } = findTrackingNumbers(text);
  const open = await listOpenParcels(db, session.person.id, trackingNumbers);
  const items = trackingNumbers.map((trackingNumber) => {
    const carrier = recognizeCarrier(trackingNumber);
    const known = open.find((parcel) => parcel.trackingNumber === trackingNumber);
    return {
      trackingNumber,
      carrierCode: carrier?.carrierCode ?? null,
      confidence: carrier?.confidence ?? null,
      inboundParcelId: known?.id ?? null,
      packageTrackingNumber: known?.packageTrackingNumber ?? null,
    };
  });
  return { items, ...counts };
}
