import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptedGoodsRules, acceptedServices } from "#test/seeded-services.ts";
import type { CountryCode } from "./country.ts";
import {
  countingRule,
  doRulesTie,
  flagsOfContents,
  isWithoutRules,
  judgeGoods,
  ruledFlags,
  type GoodsRule,
  type RuledFlag,
} from "./goods-rule.ts";
import { goodsFlags, serviceModes } from "./shipping-service.ts";

function rule(flag: RuledFlag, changes: Partial<GoodsRule> = {}): GoodsRule {
  return {
    id: "",
    flag,
    serviceCode: null,
    carrierCode: null,
    mode: null,
    countryCode: null,
    answer: "refused",
    needsProof: false,
    text: "",
    source: "Test",
    sourceDay: "2026-11-01",
    ...changes,
  };
}

function named(code: string) {
  const service = acceptedServices.find((one) => one.code === code);
  if (service === undefined) throw new Error("It is not seeded.");
  return service;
}
const legs = [
  { originCode: "HK", destinationCode: null, carrierCode: "dhl", pricedBy: null },
] as const;
const express = { code: "express", mode: "express", carrierCode: "dhl", legs } as const;
const specialLine = { ...express, code: "line", mode: "line" } as const;
const services = [
  named("hk-post-air"),
  named("hk-post-surface"),
  named("sg-post-air"),
  named("via-singapore-air"),
  express,
  specialLine,
];
type Service = (typeof services)[number];
const countries = ["US", "DE", "GB", "JP"] as const satisfies readonly CountryCode[];

const rules = [
  ...acceptedGoodsRules,
  rule("branded", { answer: "limited", countryCode: "US" }),
  rule("branded", { answer: "limited", countryCode: "DE" }),
  rule("food", { mode: "air", countryCode: "US" }),
  rule("magnet", { answer: "allowed", serviceCode: "hk-post-air" }),
  rule("tobacco"),
  rule("tobacco", { answer: "allowed", carrierCode: "hk-post", countryCode: "JP" }),
  rule("medicine", { answer: "limited", needsProof: true }),
  rule("medicine", { answer: "allowed", mode: "express" }),
];

// Each service to the United States, Germany, Great Britain and Japan: x refused, p with proof, l limited, o open.
//               HKP air  surface  SGP air  by SG    express  line
const expected = `
  liquid            pppp     pppp     pppp     pppp     oooo     oooo
  powder            pppp     pppp     pppp     pppp     oooo     oooo
  magnet            oooo     pppp     pppp     pppp     oooo     oooo
  aerosol           xxxx     xxxx     xxxx     xxxx     oooo     oooo
  blade             pppp     pppp     pppp     pppp     oooo     oooo
  food              xooo     oooo     xooo     xooo     oooo     oooo
  plant             oooo     oooo     oooo     oooo     oooo     oooo
  medicine          pppp     pppp     pppp     pppp     oooo     pppp
  branded           lloo     lloo     lloo     lloo     lloo     lloo
  fragile           oooo     oooo     oooo     oooo     oooo     oooo
  oversize          oooo     oooo     oooo     oooo     oooo     oooo
  flammable         xxxx     xxxx     xxxx     xxxx     oooo     oooo
  lighter           xxxx     xxxx     xxxx     xxxx     oooo     oooo
  counterfeit       xxxx     xxxx     xxxx     xxxx     oooo     oooo
  cash              xxxx     xxxx     xxxx     xxxx     oooo     oooo
  tobacco           xxxo     xxxo     xxxx     xxxx     xxxx     xxxx
  weapon            xxxx     xxxx     xxxx     xxxx     oooo     oooo
  battery_installed xxxx     xxxx     xxxx     xxxx     llll     xxxx
  battery_packed    xxxx     xxxx     xxxx     xxxx     llll     xxxx
  battery_loose     xxxx     xxxx     xxxx     xxxx     xxxx     xxxx
`;

function answerOf(flag: RuledFlag, service: Service, country: CountryCode) {
  const found = countingRule(flag, service, country, rules);
  if (found === undefined || found.answer === "allowed") return "o";
  if (found.answer === "refused") return "x";
  return found.needsProof ? "p" : "l";
}

test("each property is judged for each service and country as the table says", () => {
  const table = ruledFlags.map((flag) =>
    [flag, ...services.map((one) => countries.map((to) => answerOf(flag, one, to)).join(""))].join(
      " ",
    ),
  );
  const lines = expected.trim().split("\n");
  expect(table).toEqual(lines.map((line) => line.trim().replaceAll(/ +/g, " ")));
});

