// What an operator sets up before customers come, in its order.

/** Without a warehouse. */
export const serviceSteps = ["operator", "payments", "plans_and_rates", "staff"] as const;

/** With a warehouse, from its address until customers see it. */
export const warehouseSteps = [
  "address",
  "shelves",
  "suggestions",
  "number_ranges",
  "staff_roles",
  "tracking",
  "test_parcel",
  "opening",
] as const;

export type SetUpStep = (typeof serviceSteps)[number] | (typeof warehouseSteps)[number];

/**
 * The steps that admins also tick off themselves: what is right as it is, not needed, or left for later, leaves nothing
 * behind by which it could be known. With the address an admin says that there is no warehouse to run.
 */
export const tickedSteps = [
  "operator",
  "payments",
  "plans_and_rates",
  "staff",
  "address",
  "suggestions",
  "number_ranges",
  "staff_roles",
  "tracking",
  "test_parcel",
] as const satisfies readonly SetUpStep[];
export type TickedStep = (typeof tickedSteps)[number];
