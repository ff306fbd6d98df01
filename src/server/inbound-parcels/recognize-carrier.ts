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
  const carrierCode = first?.carrierCode ?? null;
  if (first === undefined || carrierCode === null) return null;
  if (first.strength === "strong") return { carrierCode, confidence: "certain" };
  return {
    carrierCode,
    confidence: candidates.length === 1 ? "likely" : "possible",
  };
}

/** The columns of a parcel's carrier: the customer's choice, otherwise what the number says. */
export function carrierOf(trackingNumber: string, chosenCode: string | null) {
  if (chosenCode !== null) {
    return { carrierCode: chosenCode, carrierConfidence: "given" as const };
  }
  const recognized = trackingNumber === "" ? null : recognizeCarrier(trackingNumber);
  return {
    carrierCode: recognized?.carrierCode ?? null,
    carrierConfidence: recognized?.confidence ?? null,
  };
}
