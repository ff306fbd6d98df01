import { looksMistyped, recogniseTrackingNumber } from "#core/tracking-number.ts";
import { issuerName } from "#web/i18n/place-labels.ts";
import { t } from "./messages.ts";

/** The issuer of a tracking number or a warning about a typo, fallback `fallback`. It never blocks the form. */
export function TrackingNumberHint(props: { text: string; fallback: string }) {
  if (looksMistyped(props.text)) return t("packages.trackingNumberTypo");
  const match = recogniseTrackingNumber(props.text).find(({ strength }) => strength === "strong");
  return match
    ? t("packages.trackingNumberRecognized", { issuer: issuerName(match.issuer) })
    : props.fallback;
}
