import type { PlanFeature } from "#catalogue/rules/plan.ts";
import { t } from "#ui/web/i18n/messages.tsx";

export function planFeatureLabel(feature: PlanFeature): string {
  return t(`labels.planFeature.${feature}`);
}
