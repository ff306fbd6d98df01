// What is known about a scanned parcel, from the server or, without a network, from the numbers that were awaited.
import type { AwaitedNumber, ScanAnswer } from "#goods/contract/receiving.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ScanOutcome } from "#goods/rules/receiving.ts";
import { parseScan, type ScannedNumber } from "#goods/rules/scan.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";

type ParcelOwner = NonNullable<StaffInboundParcel["owner"]>;
export type DeskOwner = Pick<ParcelOwner, "nameInitial" | "memberCode" | "plan" | "accountState">;

export type DeskAnswer = {
  readonly outcome: ScanOutcome;
  /** False: the server has not seen the scan yet, and decides when the record reaches it. */
  readonly isChecked: boolean;
  readonly trackingNumber: string | null;
  readonly carrierCode: string | null;
  readonly parcel: StaffInboundParcel | null;
  readonly owner: DeskOwner | null;
  readonly candidates: readonly StaffInboundParcel[];
  /** Without a network, the customers who await the number. */
  readonly awaitedOwners: readonly DeskOwner[];
  readonly packageId: string | null;
  readonly storageLocationCode: string | null;
  /** Of a parcel that is here, or without a network of our label that was scanned: what can be moved. */
  readonly labelCode: string | null;
};

/** Something to choose by its number: a parcel, a customer, a further piece, new measurements, or none of the others. */
export type DeskChoice =
  | { readonly kind: "parcel" | "measure_again"; readonly parcel: StaffInboundParcel }
  | { readonly kind: "owner"; readonly owner: DeskOwner; readonly isUndeclared: boolean }
  | { readonly kind: "another_piece" | "none" };

function isHere(parcel: StaffInboundParcel | null): parcel is StaffInboundParcel {
  return parcel?.state === "received" || parcel?.state === "packed";
}

export function checkedAnswer(answer: ScanAnswer): DeskAnswer {
  const { parcel } = answer;
  return {
    ...answer,
    isChecked: true,
    owner: parcel?.owner ?? answer.owner,
    awaitedOwners: [],
    labelCode: isHere(parcel) ? parcel.labelCode : null,
  };
}

/** What a scan of the label of a parcel that is here would have been answered. */
export function answerOfParcel(parcel: StaffInboundParcel): DeskAnswer {
  return {
    outcome: "seen_before",
    isChecked: true,
    trackingNumber: parcel.trackingNumber,
    carrierCode: parcel.carrierCode,
    parcel,
    owner: parcel.owner,
    candidates: [],
    awaitedOwners: [],
    packageId: null,
    storageLocationCode: null,
    labelCode: parcel.labelCode,
  };
}

function ownerOf(awaited: AwaitedNumber): DeskOwner {
  return { ...awaited, accountState: "active" };
}

function numberOf(scan: string | null): ScannedNumber | null {
  const reading = scan === null ? null : parseScan(scan);
  return reading?.kind === "number" || reading?.kind === "label" ? reading.number : null;
}

/** The code of our label in a scan; one that may be a courier's number is a number where it is awaited or has an owner. */
function labelOf(scan: string | null, isNumber: boolean): string | null {
  const reading = scan === null ? null : parseScan(scan);
  if (reading?.kind !== "label") return null;
  return reading.number !== null && isNumber ? null : reading.labelCode;
}

function offlineOutcome(found: {
  readonly ownersCount: number;
  readonly isContested: boolean;
  readonly labelCode: string | null;
  readonly hasMemberCode: boolean;
}): ScanOutcome {
  if (found.ownersCount === 1) return "matched";
  if (found.ownersCount > 1 || found.isContested) return "two_owners";
  if (found.labelCode !== null) return "seen_before";
  return found.hasMemberCode ? "undeclared" : "unmatched";
}

/** The answer without a network. `memberCode` is one that was read on the parcel. */
export function offlineAnswer(
  scan: string | null,
  memberCode: string | null,
  awaited: readonly AwaitedNumber[],
): DeskAnswer {
  const number = numberOf(scan);
  const spellings = new Set(number?.spellings.map(normaliseTrackingNumber));
  const matches = awaited.filter(({ trackingNumber }) =>
    spellings.has(normaliseTrackingNumber(trackingNumber)),
  );
  const owners = (
    memberCode === null ? matches : matches.filter((match) => match.memberCode === memberCode)
  ).map(ownerOf);
  const [owner = null] = owners;
  const isOne = owners.length === 1;
  const stranger: DeskOwner | null =
    memberCode === null
      ? null
      : { memberCode, nameInitial: "", plan: null, accountState: "active" };
  const isContested = matches.length > 0 && owners.length === 0;
  const labelCode = labelOf(scan, matches.length > 0 || memberCode !== null);
  const outcome = offlineOutcome({
    ownersCount: owners.length,
    isContested,
    labelCode,
    hasMemberCode: memberCode !== null,
  });
  return {
    outcome,
    isChecked: false,
    trackingNumber: number?.trackingNumber ?? (labelCode === null ? scan : null),
    carrierCode: null,
    parcel: null,
    owner: isOne ? owner : stranger,
    candidates: [],
    awaitedOwners: isContested ? matches.map(ownerOf) : isOne ? [] : owners,
    packageId: null,
    storageLocationCode: null,
    labelCode,
  };
}

/** What staff must or may choose, in the order of the number keys; `none` has the key 0. */
export function choicesOf(answer: DeskAnswer | null): readonly DeskChoice[] {
  if (answer === null) return [];
  const parcels = answer.candidates.map((parcel) => ({ kind: "parcel", parcel }) as const);
  if (answer.outcome === "near_match") return [...parcels.slice(0, 9), { kind: "none" }];
  if (answer.outcome === "seen_before") {
    const { parcel } = answer;
    // Of a label without a network it is known only whether it could be a courier's number instead.
    if (!answer.isChecked) return answer.trackingNumber === null ? [] : [{ kind: "none" }];
    return [
      { kind: "another_piece" },
      ...(isHere(parcel) ? [{ kind: "measure_again", parcel } as const] : []),
    ];
  }
  if (answer.outcome !== "two_owners") return [];
  const awaited = answer.awaitedOwners.map(
    (owner) => ({ kind: "owner", owner, isUndeclared: false }) as const,
  );
  const { owner } = answer;
  const isNew =
    owner !== null &&
    ![...answer.candidates.map((parcel) => parcel.owner), ...answer.awaitedOwners].some(
      (one) => one?.memberCode === owner.memberCode,
    );
  const undeclared = isNew ? [{ kind: "owner", owner, isUndeclared: true } as const] : [];
  return [...parcels, ...awaited, ...undeclared].slice(0, 9);
}

/** The outcome after staff have chosen. */
export function chosenOutcome(answer: DeskAnswer, choice: DeskChoice | null): ScanOutcome {
  if (choice === null) return answer.outcome;
  if (choice.kind === "measure_again") return "seen_before";
  if (choice.kind === "parcel") return "matched";
  if (choice.kind === "owner") return choice.isUndeclared ? "undeclared" : "matched";
  if (choice.kind === "another_piece") return answer.owner === null ? "unmatched" : "matched";
  return answer.owner === null ? "unmatched" : "undeclared";
}

/** Whose parcel it is after staff have chosen; null where it is unknown. */
export function chosenOwner(answer: DeskAnswer, choice: DeskChoice | null): DeskOwner | null {
  if (choice !== null && "parcel" in choice) return choice.parcel.owner;
  if (choice?.kind === "owner") return choice.owner;
  if (answer.outcome === "two_owners") return null;
  return answer.owner;
}
