// Money in cases: what customers can ask for, and what staff grant.
import * as z from "zod";
import { moneyProblems } from "#office/rules/case-money.ts";
import { transactionLimits } from "#money/rules/ledger.ts";
import { amountCents, id } from "#platform/contract/fields.ts";

const day = z.iso.date();

const moneyWindow = z.object({
  problem: z.enum(moneyProblems).meta({ id: "MoneyProblem" }),
  state: z.enum(["open", "before", "over", "not_handed_over", "not_delivered"]).meta({
    id: "MoneyWindowState",
    description: "Only while it is `open` can money be asked for",
  }),
  from: day
    .nullable()
    .describe("The first day, and `until` the last one; null before they are known"),
  until: day.nullable(),
});
moneyWindow.register(z.globalRegistry, { id: "MoneyWindow" });
export type MoneyWindowFacts = z.infer<typeof moneyWindow>;

export const concernedGoods = z.object({
  inboundParcelId: id,
  position: z.int().min(0).max(40).describe("0: the whole parcel, without lines"),
  description: z.string(),
  quantity: z.int(),
  valueCents: amountCents
    .nullable()
    .describe("In US dollars by the day's rate; null: it was not declared"),
});
concernedGoods.register(z.globalRegistry, { id: "ConcernedGoods" });

export const moneyTerms = z.object({
  windows: z.array(moneyWindow).describe("One of each problem"),
  goods: z.array(concernedGoods).describe("What was declared to be in it"),
  paidCents: amountCents.describe("For freight and box, which counts where all is lost"),
  givenCents: amountCents.describe("What was refunded or granted before"),
  usual: z
    .object({
      handedOverOn: day,
      days: z.int().describe("From the hand-over until `by`"),
      by: day,
      isMeasured: z
        .boolean()
        .describe("Nine in ten arrived by then; otherwise the latest that its service publishes"),
    })
    .nullable()
    .describe("How long it usually takes; null where that is not known, or it was delivered"),
});
moneyTerms.register(z.globalRegistry, { id: "MoneyTerms" });
export type MoneyTerms = z.infer<typeof moneyTerms>;

/** What a customer asks for. */
export const askedMoney = z
  .strictObject({
    amountCents: amountCents.min(1).max(transactionLimits.maximumCents),
    goods: z
      .array(z.strictObject({ inboundParcelId: id, position: z.int().min(0).max(40) }))
      .max(1_000)
      .default([])
      .describe("The goods concerned; none: all of them"),
  })
  .optional()
  .describe("Money for a package, within the windows of `cases.readMoneyTerms`");
export type AskedMoney = NonNullable<z.infer<typeof askedMoney>>;

/** What staff read about the money of a case. */
export const caseMoney = z.object({
  askedCents: amountCents.nullable(),
  goods: z.array(concernedGoods).describe("Those that its customer named when asking"),
  mostCents: amountCents
    .nullable()
    .describe("The most that can be granted; null where the thing has no value"),
  aloneCents: amountCents.describe("What the reader can still grant without a second person"),
  grant: z
    .object({
      amountCents,
      text: z.string().describe("What its customer is sent with it"),
      grantedBy: z.string().nullable().describe("The email of who proposed it"),
      isReaders: z.boolean().describe("The reader proposed it"),
      isPaid: z
        .boolean()
        .describe("Otherwise a second person with access to money is to confirm it"),
    })
    .nullable(),
});
caseMoney.register(z.globalRegistry, { id: "CaseMoney" });
export type CaseMoney = z.infer<typeof caseMoney>;
