import { apiError } from "#platform/contract/errors.ts";
import type { PaymentMode } from "#shipping/rules/ship-request.ts";

type Payment = {
  readonly paymentMode: PaymentMode;
  readonly serviceCode: string | null;
  readonly capCents: number | null;
};

/** The payment as it is stored: paying after the quote needs no service. Throws `invalid_payment_mode`. */
export function parsePayment({ paymentMode, serviceCode, capCents }: Payment): Payment {
  if (paymentMode === "quote_first") {
    if (capCents !== null) throw apiError("invalid_payment_mode");
    return { paymentMode, serviceCode: null, capCents };
  }
  if (serviceCode === null || capCents === null) throw apiError("invalid_payment_mode");
  return { paymentMode, serviceCode, capCents };
}
