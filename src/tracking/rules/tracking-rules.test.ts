import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { courierDeliveryOf } from "#goods/rules/inbound-parcel.ts";
import type { LegStatus } from "./package-status.ts";
import {
  deriveLegs,
  isOfThisJourney,
  type FollowedLeg,
  type LegEvent,
  type LegStatusSource,
  type TrackingQuestion,
} from "./tracking-rules.ts";
import { trackingStages, type TrackingStage } from "./tracking-stages.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, 1) + number * 86_400_000);

function leg(legNumber: number, changes: Partial<FollowedLeg> = {}): FollowedLeg {
  const places = ["China", "Hong Kong", "Singapore", "United States"];
  return {
    legNumber,
    origin: places[legNumber - 1] ?? "",
    destination: places[legNumber] ?? "",
    status: "pending",
    statusSource: "staff",
    statusSince: null,
    departedAt: null,
    arrivedAt: null,
    staffStatus: null,
    staffStatusAt: null,
    eventsCountSince: null,
    questionsAnsweredAt: null,
    ...changes,
  };
}

function byStaff(status: LegStatus, at: Date): Partial<FollowedLeg> {
  const isMoved = status === "in_transit" || status === "delivered";
  return {
    status,
    statusSince: at,
    staffStatus: status,
    staffStatusAt: at,
    departedAt: isMoved ? at : null,
    arrivedAt: status === "delivered" ? at : null,
  };
}

function event(
  stage: TrackingStage | null,
  at: number,
  changes: Partial<LegEvent> & { on?: readonly number[] } = {},
): LegEvent {
  const { on = [1], ...others } = changes;
  return {
    key: `${stage} ${at} ${on.join()} ${others.country ?? ""}`,
    stage,
    occurredAt: day(at),
    confidence: "exact",
    receivedAt: day(at),
    country: null,
    legNumbers: on,
    ...others,
  };
}

/** Status, source and question of each leg, such as "in_transit carrier". */
function shown(legs: readonly FollowedLeg[], events: readonly LegEvent[]): string[] {
  return deriveLegs(legs, events).map(({ status, statusSource, question }) =>
    [status, statusSource, ...(question === null ? [] : [question])].join(" "),
  );
}

type StageRow = [TrackingStage, LegStatus, LegStatusSource, TrackingQuestion | null];

const stageRows: StageRow[] = [
  ["announced", "pending", "staff", null],
  ["picked_up", "in_transit", "carrier", null],
  ["moving", "in_transit", "carrier", null],
  ["departed", "in_transit", "carrier", null],
  ["arrived", "in_transit", "carrier", null],
  ["customs", "in_transit", "carrier", null],
  ["customs_released", "in_transit", "carrier", null],
  ["customs_information_required", "in_transit", "carrier", "customs_information_required"],
  ["out_for_delivery", "in_transit", "carrier", null],
  ["ready_for_collection", "in_transit", "carrier", null],
  ["attempt_failed", "in_transit", "carrier", "attempt_failed"],
  ["delivered", "delivered", "carrier", null],
  ["returning", "pending", "staff", "returning"],
  ["returned", "pending", "staff", "returned"],
  ["damaged", "pending", "staff", "damaged"],
  ["lost", "pending", "staff", "lost"],
  ["destroyed", "pending", "staff", "destroyed"],
  ["refused", "pending", "staff", "refused"],
  ["delayed", "pending", "staff", "delayed"],
  ["stopped", "pending", "staff", "stopped"],
  ["unknown_number", "pending", "staff", null],
  ["expired", "pending", "staff", null],
];

describe("A stage", () => {
  test("each has a row", () => {
    expect(stageRows.map(([stage]) => stage)).toEqual(trackingStages);
  });

  test.each(stageRows)("%s makes a pending leg %s by %s", (stage, status, source, question) => {
    const [outcome] = deriveLegs([leg(1)], [event(stage, 3)]);
    expect(outcome).toMatchObject({
      status,
      statusSource: source,
      statusSince: status === "pending" ? null : day(3),
      departedAt: status === "in_transit" ? day(3) : null,
      arrivedAt: status === "delivered" ? day(3) : null,
      question,
      questionAt: question === null ? null : day(3),
    });
  });

  test.each(stageRows)("%s never moves a delivered leg back", (stage) => {
    const delivered = leg(1, byStaff("delivered", day(2)));
    expect(deriveLegs([delivered], [event(stage, 3)])[0]).toMatchObject({ status: "delivered" });
  });

  test("that is not known does nothing", () => {
    expect(shown([leg(1)], [event(null, 3)])).toEqual(["pending staff"]);
  });
});

