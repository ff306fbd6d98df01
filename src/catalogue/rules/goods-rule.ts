// Which goods services take: dated rules about a property of goods, of which the most specific one counts.
import type { CountryCode } from "./country.ts";
import { shareDays, type FactDays } from "./dated-fact.ts";
import {
  goodsFlags,
  type BatteryKind,
  type GoodsFlag,
  type ServiceMode,
  type ShippingService,
} from "./shipping-service.ts";

/** What rules are about: a property of goods, or a battery by how it is packed. */
export const ruledFlags = [
  ...goodsFlags,
  "battery_installed",
  "battery_packed",
  "battery_loose",
] as const;
export type RuledFlag = (typeof ruledFlags)[number];

/** What a rule says to goods: not taken, taken under a condition, or taken. */
export const goodsAnswers = ["refused", "limited", "allowed"] as const;
export type GoodsAnswer = (typeof goodsAnswers)[number];

/** For what a rule counts; null: for any. */
type GoodsRuleScope = {
  readonly serviceCode: string | null;
  readonly carrierCode: string | null;
  readonly mode: ServiceMode | null;
  readonly countryCode: CountryCode | null;
};

/** A rule as goods are judged by it, with its text and source in the reader's language. */
export type GoodsRule = GoodsRuleScope & {
  readonly id: string;
  readonly flag: RuledFlag;
  readonly answer: GoodsAnswer;
  /** Of a limited one: whether the goods go only with a proof of what they are, without which it closes the service. */
  readonly needsProof: boolean;
  /** Empty: the answer says all. */
  readonly text: string;
  readonly source: string;
  /** The day for which the source states it. */
  readonly sourceDay: string;
};

/** What is known of what is in a box. */
export type BoxContents = {
  readonly batteries: readonly BatteryKind[];
  readonly goods: readonly GoodsFlag[];
  /** What of it staff have seen a proof of; nothing where it is left out. */
  readonly proven?: readonly RuledFlag[];
};

const flagOfBattery = {
  unknown: null,
  none: null,
  installed: "battery_installed",
  packed: "battery_packed",
  loose: "battery_loose",
} as const satisfies Readonly<Record<BatteryKind, RuledFlag | null>>;

/** What rules are about in a box, each once; a battery of which nobody knows more is none of it. */
export function flagsOfContents({ batteries, goods }: BoxContents): readonly RuledFlag[] {
  return [...new Set([...goods, ...batteries.flatMap((kind) => flagOfBattery[kind] ?? [])])];
}

/**
 * How specific a rule is: of a service before a carrier, a carrier before a mode, a mode before all; at the same level one
 * with a country before one without, then one that names more. Rules of the same rank name the same.
 */
function rankOf({ serviceCode, carrierCode, mode, countryCode }: GoodsRuleScope): number {
  const level = [mode, carrierCode, serviceCode].findLastIndex((part) => part !== null);
  const country = countryCode === null ? 0 : 4;
  const carrier = level === 2 && carrierCode !== null ? 2 : 0;
  const ofMode = level > 0 && mode !== null ? 1 : 0;
  return (level + 1) * 8 + country + carrier + ofMode;
}

/** The parts of a service on which rules depend. */
export type RuledService = Pick<ShippingService, "code" | "mode" | "carrierCode" | "legs">;

function isFor(
  { serviceCode, carrierCode, mode, countryCode }: GoodsRuleScope,
  service: RuledService,
  destination: CountryCode | null,
): boolean {
  return (
    (serviceCode === null || serviceCode === service.code) &&
    (mode === null || mode === service.mode) &&
    (countryCode === null || countryCode === destination) &&
    (carrierCode === null ||
      carrierCode === service.carrierCode ||
      service.legs.some((leg) => leg.carrierCode === carrierCode))
  );
}

/** Whether no rule of a service or its carriers can close it: one of all, or of its mode, says nothing of what these refuse. */
export function isWithoutRules(
  service: RuledService,
  rules: readonly (GoodsRuleScope & Pick<GoodsRule, "answer" | "needsProof">)[],
): boolean {
  return !rules.some(
    (rule) =>
      (rule.serviceCode !== null || rule.carrierCode !== null) &&
      strictnessOf(rule) > 1 &&
      isFor({ ...rule, countryCode: null }, service, null),
  );
}

