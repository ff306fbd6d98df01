// What staff let customers choose in a case, and what is done then.

/**
 * What is done when a customer chooses: operations of theirs with fixed arguments, or a yes, which staff carry out by their
 * own way, with two people.
 */
export const choiceEffects = [
  "leave_out_parcels",
  "continue_without_missing",
  "cancel_ship_request",
  "agree_return",
  "agree_dispose",
] as const;
export type ChoiceEffect = (typeof choiceEffects)[number];

/** Those that change the ship request of the case's thing. */
export const requestEffects = [
  "leave_out_parcels",
  "continue_without_missing",
  "cancel_ship_request",
] as const satisfies readonly ChoiceEffect[];

/** Whether an effect changes a ship request. */
export function changesRequest(effect: ChoiceEffect): effect is (typeof requestEffects)[number] {
  return (requestEffects as readonly ChoiceEffect[]).includes(effect);
}

/** One of the choices of a message, as it is stored. */
export type CaseChoice = {
  readonly code: string;
  readonly label: string;
  /** null: it is an answer, and nothing is done. */
  readonly effect: ChoiceEffect | null;
  /** The request that it changes, as it was when staff asked. */
  readonly shipRequestId: string | null;
  /** Those that are left out. */
  readonly inboundParcelIds: readonly string[];
};

export const choiceLimits = { most: 4, labelLength: 120, parcels: 100 } as const;

/** Within how many hours customs are answered, unless they say something else. */
export const customsHours = 48;

/** The longest that customers get to answer. */
export const mostAnswerDays = 60;

/** Why a choice can no longer be made: it was made, something newer is asked, the time has passed, or the case is closed. */
export type ChoiceEnd = "chosen" | "asked_anew" | "late" | "closed";

/** Whether a customer may still choose; null: they may. */
export function choiceEnd(facts: {
  readonly isChosen: boolean;
  readonly isNewest: boolean;
  readonly isClosed: boolean;
  /** Whether the case was returned to staff because the time had passed. */
  readonly isOverdue: boolean;
  readonly answerBy: Date | null;
  readonly now: Date;
}): ChoiceEnd | null {
  if (facts.isChosen) return "chosen";
  if (facts.isClosed) return "closed";
  if (!facts.isNewest) return "asked_anew";
  const isLate = facts.answerBy !== null && facts.answerBy <= facts.now;
  return facts.isOverdue || isLate ? "late" : null;
}
