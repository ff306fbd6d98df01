import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";

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
