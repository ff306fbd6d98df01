// What staff let customers choose in a case.
import * as z from "zod";
import { choiceEffects, choiceLimits } from "#office/rules/case-choice.ts";
import { id, line, time } from "#platform/contract/fields.ts";

export const choiceEffect = z.enum(choiceEffects).meta({ id: "ChoiceEffect" });

/** A choice as both sides read it. */
export const caseChoice = z.object({
  code: z.string(),
  label: z.string(),
  effect: choiceEffect
    .nullable()
    .describe("What is done when it is chosen, or agreed to, which staff then do; null: an answer"),
  shipRequestId: id.nullable().describe("The ship request that this changes; null: none"),
  inboundParcelIds: z.array(id).describe("Those that are left out of it"),
});
caseChoice.register(z.globalRegistry, { id: "CaseChoice" });

const askedChoice = z.strictObject({
  label: line(choiceLimits.labelLength).refine((label) => label !== "", "Please name the choice."),
  effect: choiceEffect.nullable().default(null),
  inboundParcelIds: z
    .array(id)
    .max(choiceLimits.parcels)
    .default([])
    .describe("Of `leave_out_parcels`: those that are left out"),
});
export type AskedChoice = z.infer<typeof askedChoice>;

export const askedChoices = z.array(askedChoice).min(1).max(choiceLimits.most);

export const answerBy = time
  .optional()
  .describe(
    "By when the customer is to answer; the case then returns to staff, and nothing else is done",
  );

/** What choices can be about. */
export const choosableThings = z.object({
  shipRequestId: id.nullable().describe("The open ship request of the case's thing"),
  shipRequestName: z.string().nullable(),
  parcels: z.array(z.object({ id, name: z.string() })),
});
choosableThings.register(z.globalRegistry, { id: "ChoosableThings" });
export type ChoosableThings = z.infer<typeof choosableThings>;
