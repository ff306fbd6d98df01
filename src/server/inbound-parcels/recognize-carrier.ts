import type { carrierConfidences } from "#core/inbound-parcel.ts";
import { recogniseTrackingNumber } from "#core/tracking-number.ts";

/** A carrier that may have issued a number, and how certain that is. */
type RecognizedCarrier = {
  readonly carrierCode: string;
  readonly confidence: (typeof carrierConfidences)[number];
};

/** The likeliest carrier of a number; null where nothing speaks for one. */
export function recognizeCarrier(trackingNumber: string): RecognizedCarrier | null {
  const candidates = recogniseTrackingNumber(trackingNumber).filter(
    ({ strength }) => strength !== "weak",
  );
  const [first] = candidates;
  if (first === undefined || typeof first.issuer !== "string") return null;
  if (first.issuer === "domestic-courier") return null;
  if (first.strength === "strong") return { carrierCode: first.issuer, confidence: "certain" };
  return {
    carrierCode: first.issuer,
    confidence: candidates.length === 1 ? "likely" : "possible",
  };
}
