import type { PlanFeature } from "#core/plan.ts";
import { t } from "#web/i18n/label-messages.ts";

export function planFeatureLabel(feature: PlanFeature): string {
  return t(`labels.planFeature.${feature}`);
}