/** How much an answer closes, from 0: nothing. */
function strictnessOf({ answer, needsProof }: Pick<GoodsRule, "answer" | "needsProof">): number {
  if (answer === "limited") return needsProof ? 2 : 1;
  return answer === "refused" ? 3 : 0;
}

/** The most specific of the rules that count for one carrier. */
function mostSpecific(rules: readonly GoodsRule[]): GoodsRule | undefined {
  let found: GoodsRule | undefined;
  for (const rule of rules) {
    if (found === undefined || rankOf(rule) > rankOf(found)) found = rule;
  }
  return found;
}

/** Whether a rule closes more than another, or as much and says it of less. */
function isStricter(one: GoodsRule, other: GoodsRule): boolean {
  const more = strictnessOf(one) - strictnessOf(other);
  return more > 0 || (more === 0 && rankOf(one) > rankOf(other));
}

/**
 * The rule that counts for a property of goods: for each carrier of the service the most specific one, and of these the
 * strictest, since each of them has to take the goods. undefined: nothing is said about it, so it is taken.
 */
export function countingRule(
  flag: RuledFlag,
  service: RuledService,
  destination: CountryCode | null,
  rules: readonly GoodsRule[],
): GoodsRule | undefined {
  const fitting = rules.filter((rule) => rule.flag === flag && isFor(rule, service, destination));
  if (fitting.length < 2) return fitting[0];
  // Of carriers that say the same, the one that would stop the goods first.
  const carriers = new Set([...service.legs.map((leg) => leg.carrierCode), service.carrierCode]);
  let counting: GoodsRule | undefined;
  for (const carrier of carriers) {
    const own = mostSpecific(
      fitting.filter(({ carrierCode }) => carrierCode === null || carrierCode === carrier),
    );
    if (own !== undefined && (counting === undefined || isStricter(own, counting))) counting = own;
  }
  return counting;
}

/** Rules by what they are about, found once for all services of a comparison. */
const byFlagOf = new WeakMap<readonly GoodsRule[], ReadonlyMap<RuledFlag, GoodsRule[]>>();

function rulesByFlag(rules: readonly GoodsRule[]): ReadonlyMap<RuledFlag, GoodsRule[]> {
  const known = byFlagOf.get(rules);
  if (known !== undefined) return known;
  const byFlag = Map.groupBy(rules, ({ flag }) => flag);
  byFlagOf.set(rules, byFlag);
  return byFlag;
}

/**
 * The rules by which a service does not take a box to a country, and those that limit it and close nothing. Each property is
 * judged alone, so one that is refused refuses the box. One that goes with a proof alone is limited once that was seen. Without
 * a country those of countries do not count.
 */
export function judgeGoods(
  contents: BoxContents,
  service: RuledService,
  destination: CountryCode | null,
  rules: readonly GoodsRule[],
): { readonly closing: readonly GoodsRule[]; readonly limiting: readonly GoodsRule[] } {
  const byFlag = rulesByFlag(rules);
  const counting = flagsOfContents(contents).flatMap(
    (flag) => countingRule(flag, service, destination, byFlag.get(flag) ?? []) ?? [],
  );
  const proven = new Set(contents.proven);
  const isClosing = ({ answer, needsProof, flag }: GoodsRule) =>
    answer === "refused" || (answer === "limited" && needsProof && !proven.has(flag));
  return {
    closing: counting.filter(isClosing),
    limiting: counting.filter((rule) => rule.answer === "limited" && !isClosing(rule)),
  };
}

/** For what a rule counts, when, and what it is about. */
type RuledPart = GoodsRuleScope & FactDays & Pick<GoodsRule, "flag">;

/** Whether nobody could say which of two rules counts: they are about the same and for the same, on a day that they share. */
export function doRulesTie(one: RuledPart, other: RuledPart): boolean {
  return (
    one.flag === other.flag &&
    one.serviceCode === other.serviceCode &&
    one.carrierCode === other.carrierCode &&
    one.mode === other.mode &&
    one.countryCode === other.countryCode &&
    shareDays(one, other)
  );
}

export const goodsRuleLimits = {
  textCharacters: 300,
  sourceCharacters: 200,
  /** Rules of a file. */
  rows: 2_000,
} as const;
