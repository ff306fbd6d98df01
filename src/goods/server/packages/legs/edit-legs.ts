import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  type LegFields,
  nextLegNumber,
  differingLegFields,
  legFieldsOf,
  type LegField,
  forLegFields,
} from "#goods/rules/leg-edit.ts";
import type { SignedInContext, ActingContext } from "#platform/server/context.ts";
import {
  changePackage,
  updateDerivedStatus,
  changeLeg,
  updateStage,
  recordEvent,
  recordEvents,
} from "#goods/server/packages/change-package.ts";
import { notifyPackageMoved } from "#goods/server/packages/package-notifications.ts";
import { readLegCarrier } from "#catalogue/server/carriers/carriers.ts";
import { followLeg } from "#goods/server/tracking/follow-holders.ts";
import { confirmShipRequest } from "#goods/server/packages/lock-packages.ts";
import { insertLegs, updateLegRow, findLegQuestion } from "./leg-queries.ts";
import { heldLegNumbers, rejectLeavingByHand } from "./set-leg-status.ts";
import { noExpectations, updateExpectations } from "./expectations.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockStoredPackages } from "#goods/server/packages/package-queries.ts";
import type { TrackingQuestion } from "#tracking/rules/tracking-rules.ts";
import { recordFields } from "#platform/rules/recorded-fields.ts";
import { sentence } from "#platform/server/translate.ts";

/**
 * Adds a pending leg after the last one and derives the package's status again. Throws `missing_information` without
 * origin or destination, `not_found`, `customer_quota_exceeded`, and `too_many_legs` at three.
 */
export async function addLeg(
  context: SignedInContext,
  input: LegFields & {
    readonly packageId: string;
    /** Whether staff confirmed to move what a ship request moves by itself. */
    readonly ignoresShipRequest?: boolean | undefined;
  },
): Promise<Shipment> {
  const { packageId } = input;
  const fields = parseLegFields(input);
  return await changePackage(context, packageId, async (db, pkg) => {
    confirmShipRequest(pkg, input.ignoresShipRequest ?? false);
    const legNumber = nextLegNumber(pkg.legs.length);
    if (legNumber === null) throw apiError("too_many_legs");
    const now = context.now();
    const carrierCode = await readLegCarrier(db, fields);
    const [legId = ""] = await insertLegs(db, [
      {
        ...legColumns(fields),
        carrierCode,
        packageId,
        legNumber,
        createdAt: now,
        updatedAt: now,
      },
    ]);
    await followLeg(context, db, { ...fields, id: legId, carrierCode });
    await recordEvent(context, db, {
      packageId,
      kind: "leg_added",
      legNumber,
      after: `${fields.origin} → ${fields.destination}`,
    });
    await context.audit({ after: { legNumber, ...fields } });
    const derived = await updateDerivedStatus(context, db, packageId);
    if (derived.isChanged) await notifyPackageMoved(context, db, derived.pkg);
  });
}

/** A leg with another one of these is expected by another lane. The carrier follows from the number too. */
const laneFields: readonly LegField[] = ["origin", "destination", "carrier", "trackingNumber"];

/**
 * Replaces the leg's fields; its number and status stay. `expectedVersion` are the fields as they were shown when the
 * edit began. Throws `missing_information` without origin or destination, `not_found`, `conflict` (with the stored
 * fields as `current`) where the stored fields differ both from the expected and from the new ones, and `leaves_by_manifest`
 * where the leg to the warehouse would become one that a hand-over moves, or the reverse.
 */
export async function updateLeg(
  context: SignedInContext,
  input: LegFields & { readonly legId: string; readonly expectedVersion?: LegFields | undefined },
): Promise<Shipment> {
  const { legId } = input;
  const fields = parseLegFields(input);
  return await changeLeg(context, legId, async (db, leg, pkg) => {
    const edit = context.edits(legFieldsOf(leg), fields);
    if (edit === null) return;
    const changed = differingLegFields(leg, fields);
    const { packageId, legNumber } = leg;
    const isHeld = heldLegNumbers(pkg).includes(legNumber);
    const legs = pkg.legs.map((one) => (one.id === legId ? { ...one, ...fields } : one));
    // Its status would be that of another kind of leg.
    if (heldLegNumbers({ ...pkg, legs }).includes(legNumber) !== isHeld) {
      rejectLeavingByHand(pkg);
    }
    await updateLegRow(db, legId, { ...legColumns(fields), updatedAt: context.now() });
    if (changed.includes("carrier") || changed.includes("trackingNumber")) {
      const carrierCode = await readLegCarrier(db, fields);
      await updateLegRow(db, legId, { carrierCode });
      await followLeg(context, db, { ...fields, id: legId, carrierCode });
    }
    if (changed.some((name) => laneFields.includes(name))) {
      await updateLegRow(db, legId, noExpectations);
      // The accepted service takes another way, or another carrier does.
      if (changed.some((name) => name !== "trackingNumber" && laneFields.includes(name))) {
        await updateLegRow(db, legId, { serviceId: null });
      }
      await updateExpectations(db, [packageId], context.now());
    }
    // Two events, since customers see only the dates.
    const isDate = (name: LegField) => name === "estimatedDeparture" || name === "estimatedArrival";
    const parts = [
      { kind: "leg_changed", names: changed.filter((name) => !isDate(name)) },
      { kind: "leg_dates_changed", names: changed.filter(isDate) },
    ] as const;
    for (const { kind, names } of parts.filter((part) => part.names.length > 0)) {
      await recordEvent(context, db, {
        packageId,
        kind,
        legNumber,
        before: recordedLegFields(leg, names),
        after: recordedLegFields(fields, names),
      });
    }
    await context.audit({
      before: { packageId, legNumber, ...edit.before },
      after: { packageId, legNumber, ...edit.after },
    });
    // Its parcels stay: a corrected place does not mean that they left.
    await updateStage(db, packageId);
  });
}