test("perfume and a phone do not go by air mail, a phone goes by express, and no power bank goes at all", () => {
  const closes = (contents: Parameters<typeof judgeGoods>[0], service: Service) =>
    judgeGoods(contents, service, "GB", rules).closing.map(({ flag }) => flag);
  const perfume = { batteries: [], goods: ["liquid", "flammable"] } as const;
  const phone = { batteries: ["installed"], goods: [] } as const;
  expect(closes(perfume, named("hk-post-air"))).toEqual(["liquid", "flammable"]);
  expect(closes(phone, named("hk-post-air"))).toEqual(["battery_installed"]);
  expect(judgeGoods(phone, express, "GB", rules)).toMatchObject({
    closing: [],
    limiting: [{ flag: "battery_installed" }],
  });
  const powerBank = { batteries: ["loose"], goods: [] } as const;
  expect(services.map((one) => closes(powerBank, one))).toEqual(
    services.map(() => ["battery_loose"]),
  );
});

test("what is liquid and not flammable goes by mail once a proof of it was seen", () => {
  const shampoo = { batteries: [], goods: ["liquid"] } as const;
  const by = named("via-singapore-air");
  expect(judgeGoods(shampoo, by, "US", rules).closing).toMatchObject([{ needsProof: true }]);
  const proven = judgeGoods({ ...shampoo, proven: ["liquid"] }, by, "US", rules);
  expect(proven).toMatchObject({ closing: [], limiting: [{ flag: "liquid" }] });
});

test("a proof that was seen opens what goes with one, and nothing that is refused", () => {
  const box = { batteries: [], goods: ["blade", "powder", "weapon"] } as const;
  const closes = (proven: readonly RuledFlag[]) =>
    judgeGoods({ ...box, proven }, named("hk-post-air"), "GB", rules).closing.map(
      ({ flag }) => flag,
    );
  expect(closes([])).toEqual(["blade", "powder", "weapon"]);
  expect(closes(["blade", "weapon"])).toEqual(["powder", "weapon"]);
});

test("a service is without rules where none of it or its carriers can close it", () => {
  const mine = { ...express, carrierCode: "ups", legs: [{ ...legs[0], carrierCode: "ups" }] };
  // What is suggested about batteries of any carrier does not say what this one refuses.
  expect(isWithoutRules(mine, acceptedGoodsRules)).toBe(true);
  expect(isWithoutRules(mine, [rule("branded", { answer: "limited" })])).toBe(true);
  const food = { countryCode: "US", mode: "express" } as const;
  expect(isWithoutRules(mine, [rule("food", { ...food, carrierCode: "ups" })])).toBe(false);
  expect(isWithoutRules(mine, [rule("food", { ...food, serviceCode: mine.code })])).toBe(false);
  expect(isWithoutRules(named("hk-post-air"), acceptedGoodsRules)).toBe(false);
});

const days = { validFrom: "2026-01-01", validUntil: null };

/** A service with a country and rules, most of which count for both; one by way of Singapore has two carriers. */
const anyCase = fc
  .record({
    service: fc.constantFrom(...services, ...Array<Service>(4).fill(named("via-singapore-air"))),
    country: fc.constantFrom(...countries),
  })
  .chain(({ service, country }) => {
    const anyRule = fc
      .record({
        serviceCode: fc.constantFrom(null, null, service.code, "other"),
        carrierCode: fc.constantFrom(null, "hk-post", "sg-post", "dhl"),
        mode: fc.constantFrom(null, service.mode, ...serviceModes),
        countryCode: fc.constantFrom(null, country, ...countries),
        answer: fc.constantFrom("refused" as const, "limited" as const, "allowed" as const),
      })
      .map((changes) => rule("liquid", changes));
    const some = fc.uniqueArray(anyRule, {
      maxLength: 20,
      comparator: (one, other) => doRulesTie({ ...one, ...days }, { ...other, ...days }),
    });
    return fc.record({ service: fc.constant(service), country: fc.constant(country), some });
  });

/** How specific a rule is, as numbers of which the first that differ decide. */
function specificity({ serviceCode, carrierCode, mode, countryCode }: GoodsRule): number[] {
  const level = [mode, carrierCode, serviceCode].findLastIndex((part) => part !== null);
  return [level, ...[countryCode, carrierCode, mode].map((part) => (part === null ? 0 : 1))];
}

