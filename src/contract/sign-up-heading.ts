// The heading of the sign-up page. The server writes it into the prerendered page, and the screen renders the same.
import type { PlanName } from "#core/plan.ts";

/** Names the plan that was chosen before signing up, if any. */
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

/** What the server replaces by the heading in the prerendered page. */
export const signUpHeadingPlaces = {
  title: "%SIGN_UP_TITLE%",
  description: "%SIGN_UP_DESCRIPTION%",
} as const;
