import { looksMistyped, recogniseTrackingNumber } from "#core/tracking-number.ts";
import { useCarriers } from "#web/carriers/use-carriers.ts";
import { issuerName } from "#web/i18n/place-labels.ts";
import { t } from "./details-messages.ts";

/** The issuer of a tracking number or a warning about a typo, fallback `fallback`. It never blocks the form. */
export function TrackingNumberHint(props: { text: string; fallback: string }) {
  const { nameOf } = useCarriers();
  if (looksMistyped(props.text)) return t("package-details.trackingNumberTypo");
  const match = recogniseTrackingNumber(props.text).find(({ strength }) => strength === "strong");
  return match
    ? t("package-details.trackingNumberRecognized", { issuer: issuerName(match.issuer, nameOf) })
    : props.fallback;
}