const onBoth = { on: [2, 3] };

const stories: [string, FollowedLeg[], LegEvent[], string[]][] = [
  [
    "staff's word stands against what happened before it",
    [leg(1, byStaff("in_transit", day(5)))],
    [event("delivered", 4)],
    ["in_transit staff"],
  ],
  [
    "a later event moves it on",
    [leg(1, byStaff("in_transit", day(5)))],
    [event("delivered", 6)],
    ["delivered carrier"],
  ],
  [
    "staff's correction stands, also when an older event comes after a newer one",
    [leg(1, { ...byStaff("pending", day(5)), status: "in_transit", statusSource: "carrier" })],
    [event("moving", 6), event("delivered", 4)],
    ["in_transit carrier"],
  ],
  [
    "delivered by staff, an older event: it stays",
    [leg(1, byStaff("delivered", day(3)))],
    [event("moving", 2)],
    ["delivered staff"],
  ],
  [
    "delivered by staff, a newer event contradicts: a question",
    [leg(1, byStaff("delivered", day(3)))],
    [event("moving", 5)],
    ["delivered staff contradiction"],
  ],
  [
    "delivered, then contradicted, then delivered again",
    [leg(1)],
    [event("delivered", 3), event("moving", 4), event("delivered", 5)],
    ["delivered carrier"],
  ],
  [
    "movement on the day of a delivery of which only the day is known is no contradiction",
    [leg(1)],
    [event("delivered", 3, { confidence: "date" }), event("out_for_delivery", 3.4)],
    ["delivered carrier"],
  ],
  [
    "movement without a zone hours after an exact delivery is no contradiction",
    [leg(1)],
    [
      event("picked_up", 26),
      event("moving", 27.4, { confidence: "local_without_zone" }),
      event("delivered", 27 + 63 / 1440),
    ],
    ["delivered carrier"],
  ],
  [
    "nor one that is dated when it was received",
    [leg(1)],
    [event("delivered", 3), event("moving", 4, { confidence: "received" })],
    ["delivered carrier"],
  ],
  [
    "nor one of a day in an unknown zone, or after a delivery that staff entered",
    [leg(1, byStaff("delivered", day(3)))],
    [
      event("moving", 3.4, { confidence: "date" }),
      event("arrived", 3.5, { confidence: "local_without_zone" }),
    ],
    ["delivered staff"],
  ],
  [
    "movement without a zone a day after an exact delivery is one",
    [leg(1)],
    [event("delivered", 3), event("moving", 4, { confidence: "local_without_zone" })],
    ["delivered carrier contradiction"],
  ],
  [
    "an attempt without a zone that an exact delivery may follow asks nothing",
    [leg(1)],
    [event("attempt_failed", 3.4, { confidence: "local_without_zone" }), event("delivered", 3)],
    ["delivered carrier"],
  ],
  [
    "movement of the next leg delivers the earlier ones",
    [leg(1), leg(2), leg(3)],
    [event("departed", 4, { on: [3] })],
    ["delivered route", "delivered route", "in_transit carrier"],
  ],
  [
    "an announcement of the next leg delivers nothing",
    [leg(1, byStaff("in_transit", day(1))), leg(2)],
    [event("announced", 4, { on: [2] })],
    ["in_transit staff", "pending staff"],
  ],
  [
    "a carrier that reports for two days after the hand-over contradicts nothing",
    [leg(1), leg(2)],
    [
      event("moving", 1),
      event("departed", 4, { on: [2] }),
      event("moving", 5.9),
      event("customs", 3),
    ],
    ["delivered route", "in_transit carrier"],
  ],
  [
    "a carrier that still reports days after the hand-over is asked about",
    [leg(1), leg(2)],
    [event("departed", 4, { on: [2] }), event("moving", 6.1)],
    ["delivered route contradiction", "in_transit carrier"],
  ],
  [
    "one number on two legs: it moves the first",
    [leg(1), leg(2), leg(3)],
    [event("departed", 1, { ...onBoth, country: "HK" })],
    ["delivered route", "in_transit carrier", "pending staff"],
  ],
  [
    "one number on two legs: an event where the first ends delivers it and moves the second",
    [leg(2), leg(3)],
    [
      event("departed", 1, { ...onBoth, country: "HK" }),
      event("arrived", 2, { ...onBoth, country: "SG" }),
    ],
    ["delivered carrier", "in_transit carrier"],
  ],
  [
    "one number on two legs: an event at the end moves the second",
    [leg(2), leg(3)],
    [event("customs", 2, { ...onBoth, country: "US" })],
    ["delivered route", "in_transit carrier"],
  ],
  [
    "one number on two legs: delivered without a place is the last",
    [leg(2), leg(3)],
    [event("delivered", 2, onBoth)],
    ["delivered route", "delivered carrier"],
  ],
  [
    "one number on two legs: delivered where the first ends delivers only that",
    [leg(2), leg(3)],
    [event("delivered", 2, { ...onBoth, country: "SG" })],
    ["delivered carrier", "in_transit carrier"],
  ],
  [
    "cancelled and voided legs stay",
    [leg(1, byStaff("cancelled", day(1))), leg(2, byStaff("voided", day(1)))],
    [event("delivered", 2), event("moving", 2, { on: [2] })],
    ["cancelled staff", "voided staff"],
  ],
  [
    "a failed attempt is over once the package moves on",
    [leg(1)],
    [event("attempt_failed", 2), event("out_for_delivery", 3)],
    ["in_transit carrier"],
  ],
  [
    "a second failed attempt is asked about",
    [leg(1)],
    [event("attempt_failed", 2), event("out_for_delivery", 3), event("attempt_failed", 3.5)],
    ["in_transit carrier attempt_failed"],
  ],
  [
    "what comes back is asked about until staff answer",
    [leg(1)],
    [event("returning", 2), event("moving", 3)],
    ["in_transit carrier returning"],
  ],
  [
    "answered is what was received until then",
    [leg(1, { questionsAnsweredAt: day(4) })],
    [event("returning", 2), event("returned", 3, { receivedAt: day(5) })],
    ["pending staff returned"],
  ],
];

