/** Names of the plans, from the smallest to the largest, as they are stored and shown. */
export const planNames = ["Basic", "Super", "Premium"] as const;

/** The name of a plan, as stored and shown. */
export type PlanName = (typeof planNames)[number];
