// How the legs of a package follow from what carriers report and what staff set. The result depends on the set of events
// alone, not on the order in which they arrive.
import { countryByName } from "#catalogue/rules/country.ts";
import type { LegStatus } from "./package-status.ts";
import { trackingStages, type TrackingStage } from "./tracking-stages.ts";
import { earlierUncertainty, timeUncertainty, type EventTimeConfidence } from "./tracking-time.ts";

/** Who or what a leg's status comes from: staff, its carrier, or where the package was seen or received on its route. */
export const legStatusSources = ["staff", "carrier", "route"] as const;

/** Who or what a leg's status comes from. */
export type LegStatusSource = (typeof legStatusSources)[number];

/**
 * What staff are asked about a leg; `contradiction`: its carrier reports movement after it was delivered; `not_handed_over`:
 * before the manifest with which it leaves is signed.
 */
export const trackingQuestions = [
  "contradiction",
  "not_handed_over",
  "customs_information_required",
  "attempt_failed",
  "returning",
  "returned",
  "damaged",
  "lost",
  "destroyed",
  "refused",
  "delayed",
  "stopped",
] as const satisfies readonly (TrackingStage | "contradiction" | "not_handed_over")[];

/** What staff are asked about a leg. */
export type TrackingQuestion = (typeof trackingQuestions)[number];

type StageEffect = {
  /** `moves`: the leg is in transit; `delivers`: it is delivered; `none`: it stays as it is. */
  readonly leg: "moves" | "delivers" | "none";
  /** Whether staff are asked: `passing` until the package moves on, `lasting` until they answer. */
  readonly question: "none" | "passing" | "lasting";
};

const moves = { leg: "moves", question: "none" } as const;
const asks = { leg: "none", question: "lasting" } as const;
const nothing = { leg: "none", question: "none" } as const;

/** What each stage does. */
export const stageEffects: Readonly<Record<TrackingStage, StageEffect>> = {
  announced: nothing,
  picked_up: moves,
  moving: moves,
  departed: moves,
  arrived: moves,
  customs: moves,
  customs_released: moves,
  customs_information_required: { leg: "moves", question: "passing" },
  out_for_delivery: moves,
  ready_for_collection: moves,
  attempt_failed: { leg: "moves", question: "passing" },
  delivered: { leg: "delivers", question: "none" },
  returning: asks,
  returned: asks,
  damaged: asks,
  lost: asks,
  destroyed: asks,
  refused: asks,
  delayed: { leg: "none", question: "passing" },
  stopped: asks,
  unknown_number: nothing,
  expired: nothing,
};

/** What staff are asked about an inbound parcel that is awaited; what passes by itself is its courier's affair. */
export const parcelQuestions: readonly TrackingStage[] = trackingStages.filter(
  (stage) => stageEffects[stage].question === "lasting",
);

/** Whether a leg may not arrive at all, as what is open about it says. */
export function mayNotArrive(question: TrackingQuestion | null): boolean {
  return parcelQuestions.some((stage) => stage === question);
}

/**
 * Why an inbound parcel may not come, as its courier reported last; null where it is on its way or nothing is known.
 * @param events the latest first.
 */
export function parcelProblemOf(events: readonly Pick<LegEvent, "stage">[]): TrackingStage | null {
  const stage = events.find((event) => event.stage !== null)?.stage ?? null;
  return stage !== null && parcelQuestions.includes(stage) ? stage : null;
}

/** An event with the legs whose number it is about. */
export type LegEvent = {
  /** The same for a repeated event, and different for every other one. */
  readonly key: string;
  readonly stage: TrackingStage | null;
  readonly occurredAt: Date;
  readonly confidence: EventTimeConfidence;
  readonly receivedAt: Date;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** The legs with its number, in order. */
  readonly legNumbers: readonly number[];
};

