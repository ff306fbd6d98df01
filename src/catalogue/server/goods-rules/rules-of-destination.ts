import type { CountryCode } from "#catalogue/rules/country.ts";
import {
  countingRule,
  ruledFlags,
  type GoodsAnswer,
  type GoodsRule,
  type RuledFlag,
  type RuledService,
} from "#catalogue/rules/goods-rule.ts";
import { isOpenTo } from "#catalogue/rules/service-comparison.ts";
import { goesTo, isOfferedFrom, type ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { ServiceSummary } from "#catalogue/contract/shipping-services.ts";
import { listSuspendedLanes } from "#catalogue/server/lanes/lanes.ts";
import {
  describeService,
  readServices,
} from "#catalogue/server/shipping-services/read-services.ts";
import { readPrepaidDuties } from "#catalogue/server/suggestions/suggestions.ts";
import { listOpenWarehouses } from "#catalogue/server/warehouses/warehouses.ts";
import type { Context } from "#platform/server/context.ts";
import { readGoodsRules } from "./read-goods-rules.ts";

export type AnswerOfService = {
  serviceCode: string;
  answer: GoodsAnswer;
  needsProof: boolean;
  text: string;
  source: string;
  day: string;
};

export type AnswersAboutGoods = { flag: RuledFlag; answers: AnswerOfService[] };

/** What services do not take, or only under a condition, to a country; null: wherever it goes. */
export function answersAboutGoods(
  services: readonly RuledService[],
  rules: readonly GoodsRule[],
  countryCode: CountryCode | null,
): AnswersAboutGoods[] {
  const items = ruledFlags.map((flag) => ({
    flag,
    answers: services.flatMap((service) => {
      const rule = countingRule(flag, service, countryCode, rules);
      if (rule === undefined || rule.answer === "allowed") return [];
      const { answer, needsProof, text, source, sourceDay: day } = rule;
      return [{ serviceCode: service.code, answer, needsProof, text, source, day }];
    }),
  }));
  return items.filter(({ answers }) => answers.length > 0);
}

/** What decides where the services go that ship requests from the open warehouses may take today, and what they take. */
export async function readOfferedToday(
  context: Pick<Context, "db" | "language" | "now" | "servicePrices">,
) {
  const { today, services } = await readServices(context);
  const rules = await readGoodsRules(context, today);
  const { items: lanes } = await listSuspendedLanes(context);
  const { inForce: prepaidDuty } = await readPrepaidDuties(context.db, today);
  const warehouses = await listOpenWarehouses(context.db);
  const offered = services.filter((service) =>
    warehouses.some(({ country }) => isOfferedFrom(service, country)),
  );
  return { today, services, offered, rules, lanes, prepaidDuty };
}

type OfferedToday = Awaited<ReturnType<typeof readOfferedToday>>;

/** The services that go to a country today, and those that do but are closed there: a lane is suspended, or duty cannot be prepaid. */
export function servicesTo(
  countryCode: CountryCode,
  { today: day, offered, ...facts }: OfferedToday,
): { readonly open: readonly ShippingService[]; readonly closed: readonly ShippingService[] } {
  const going = offered.filter((service) => goesTo(service, countryCode, facts.services));
  const isOpen = (service: ShippingService) => isOpenTo(service, { countryCode, day }, facts);
  return { open: going.filter(isOpen), closed: going.filter((service) => !isOpen(service)) };
}

/** What the services that go to a country today do not take, or only under a condition, in the language of the request. */
export async function listForDestination(
  context: Context,
  { countryCode }: { readonly countryCode: CountryCode },
): Promise<{ services: ServiceSummary[]; items: AnswersAboutGoods[] }> {
  const offered = await readOfferedToday(context);
  const { open } = servicesTo(countryCode, offered);
  return {
    services: open.map((service) => describeService(service, context.language)),
    items: answersAboutGoods(open, offered.rules, countryCode),
  };
}
