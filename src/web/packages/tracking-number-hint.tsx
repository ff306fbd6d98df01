/** What a tracking number tells of itself. */
import { looksMistyped, recogniseTrackingNumber } from "#core/tracking-number.ts";

/** Its issuer, or that it looks mistyped; what to type there where it tells nothing. Never a reason to refuse it. */
export function TrackingNumberHint(props: { text: string; otherwise: string }) {
  if (looksMistyped(props.text)) return "Please check this number: it looks mistyped.";
  const sure = recogniseTrackingNumber(props.text).find(({ strength }) => strength === "strong");
  return sure ? `Recognised: ${sure.issuer}` : props.otherwise;
}
