// Which parcel a scanned number is: the same decision with and without a network.
import { receivingLimits, type ScanOutcome } from "./receiving.ts";

/** A parcel with the scanned number, or one near it. */
export type ScannedParcel = {
  /** `here`: in the warehouse; `gone`: received before and not here any longer. */
  readonly place: "expected" | "here" | "gone" | "cancelled";
  /** Whatever names its owner; null: unknown. */
  readonly owner: string | null;
};

/** What was found for a scan. */
type FoundParcels<Parcel extends ScannedParcel> = {
  /** With the number itself; of several in one place the first is taken. */
  readonly exact: readonly Parcel[];
  /** Expected, with a number that is nearly the same. */
  readonly near: readonly Parcel[];
  /** Whose member code stands on the parcel; null where none was read. */
  readonly owner: string | null;
};

export type ScanDecision<Parcel extends ScannedParcel> = {
  readonly outcome: Exclude<ScanOutcome, "package" | "storage_location">;
  readonly parcel: Parcel | null;
  readonly candidates: readonly Parcel[];
};

function of<Parcel extends ScannedParcel>(
  outcome: ScanDecision<Parcel>["outcome"],
  parcel: Parcel | null,
  candidates: readonly Parcel[] = [],
): ScanDecision<Parcel> {
  return { outcome, parcel, candidates };
}

/** Of parcels that it could be: the one of the member code's owner, or the only owner's. */
function chooseOwner<Parcel extends ScannedParcel>(
  waiting: readonly Parcel[],
  here: readonly Parcel[],
  owner: string | null,
): ScanDecision<Parcel> {
  const all = [...waiting, ...here];
  const owners = new Set(all.map((parcel) => parcel.owner));
  const chosen = owner ?? (owners.size === 1 ? (waiting[0]?.owner ?? null) : null);
  if (chosen !== null) {
    const own = waiting.find((parcel) => parcel.owner === chosen);
    if (own !== undefined) return of("matched", own);
    const received = here.find((parcel) => parcel.owner === chosen);
    if (received !== undefined) return of("seen_before", received);
  }
  return of("two_owners", null, all);
}

/**
 * Which parcel a scan is, never by a guess about its owner. An expected one of a single owner is matched; with several
 * owners the member code decides, or nobody. One that lies here without an owner is that one, whoever has declared the
 * number since. A near number is only ever a candidate, of the member code's owner where there is one.
 */
export function decideScan<Parcel extends ScannedParcel>(
  found: FoundParcels<Parcel>,
): ScanDecision<Parcel> {
  const { exact, owner } = found;
  const at = (place: Parcel["place"]) => exact.filter((parcel) => parcel.place === place);
  const [expected, here, gone, cancelled] = [
    at("expected"),
    at("here"),
    at("gone"),
    at("cancelled"),
  ];
  const unknown = here.find((parcel) => parcel.owner === null);
  if (unknown !== undefined) return of("seen_before", unknown, expected);
  if (expected.length > 0) return chooseOwner(expected, here, owner);
  const seen = [...here, ...gone];
  const own = seen.find((parcel) => parcel.owner === owner) ?? seen[0];
  if (own !== undefined) return of("seen_before", own);
  if (cancelled.length > 0) return chooseOwner(cancelled, [], owner);
  const near = found.near.filter((parcel) => owner === null || parcel.owner === owner);
  if (near.length > 0) {
    return of("near_match", null, near.slice(0, receivingLimits.nearCandidates));
  }
  return of<Parcel>(owner === null ? "unmatched" : "undeclared", null);
}

// Numbers that differ so little that one may be the other, read or typed wrongly.

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Numbers that can be declared are within these lengths, and shorter ones are near too many others. */
const searchedLength = { minimum: 6, maximum: 40 } as const;
/** Longer numbers without letters are compared by digits alone, so that there are not too many forms. */
const longDigits = 20;

const letterPrefixes = [
  "DPK",
  ...letters,
  ...[...letters].flatMap((first) => [...letters].map((second) => first + second)),
];

/** Without the letters before its digits. */
function withoutPrefix(number: string): string {
  return number.replace(/^[A-Z]{1,4}(?=\d)/, "");
}

/**
 * Every number that is near `number`, at most about 3,000: with one character changed, added or left out, with two
 * neighbours swapped, or with a prefix of one or two letters added or left out.
 */
export function similarNumbers(number: string): readonly string[] {
  const { length } = number;
  if (length < searchedLength.minimum || length > searchedLength.maximum) return [];
  const isLongDigits = length > longDigits && /^\d+$/.test(number);
  const alphabet = isLongDigits ? digits : digits + letters;
  const near = new Set<string>([withoutPrefix(number)]);
  for (let place = 0; place <= length; place += 1) {
    const [before, after] = [number.slice(0, place), number.slice(place)];
    for (const character of alphabet) {
      near.add(before + character + after);
      if (after !== "") near.add(before + character + after.slice(1));
    }
    near.add(before + after.slice(1));
    if (after.length > 1) near.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  if (/^\d/.test(number) && !isLongDigits)
    for (const prefix of letterPrefixes) near.add(prefix + number);
  near.delete(number);
  return [...near];
}
