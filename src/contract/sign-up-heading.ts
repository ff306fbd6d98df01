// The heading of the registration, which the server writes into the page drawn ahead of time, and the screen draws.
import type { PlanName } from "#core/plan.ts";

/** Names the plan that was chosen before, if any. */
export function signUpHeading(plan: PlanName | null): { title: string; description: string } {
  if (plan === null) {
    return {
      title: "Sign up",
      description: "An account is free. You choose a plan when you are ready to ship.",
    };
  }
  return {
    title: `Sign up for the ${plan} plan`,
    description: "First your account. You subscribe once you are in.",
  };
}

/** What stands in the page drawn ahead of time where the server writes the heading. */
export const signUpHeadingPlaces = {
  title: "%SIGN_UP_TITLE%",
  description: "%SIGN_UP_DESCRIPTION%",
} as const;