/** A leg as it is stored. */
export type FollowedLeg = {
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly status: LegStatus;
  readonly statusSource: LegStatusSource;
  readonly statusSince: Date | null;
  readonly departedAt: Date | null;
  readonly arrivedAt: Date | null;
  /** The last status that staff set themselves. */
  readonly staffStatus: LegStatus | null;
  readonly staffStatusAt: Date | null;
  /** For a leg that was handed over: since when carriers' events count, which may know of it before the manifest was signed. */
  readonly eventsCountSince: Date | null;
  /** What was received until then is answered. */
  readonly questionsAnsweredAt: Date | null;
};

/** What follows for a leg. */
export type LegOutcome = {
  readonly legNumber: number;
  readonly status: LegStatus;
  readonly statusSource: LegStatusSource;
  readonly statusSince: Date | null;
  readonly departedAt: Date | null;
  readonly arrivedAt: Date | null;
  readonly question: TrackingQuestion | null;
  /** When the event of the question happened. */
  readonly questionAt: Date | null;
};

/** What an event says about one leg. */
type Mark = {
  readonly legNumber: number;
  readonly effect: StageEffect["leg"];
  readonly source: "carrier" | "route";
  readonly at: number;
  readonly event: LegEvent;
};

const ranks: Readonly<Record<LegStatus, number>> = {
  cancelled: -1,
  voided: -1,
  pending: 0,
  in_transit: 1,
  delivered: 2,
};

/** After a hand-over the earlier carrier may go on reporting for so long. */
const handOverMilliseconds = 48 * 3_600_000;

/** Carriers use numbers again, so what happened so long before a number was given to us is about something else. */
export const earlierJourneyDays = 60;

/** Whether an event of a number may be about what has had the number here since `followedSince`. */
export function isOfThisJourney(occurredAt: Date, followedSince: Date): boolean {
  return occurredAt.getTime() > followedSince.getTime() - earlierJourneyDays * 24 * 3_600_000;
}

function countryOf(place: string): string | null {
  return countryByName(place)?.code ?? null;
}

/** A leg on its route. */
export type PlacedLeg = Pick<FollowedLeg, "legNumber" | "origin" | "destination">;

/** The leg of an event, and what that shows of it. */
type Placed = { readonly legNumber: number; readonly effect: Mark["effect"] };

/** The legs of one number that an event is about: the one it happened on, and the next one where it shows that. */
function placeEvent(
  { stage, country }: Pick<LegEvent, "stage" | "country">,
  legs: readonly PlacedLeg[],
): Placed[] {
  if (stage === null) return [];
  const { leg: effect } = stageEffects[stage];
  const mark = ({ legNumber }: PlacedLeg, done: Mark["effect"]) => ({ legNumber, effect: done });
  const first = legs.at(0);
  const last = legs.at(-1);
  if (first === undefined || last === undefined) return [];
  const isIn = (place: string) => country !== null && countryOf(place) === country;
  const reached = legs.findLastIndex((leg) => isIn(leg.destination));
  if (effect === "delivers" && (reached === -1 || reached === legs.length - 1)) {
    return [mark(last, "delivers")];
  }
  if (effect === "none") return [mark(legs[reached] ?? first, "none")];
  const next = reached === -1 ? undefined : legs[reached + 1];
  const arrived = legs[reached];
  if (arrived === undefined) {
    return [mark(legs.findLast((leg) => isIn(leg.origin)) ?? first, "moves")];
  }
  return next === undefined
    ? [mark(arrived, "moves")]
    : [mark(arrived, "delivers"), mark(next, "moves")];
}

function marksOf(event: LegEvent, legs: readonly FollowedLeg[]): Mark[] {
  const at = event.occurredAt.getTime();
  return placeEvent(event, legs).map((placed) => ({ ...placed, source: "carrier", at, event }));
}

/** On which of the legs with its number, in order, an event happened; null without any. */
export function legOfEvent(
  event: Pick<LegEvent, "stage" | "country">,
  legs: readonly PlacedLeg[],
): number | null {
  return placeEvent(event, legs)[0]?.legNumber ?? legs[0]?.legNumber ?? null;
}

/** Earliest first; of two at once, the carrier's own before what follows from the route. */
function inOrder(one: Mark, other: Mark): number {
  return (
    one.at - other.at ||
    one.source.localeCompare(other.source) ||
    (one.event.key < other.event.key ? -1 : Number(one.event.key > other.event.key))
  );
}

