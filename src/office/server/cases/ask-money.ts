// Money that customers ask for when they open a case.
import type { AskedMoney } from "#office/contract/case-money.ts";
import type { CaseKind, CaseProblem, CaseSubject } from "#office/rules/case.ts";
import {
  isMoneyProblem,
  moneyWindow,
  mostMoneyCents,
  valueOfGoods,
  windowState,
  type MoneyWindow,
} from "#office/rules/case-money.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { InsertOf } from "#platform/server/db/tables.ts";
import { sentence } from "#platform/server/translate.ts";
import { overDeclared, readPackageMoney, readPackageTimes } from "./case-money.ts";

/** Goods may be declared as worth more than any amount that can be granted. */
const mostStoredCents = 1_000_000_000;

/** What is stored of it. */
export type AskedFacts = Pick<InsertOf<"cases">, "askedCents" | "valueCents" | "concernedGoods">;

function outsideWindow(window: MoneyWindow | null) {
  return window === null
    ? apiError("case_outside_window", {}, sentence("errors.noMoneyWindow"))
    : apiError("case_outside_window", window, sentence("errors.caseOutsideWindow", window));
}

/** Whether money can be asked for now. Throws `case_outside_window`, with the days where there are any, where it is asked for otherwise. */
export async function isMoneyAsked(
  context: SignedInContext,
  opened: {
    readonly subject: CaseSubject;
    readonly subjectId: string;
    readonly problem: CaseProblem;
    readonly asked?: AskedMoney | undefined;
  },
): Promise<boolean> {
  const { db, session } = context;
  const { subject, subjectId, problem, asked } = opened;
  const times =
    subject === "package" && isMoneyProblem(problem)
      ? await readPackageTimes(db, session.person.id, subjectId)
      : undefined;
  const window =
    times === undefined || !isMoneyProblem(problem) ? "not_delivered" : moneyWindow(problem, times);
  const isOpen = typeof window !== "string" && windowState(window, context.now()) === "open";
  if (!isOpen && asked !== undefined) {
    throw outsideWindow(typeof window === "string" ? null : window);
  }
  return isOpen;
}

/** What is asked for, with what the goods concerned are worth today. Throws `not_found` for other goods, and `amount_over_declared`. */
export async function readAsked(
  context: SignedInContext,
  packageId: string,
  kind: CaseKind,
  { amountCents, goods: named }: AskedMoney,
): Promise<AskedFacts> {
  const userId = context.session.person.id;
  const { goods, ...money } = await readPackageMoney(context, userId, packageId);
  const isNamed = (one: (typeof goods)[number]) =>
    named.some(
      ({ inboundParcelId, position }) =>
        inboundParcelId === one.inboundParcelId && position === one.position,
    );
  const concerned = named.length === 0 ? goods : goods.filter(isNamed);
  if (concerned.length < named.length) throw apiError("not_found");
  const valueCents = valueOfGoods(concerned);
  const mostCents = mostMoneyCents({ ...money, valueCents, isLost: kind === "lost" });
  if (amountCents > mostCents) throw overDeclared(mostCents);
  return {
    askedCents: amountCents,
    valueCents: Math.min(valueCents, mostStoredCents),
    concernedGoods: JSON.stringify(concerned),
  };
}