describe("Legs", () => {
  test.each(stories)("%s", (_what, legs, events, expected) => {
    expect(shown(legs, events)).toEqual(expected);
  });

  test("have the times of what happened", () => {
    const events = [event("delivered", 9), event("departed", 3), event("picked_up", 2)];
    const times = (changes: Partial<FollowedLeg>) => {
      const [outcome] = deriveLegs([leg(1, changes)], events);
      return [outcome?.departedAt, outcome?.arrivedAt];
    };
    expect(times({})).toEqual([day(2), day(9)]);
    expect(times(byStaff("delivered", day(10)))).toEqual([day(2), day(9)]);
    expect(times(byStaff("delivered", day(8)))).toEqual([day(2), day(8)]);
    expect(times({ ...byStaff("pending", day(2.5)), status: "delivered" })).toEqual([
      day(3),
      day(9),
    ]);
    expect(times(byStaff("pending", day(10)))).toEqual([null, null]);
  });
});

/** Applies the events in parts, each to what the parts before led to, as messages do. */
function deriveInParts(legs: readonly FollowedLeg[], parts: readonly (readonly LegEvent[])[]) {
  let stored = [...legs];
  const known: LegEvent[] = [];
  for (const part of parts) {
    known.push(...part);
    const outcomes = deriveLegs(stored, known);
    stored = stored.map((one) => ({
      ...one,
      ...outcomes.find(({ legNumber }) => legNumber === one.legNumber),
    }));
  }
  return deriveLegs(stored, known);
}

const eventArbitrary = fc
  .record({
    stage: fc.constantFrom(...trackingStages, null),
    at: fc.integer({ min: 0, max: 24 }).map((hours) => hours / 2),
    on: fc.constantFrom([1], [2], [3], [1, 2], [2, 3], [1, 2, 3]),
    country: fc.constantFrom("CN", "HK", "SG", "US", null),
    confidence: fc.constantFrom("exact", "date", "local_without_zone"),
  })
  .map(({ stage, at, ...others }) => event(stage, at, others as Partial<LegEvent>));

const legArbitrary = (legNumber: number) =>
  fc.oneof(
    fc.constant(leg(legNumber)),
    fc
      .tuple(
        fc.constantFrom<LegStatus>("pending", "in_transit", "delivered", "cancelled"),
        fc.integer({ min: 0, max: 12 }),
      )
      .map(([status, at]) => leg(legNumber, byStaff(status, day(at)))),
  );