/**
 * Gives legs of packages another carrier in the transaction `db`, with their history. Those that are on their way are
 * expected by the carrier's own lane from then on.
 */
export async function changeLegCarriers(
  context: ActingContext,
  db: Db,
  legs: readonly { readonly id: string; readonly packageId: string }[],
  carrier: { readonly code: string; readonly name: string },
): Promise<void> {
  if (legs.length === 0) return;
  const ids = new Set(legs.map(({ id }) => id));
  const now = context.now();
  const packageIds = [...new Set(legs.map(({ packageId }) => packageId))];
  for (const pkg of await lockStoredPackages(db, packageIds)) {
    const changed = pkg.legs.filter(({ id }) => ids.has(id));
    for (const { id } of changed) {
      const columns = { carrier: carrier.name, carrierCode: carrier.code, updatedAt: now };
      await updateLegRow(db, id, { ...columns, ...noExpectations });
    }
    await updateExpectations(db, [pkg.id], now);
    await recordEvents(
      context,
      db,
      changed
        .filter((leg) => leg.carrier !== carrier.name)
        .map((leg) => ({
          packageId: pkg.id,
          kind: "leg_changed",
          legNumber: leg.legNumber,
          before: recordedLegFields(leg, ["carrier"]),
          after: recordedLegFields({ ...leg, carrier: carrier.name }, ["carrier"]),
        })),
    );
  }
}

/**
 * Marks the question of `questionAt` about a leg, whose package must be locked, as answered; returns it, or null where
 * none is open. Throws `conflict` where another one is.
 */
export async function answerLegQuestion(
  db: Db,
  legId: string,
  { now, questionAt }: { readonly now: Date; readonly questionAt: Date },
): Promise<TrackingQuestion | null> {
  const open = await findLegQuestion(db, legId);
  if (open === undefined || open.question === null) return null;
  if (open.questionAt?.getTime() !== questionAt.getTime()) {
    throw apiError("conflict", { current: open.question });
  }
  await updateLegRow(db, legId, {
    question: null,
    questionAt: null,
    questionsAnsweredAt: now,
    updatedAt: now,
  });
  return open.question;
}

/**
 * The fields alone, empty texts as null and times in UTC. Throws `missing_information` when origin or destination is
 * empty, and `invalid_input` when the leg would arrive before it departs.
 */
function parseLegFields(input: LegFields): LegFields {
  if (input.origin === "" || input.destination === "") throw apiError("missing_information");
  const parsed = forLegFields<LegFields>((name, { maximumLength }) => {
    const value = input[name];
    if (value === null || value === "") return null;
    return maximumLength === null ? new Date(value).toISOString() : value;
  });
  const { estimatedDeparture, estimatedArrival } = parsed;
  if (
    estimatedDeparture !== null &&
    estimatedArrival !== null &&
    estimatedArrival < estimatedDeparture
  ) {
    throw apiError(
      "invalid_input",
      { field: "estimatedArrival" },
      sentence("errors.arrivalBeforeDeparture"),
    );
  }
  return parsed;
}

/** The fields as columns of the leg's row. */
function legColumns(fields: LegFields) {
  const { estimatedDeparture, estimatedArrival } = fields;
  return {
    ...fields,
    estimatedDeparture: estimatedDeparture === null ? null : new Date(estimatedDeparture),
    estimatedArrival: estimatedArrival === null ? null : new Date(estimatedArrival),
  };
}

/** Some of a leg's fields as the history records them. */
export function recordedLegFields(fields: LegFields, names: readonly LegField[]): string {
  return recordFields(Object.fromEntries(names.map((name) => [name, fields[name]])));
}