/** A leg that moves shows that every earlier one has handed the package over. */
function withHandOvers(marks: readonly Mark[], legs: readonly FollowedLeg[]): Mark[] {
  const moving = marks.filter(({ effect }) => effect !== "none");
  const handOvers = moving.flatMap((mark) =>
    legs
      .filter(({ legNumber }) => legNumber < mark.legNumber)
      .map(({ legNumber }): Mark => ({ ...mark, legNumber, effect: "delivers", source: "route" })),
  );
  return [...marks, ...handOvers].toSorted(inOrder);
}

type Settled = Pick<LegOutcome, "status" | "statusSource" | "statusSince">;

/** The status that follows: staff's word stands against what happened before it, and nothing goes back. */
function settle(leg: FollowedLeg, counted: readonly Mark[]): Settled {
  const deciding =
    counted.find(({ effect }) => effect === "delivers") ??
    counted.find(({ effect }) => effect === "moves");
  const reported = deciding?.effect === "delivers" ? "delivered" : "in_transit";
  const word = leg.staffStatus;
  const byStaff: Settled | null =
    word === null ? null : { status: word, statusSource: "staff", statusSince: leg.staffStatusAt };
  const derived: Settled | null =
    deciding === undefined || (byStaff !== null && ranks[byStaff.status] >= ranks[reported])
      ? byStaff
      : { status: reported, statusSource: deciding.source, statusSince: new Date(deciding.at) };
  const { status, statusSource, statusSince } = leg;
  return derived === null || ranks[derived.status] < ranks[status]
    ? { status, statusSource, statusSince }
    : derived;
}

function timesOf(
  leg: FollowedLeg,
  { status }: Settled,
  marks: readonly Mark[],
  counted: readonly Mark[],
): Pick<LegOutcome, "departedAt" | "arrivedAt"> {
  if (ranks[status] < 1) return { departedAt: null, arrivedAt: null };
  const { staffStatus: word, staffStatusAt: wordAt } = leg;
  const isStaffMoved = word === "in_transit" || word === "delivered";
  const own = isStaffMoved && leg.eventsCountSince === null ? marks : counted;
  const left = own.find(({ effect, source }) => effect === "moves" && source === "carrier");
  const departedAt =
    left !== undefined
      ? new Date(left.at)
      : word === "in_transit"
        ? (wordAt ?? leg.departedAt)
        : leg.departedAt;
  if (status !== "delivered") return { departedAt, arrivedAt: null };
  const delivering = counted.filter(({ effect }) => effect === "delivers");
  const arrival =
    word === "delivered"
      ? marks.findLast(
          ({ effect, source, at }) =>
            effect === "delivers" && source === "carrier" && at <= (wordAt?.getTime() ?? 0),
        )
      : (delivering.find(({ source }) => source === "carrier") ?? delivering.at(0));
  const arrivedAt =
    arrival !== undefined ? new Date(arrival.at) : word === "delivered" ? wordAt : leg.arrivedAt;
  return { departedAt, arrivedAt };
}

/**
 * The earliest moment at which an event may have happened beside another one. Of two that are known equally well, the
 * order is that of their times.
 */
function earliestBeside({ at, event }: Mark, other: EventTimeConfidence): number {
  return event.confidence === other ? at : at - earlierUncertainty(event.confidence);
}

/** Whether a mark shows movement after everything that says that the leg is delivered. */
function contradicts(mark: Mark, leg: FollowedLeg, marks: readonly Mark[]): boolean {
  if (mark.effect !== "moves") return false;
  const ends = marks
    .filter(({ effect }) => effect === "delivers")
    .map(({ at, source, event: { confidence } }) => ({
      at: at + (source === "route" ? handOverMilliseconds : timeUncertainty(confidence)),
      confidence,
    }));
  const end = (at: number) => ({ at, confidence: "exact" }) as const;
  if (leg.staffStatus === "delivered") ends.push(end(leg.staffStatusAt?.getTime() ?? 0));
  // Delivered by what was received at the warehouse, of which there is no event.
  if (ends.length === 0 && leg.statusSource === "route") {
    ends.push(end((leg.statusSince?.getTime() ?? 0) + handOverMilliseconds));
  }
  return (
    ends.length > 0 && ends.every(({ at, confidence }) => earliestBeside(mark, confidence) > at)
  );
}