describe("Legs that only a hand-over moves", () => {
  const held = [2, 3];
  const inbound = leg(1, { status: "delivered", statusSource: "route", statusSince: day(1) });

  test("stay, and staff are asked about what moves them", () => {
    const outcomes = (events: readonly LegEvent[]) =>
      deriveLegs([inbound, leg(2), leg(3)], events, held).map(
        ({ status, departedAt, question, questionAt }) => [
          status,
          departedAt,
          question,
          questionAt,
        ],
      );
    const pending = ["pending", null, null, null];
    const arrived = ["delivered", null, null, null];
    expect(outcomes([event("announced", 2, { on: held })])).toEqual([arrived, pending, pending]);
    expect(
      outcomes([event("picked_up", 2, { on: held }), event("moving", 3, { on: held })]),
    ).toEqual([arrived, ["pending", null, "not_handed_over", day(3)], pending]);
    expect(outcomes([event("delivered", 4, { on: [3] })])).toEqual([
      arrived,
      pending,
      ["pending", null, "not_handed_over", day(4)],
    ]);
    const damaged = event("damaged", 5, { on: [2] });
    expect(outcomes([event("moving", 3, { on: [2] }), damaged])).toEqual([
      arrived,
      ["pending", null, "damaged", day(5)],
      pending,
    ]);
  });

  test("deliver no leg before them, which moves by its own events", () => {
    const [first, second] = deriveLegs(
      [leg(1), leg(2)],
      [event("moving", 3, { on: [2] }), event("picked_up", 2, { on: [1] })],
      [2],
    );
    expect([first?.status, second?.status]).toEqual(["in_transit", "pending"]);
  });

  test("end as the events say once they are handed over, whenever those were received", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(eventArbitrary, { maxLength: 10, selector: ({ key }) => key }),
        fc.nat({ max: 10 }),
        (events, known) => {
          const legs = [inbound, leg(2), leg(3)];
          const before = deriveLegs(legs, events.slice(0, known), held).map((outcome, index) => ({
            ...(legs[index] ?? leg(1)),
            ...outcome,
          }));
          const handOver = (stored: readonly FollowedLeg[]) =>
            stored.map((one) =>
              one.legNumber === 2
                ? { ...one, ...byStaff("in_transit", day(6)), eventsCountSince: day(-1) }
                : one,
            );
          expect(deriveLegs(handOver(before), events)).toEqual(deriveLegs(handOver(legs), events));
        },
      ),
    );
  });

  test("count what happened since they were packed, and nothing before", () => {
    const handedOver = leg(2, { ...byStaff("in_transit", day(6)), eventsCountSince: day(3) });
    const end = (at: number) => {
      const events = [event("picked_up", at, { on: [2] }), event("delivered", at + 1, { on: [2] })];
      const { status, departedAt, arrivedAt } = deriveLegs([inbound, handedOver], events)[1] ?? {};
      return [status, departedAt, arrivedAt];
    };
    expect(end(4)).toEqual(["delivered", day(4), day(5)]);
    expect(end(1)).toEqual(["in_transit", day(6), null]);
  });
});

describe("Events", () => {
  test("lead to the same state in any order, in any parts, and repeated", () => {
    fc.assert(
      fc.property(
        fc.tuple(legArbitrary(1), legArbitrary(2), legArbitrary(3)),
        fc.uniqueArray(eventArbitrary, { maxLength: 12, selector: ({ key }) => key }),
        fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
        (legs, events, seeds) => {
          const inOnePart = deriveLegs(legs, events);
          const doubled = [...events, ...events.filter((_event, index) => (seeds[index] ?? 0) % 3)];
          const shuffled = doubled
            .map((one, index) => ({ one, seed: seeds[index] ?? 0 }))
            .toSorted((one, other) => one.seed - other.seed)
            .map(({ one }) => [one]);
          expect(deriveInParts(legs, shuffled)).toEqual(inOnePart);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("of long before a number was given to us are about something else", () => {
    expect(isOfThisJourney(day(-60), day(0))).toBe(false);
    expect(isOfThisJourney(day(-59), day(0))).toBe(true);
  });

  test("deliver an inbound parcel at the first delivery", () => {
    const events = [event("delivered", 5), event("moving", 1), event("delivered", 4)];
    expect(courierDeliveryOf(events)).toEqual(day(4));
    expect(courierDeliveryOf([event("out_for_delivery", 4)])).toBeNull();
  });
});
