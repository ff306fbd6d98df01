import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { OrderedExtras } from "./ordered-extras.tsx";

/** What was ordered for a parcel or package. */
export function ExtrasCard(props: { extras: readonly OrderedExtraService[] }) {
  return (
    <SectionCard title={t("ship-requests.extra.title")}>
      <OrderedExtras extras={props.extras} />
    </SectionCard>
  );
}
