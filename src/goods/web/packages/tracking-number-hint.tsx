import { looksMistyped, recogniseTrackingNumber } from "#catalogue/rules/tracking-number.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { issuerName } from "#tracking/web/i18n/tracking-labels.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The issuer of a tracking number or a warning about a typo, fallback `fallback`. It never blocks the form. */
export function TrackingNumberHint(props: { text: string; fallback: string }) {
  const { nameOf } = useCarriers();
  if (looksMistyped(props.text)) return <span>{t("package-details.trackingNumberTypo")}</span>;
  const match = recogniseTrackingNumber(props.text).find(({ strength }) => strength === "strong");
  const text = match
    ? t("package-details.trackingNumberRecognized", { issuer: issuerName(match.issuer, nameOf) })
    : props.fallback;
  return <span>{text}</span>;
}
