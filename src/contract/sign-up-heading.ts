// The heading of the sign-up page. The server writes it into the prerendered page, and the screen renders the same.
import type { PlanName } from "#core/plan.ts";
import type english from "#messages/en/signUp.json";

type Translate = (id: keyof typeof english, values?: { plan: PlanName }) => string;

/** Names the plan that was chosen before signing up, if any. */
export function signUpHeading(
  plan: PlanName | null,
  translate: Translate,
): { title: string; description: string } {
  if (plan === null) {
    return { title: translate("signUp.title"), description: translate("signUp.description") };
  }
  return {
    title: translate("signUp.titleWithPlan", { plan }),
    description: translate("signUp.descriptionWithPlan"),
  };
}

/** What the server replaces by the heading in the prerendered page. */
export const signUpHeadingPlaces = {
  title: "%SIGN_UP_TITLE%",
  description: "%SIGN_UP_DESCRIPTION%",
} as const;
