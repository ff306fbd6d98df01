// How much money a case can be about.
import { usualCaseDays } from "#catalogue/rules/shipping-service.ts";
import { readExchangeRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import { convertedValue, type KnownRates } from "#goods/rules/customs-values.ts";
import type { MoneyTerms } from "#office/contract/case-money.ts";
import type { CaseSubject } from "#office/rules/case.ts";
import {
  moneyProblems,
  moneyWindow,
  mostMoneyCents,
  usualWay,
  valueOfGoods,
  windowState,
  type ConcernedGoods,
  type PackageTimes,
} from "#office/rules/case-money.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import { localeOf } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { translate } from "#platform/server/translate.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  findPackageOf,
  findPackageTimes,
  findTransactionCents,
  listDeclaredGoods,
  sumGranted,
  sumPaid,
  type CaseMoneyRow,
  type DeclaredGoods,
} from "./case-money-queries.ts";

type Services = Pick<SignedInContext, "db" | "exchangeRates" | "now">;

/** What goods were worth by the rates of today; one in a currency without a rate has no value. */
function toConcerned(
  { valueMinor, currency, ...line }: DeclaredGoods,
  rates: KnownRates,
): ConcernedGoods {
  const valueCents =
    valueMinor === null || currency === null
      ? null
      : convertedValue({ valueMinor: Number(valueMinor), currency }, "USD", rates);
  return { ...line, valueCents };
}

async function readGoods(
  services: Services,
  of: Parameters<typeof listDeclaredGoods>[1],
): Promise<ConcernedGoods[]> {
  const { newest } = await readExchangeRates(services);
  const declared = await listDeclaredGoods(services.db, of);
  return declared.map((line) => toConcerned(line, newest?.rates ?? {}));
}

/** When a package was handed over and delivered; undefined for another customer's. */
export async function readPackageTimes(
  db: Db,
  userId: string,
  packageId: string,
): Promise<PackageTimes | undefined> {
  const row = await findPackageTimes(db, userId, packageId);
  if (row === undefined) return undefined;
  const { latest, unit, ...times } = row;
  return {
    ...times,
    published: latest === null || unit === null ? null : { latest, unit },
    moneyDays: times.moneyDays ?? usualCaseDays.moneyDays,
    lostAfterDays: times.lostAfterDays ?? usualCaseDays.lostAfterDays,
    lostUntilDays: times.lostUntilDays ?? usualCaseDays.lostUntilDays,
  };
}

/** What was in a package, what was paid to send it, and what was given back before. */
export async function readPackageMoney(services: Services, userId: string, packageId: string) {
  const thing = { subject: "package", subjectId: packageId } as const;
  const { paidCents, refundedCents } = await sumPaid(services.db, userId, packageId);
  const grantedCents = await sumGranted(services.db, userId, thing, packageId);
  return {
    goods: await readGoods(services, { packageId }),
    paidCents,
    givenCents: refundedCents + grantedCents,
  };
}

/** For what and until when the signed-in customer can ask for money about an own package. Throws `not_found`. */
export async function readMoneyTerms(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<MoneyTerms> {
  const { db, session } = context;
  const userId = session.person.id;
  const times = await readPackageTimes(db, userId, packageId);
  if (times === undefined) throw apiError("not_found");
  const windows = moneyProblems.map((problem) => {
    const window = moneyWindow(problem, times);
    return typeof window === "string"
      ? ({ problem, state: window, from: null, until: null } as const)
      : { problem, state: windowState(window, context.now()), ...window };
  });
  const money = await readPackageMoney(context, userId, packageId);
  return { windows, ...money, usual: usualWay(times) };
}

/**
 * How much can be granted in a case, and what was granted before that counts for it, in cents; `mostCents` null where the
 * thing has no value, so that only the limits of people hold.
 */
export async function readGrantable(
  services: Services,
  one: CaseMoneyRow,
): Promise<{ readonly mostCents: number | null; readonly grantedCents: number }> {
  const { db } = services;
  const { userId, subject, subjectId, kind } = one;
  const found = await findPackageOf(db, one);
  // What was asked for is of a package, and stays the measure once that is deleted.
  const packageId = found ?? (one.valueCents === null ? undefined : subjectId);
  const grantedCents = await sumGranted(db, userId, one, packageId);
  if (packageId !== undefined) {
    const { goods, ...money } = await readPackageMoney(services, userId, packageId);
    const concerned =
      subject === "inbound_parcel"
        ? goods.filter(({ inboundParcelId }) => inboundParcelId === subjectId)
        : goods;
    const valueCents = one.valueCents ?? valueOfGoods(concerned);
    // What was charged can be about the transport too.
    const isLost = kind === "lost" || subject === "transaction";
    const ofPackage = mostMoneyCents({ ...money, valueCents, isLost });
    const left = subject === "transaction" ? await readValue(services, one) : null;
    return { mostCents: Math.min(ofPackage, left ?? ofPackage), grantedCents };
  }
  const valueCents = await readValue(services, one);
  return { mostCents: valueCents && Math.max(0, valueCents - grantedCents), grantedCents };
}

/** What a thing that is in no package was worth; null where it has no value. */
async function readValue(
  services: Services,
  thing: {
    readonly userId: string;
    readonly subject: CaseSubject;
    readonly subjectId: string;
  },
): Promise<number | null> {
  const { userId, subject, subjectId } = thing;
  if (subject === "inbound_parcel") {
    return valueOfGoods(await readGoods(services, { inboundParcelId: subjectId }));
  }
  if (subject !== "transaction") return null;
  const found = await findTransactionCents(services.db, userId, subjectId);
  return found === undefined ? null : found.amountCents - found.refundedCents;
}

/** More money than the goods were worth and what was paid, less what was given back. */
export function overDeclared(mostCents: number): ApiError {
  return apiError("amount_over_declared", { mostCents }, (language) =>
    translate(language, "errors.amountOverDeclared", {
      most: formatUsd(mostCents, localeOf(language)),
    }),
  );
}