function questionOf(
  leg: FollowedLeg,
  { status }: Pick<Settled, "status">,
  marks: readonly Mark[],
  isHeld: boolean,
): Pick<LegOutcome, "question" | "questionAt"> {
  const answered = leg.questionsAnsweredAt?.getTime() ?? 0;
  const own = marks.filter(({ source }) => source === "carrier");
  const isPassed = (mark: Mark) =>
    marks.some(
      (other) =>
        other.event.key !== mark.event.key &&
        ((other.effect === "moves" &&
          other.at > mark.at &&
          other.event.stage !== mark.event.stage) ||
          (other.effect === "delivers" &&
            other.at >= earliestBeside(mark, other.event.confidence))),
    );
  const kindOf = (mark: Mark): TrackingQuestion | null => {
    const { stage } = mark.event;
    if (stage === null) return null;
    const { question } = stageEffects[stage];
    const asked = trackingQuestions.find((kind) => kind === stage) ?? null;
    if (question === "lasting" || (question === "passing" && !isPassed(mark))) return asked;
    if (isHeld) return mark.effect === "none" ? null : "not_handed_over";
    return status === "delivered" && contradicts(mark, leg, marks) ? "contradiction" : null;
  };
  const open = own
    .filter(({ event }) => event.receivedAt.getTime() > answered)
    .map((mark) => ({ mark, kind: kindOf(mark) }))
    .findLast(({ kind }) => kind !== null);
  return { question: open?.kind ?? null, questionAt: open?.mark.event.occurredAt ?? null };
}

function outcomeOf(leg: FollowedLeg, all: readonly Mark[], isHeld: boolean): LegOutcome {
  const { legNumber, status, statusSource, statusSince, departedAt, arrivedAt } = leg;
  const stored = { legNumber, status, statusSource, statusSince, departedAt, arrivedAt };
  if (ranks[status] < 0) return { ...stored, question: null, questionAt: null };
  const marks = all.filter((mark) => mark.legNumber === legNumber);
  if (isHeld) return { ...stored, ...questionOf(leg, stored, marks, isHeld) };
  const since = leg.eventsCountSince ?? leg.staffStatusAt;
  const counted = marks.filter(({ at }) => at > (since?.getTime() ?? Number.NEGATIVE_INFINITY));
  const settled = settle(leg, counted);
  return {
    legNumber,
    ...settled,
    ...timesOf(leg, settled, marks, counted),
    ...questionOf(leg, settled, marks, isHeld),
  };
}

/**
 * What follows for the legs of a package from all events that are known. Statuses only go forwards; one that staff set
 * stands against what happened before it; movement of a leg delivers the ones before; of a number on several legs, an
 * event in the country where a leg ends delivers that leg and moves the next. Cancelled and voided legs stay, and so do those
 * with the numbers of `held`, which only a hand-over moves: staff are asked about what is reported of them.
 */
export function deriveLegs(
  legs: readonly FollowedLeg[],
  events: readonly LegEvent[],
  held: readonly number[] = [],
): LegOutcome[] {
  const inRoute = legs.toSorted((one, other) => one.legNumber - other.legNumber);
  const active = inRoute.filter(({ status }) => ranks[status] >= 0);
  const unique = [...new Map(events.map((event) => [event.key, event])).values()];
  const marks = unique.flatMap((event) =>
    marksOf(
      event,
      active.filter(({ legNumber }) => event.legNumbers.includes(legNumber)),
    ),
  );
  const isHeld = ({ legNumber }: Pick<Mark, "legNumber">) => held.includes(legNumber);
  const all = [
    ...withHandOvers(
      marks.filter((mark) => !isHeld(mark)),
      active,
    ),
    ...marks.filter(isHeld).toSorted(inOrder),
  ];
  return inRoute.map((leg) => outcomeOf(leg, all, isHeld(leg)));
}
