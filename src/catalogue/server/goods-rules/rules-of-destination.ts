import type { CountryCode } from "#catalogue/rules/country.ts";
import {
  countingRule,
  ruledFlags,
  type GoodsAnswer,
  type RuledFlag,
} from "#catalogue/rules/goods-rule.ts";
import { goesTo, mayBeRequested } from "#catalogue/rules/shipping-service.ts";
import type { ServiceSummary } from "#catalogue/contract/shipping-services.ts";
import {
  describeService,
  readServices,
} from "#catalogue/server/shipping-services/read-services.ts";
import type { Context } from "#platform/server/context.ts";
import { readGoodsRules } from "./read-goods-rules.ts";

type AnswerOfService = {
  serviceCode: string;
  answer: GoodsAnswer;
  needsProof: boolean;
  text: string;
  source: string;
  day: string;
};

/** What the services that go to a country do not take, or only under a condition, in the language of the request. */
export async function listForDestination(
  context: Context,
  { countryCode }: { readonly countryCode: CountryCode },
): Promise<{
  services: ServiceSummary[];
  items: { flag: RuledFlag; answers: AnswerOfService[] }[];
}> {
  const { today, services } = await readServices(context);
  const rules = await readGoodsRules(context, today);
  const offered = services.filter(
    (service) => mayBeRequested(service) && goesTo(service, countryCode, services),
  );
  const items = ruledFlags.map((flag) => ({
    flag,
    answers: offered.flatMap((service) => {
      const rule = countingRule(flag, service, countryCode, rules);
      if (rule === undefined || rule.answer === "allowed") return [];
      const { answer, needsProof, text, source, sourceDay: day } = rule;
      return [{ serviceCode: service.code, answer, needsProof, text, source, day }];
    }),
  }));
  return {
    services: offered.map((service) => describeService(service, context.language)),
    items: items.filter(({ answers }) => answers.length > 0),
  };
}
