// The heading of the sign-up page. The server writes it into the prerendered page, and the screen renders the same.
import type { PlanName } from "#platform/rules/plan-name.ts";

type HeadingId =
  | "auth.signUpHeading.title"
  | "auth.signUpHeading.description"
  | "auth.signUpHeading.planTitle"
  | "auth.signUpHeading.planDescription";

/** Names the plan that was chosen before signing up, if any, in the language of `translate`. */
export function signUpHeading(
  plan: PlanName | null,
  translate: (id: HeadingId, values: { readonly plan: string }) => string,
): { title: string; description: string } {
  const values = { plan: plan ?? "" };
  if (plan === null) {
    return {
      title: translate("auth.signUpHeading.title", values),
      description: translate("auth.signUpHeading.description", values),
    };
  }
  return {
    title: translate("auth.signUpHeading.planTitle", values),
    description: translate("auth.signUpHeading.planDescription", values),
  };
}

/** What the server replaces by the heading in the prerendered page. */
export const signUpHeadingPlaces = {
  title: "%SIGN_UP_TITLE%",
  description: "%SIGN_UP_DESCRIPTION%",
} as const;
