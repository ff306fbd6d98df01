// Row types of the tables about plans.

export type PlansTables = Record<never, never>;