/** The most specific rule by comparing each with each other; undefined of none. */
function mostSpecificOf(rulesOfOne: readonly GoodsRule[]): GoodsRule | undefined {
  const isMore = (one: GoodsRule, than: GoodsRule) => {
    const [first = 0, second = 0] = specificity(one).flatMap((part, at) => {
      const other = specificity(than)[at] ?? 0;
      return part === other ? [] : [part, other];
    });
    return first > second;
  };
  return rulesOfOne.find((one) => !rulesOfOne.some((other) => isMore(other, one)));
}

const strictnesses = ["allowed", "limited", "refused"];

test("the strictest of the most specific rules for each carrier counts, in any order of the rules", () => {
  fc.assert(
    fc.property(anyCase, ({ service, country, some }) => {
      const counting = countingRule("liquid", service, country, some);
      expect(countingRule("liquid", service, country, some.toReversed())).toBe(counting);
      const ways: readonly { readonly carrierCode: string }[] = [service, ...service.legs];
      const carriers = new Set(ways.map(({ carrierCode }) => carrierCode));
      const ofCarriers = [...carriers].flatMap((carrier) => {
        const fitting = some.filter(
          (one) =>
            (one.serviceCode ?? service.code) === service.code &&
            (one.mode ?? service.mode) === service.mode &&
            (one.countryCode ?? country) === country &&
            (one.carrierCode ?? carrier) === carrier,
        );
        return mostSpecificOf(fitting) ?? [];
      });
      const answers = ofCarriers.map(({ answer }) => strictnesses.indexOf(answer));
      expect(counting === undefined).toBe(answers.length === 0);
      if (counting === undefined) return;
      expect(ofCarriers).toContain(counting);
      expect(strictnesses.indexOf(counting.answer)).toBe(Math.max(...answers));
    }),
    { numRuns: 1_000 },
  );
});

test("a carrier that allows goods to a country opens no service of which another carrier refuses them", () => {
  const by = named("via-singapore-air");
  const allowed = rule("tobacco", {
    answer: "allowed",
    carrierCode: "hk-post",
    countryCode: "US",
  });
  const answer = (...some: readonly GoodsRule[]) =>
    countingRule("tobacco", by, "US", [allowed, ...some]);
  const refused = rule("tobacco", { carrierCode: "sg-post" });
  expect(answer(refused)).toBe(refused);
  expect(answer()).toBe(allowed);
  // A rule of the service counts for each of its carriers.
  const ofService = rule("tobacco", { answer: "allowed", serviceCode: by.code });
  expect(answer(refused, ofService)).toBe(ofService);
});

test("rules tie that are about the same, for the same, on a day that they share", () => {
  const first = { ...rule("liquid"), validFrom: "2026-01-01", validUntil: "2026-06-30" };
  expect(doRulesTie(first, { ...first, validFrom: "2026-06-30", validUntil: null })).toBe(true);
  expect(doRulesTie(first, { ...first, validFrom: "2026-07-01", validUntil: null })).toBe(false);
  expect(doRulesTie(first, { ...first, countryCode: "US" })).toBe(false);
  expect(doRulesTie(first, { ...first, flag: "powder" })).toBe(false);
  // It was ended before it ever counted.
  const never = { ...first, validFrom: "2026-03-01", validUntil: "2026-02-28" };
  expect(doRulesTie(first, never)).toBe(false);
  expect(doRulesTie(never, first)).toBe(false);
});

test("a battery of which nobody knows more is no reason, and 1,000 rules take less than 5 ms a box", () => {
  expect(flagsOfContents({ batteries: ["unknown", "none"], goods: ["food", "food"] })).toEqual([
    "food",
  ]);
  const many = Array.from({ length: 1_000 }, (_, index) =>
    rule(ruledFlags[index % ruledFlags.length] ?? "liquid", { serviceCode: `service-${index}` }),
  );
  const box = { batteries: ["installed", "loose"], goods: goodsFlags } as const;
  // Read anew for each comparison, as the server does.
  const judge = () => {
    const read = [...many];
    return services.map((one) => judgeGoods(box, one, "GB", read).closing.length);
  };
  judge();
  const start = performance.now();
  for (let round = 0; round < 20; round += 1) expect(judge()).toEqual(services.map(() => 0));
  expect((performance.now() - start) / 20).toBeLessThan(5);
});
