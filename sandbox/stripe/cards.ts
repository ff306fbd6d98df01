/** Test cards: reads the card of the payment form, and defines how its bank responds. */

/** A well-formed card, without its number, which is never stored. */
export interface Card {
  brand: "visa" | "mastercard" | "amex" | "discover" | "unionpay";
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  answer: CardAnswer;
}

/** A declined charge: the provider's codes, and the message for the payer. */
export interface CardDecline {
  approved: false;
  code: string;
  declineCode: string;
  message: string;
}

/** The bank's decision on a charge. */
export type CardAnswer =
  | {
      approved: true;
      /** Its decision without the payer, for renewals and plan changes. */
      later?: CardDecline | undefined;
      /** The bank's decision after some days. */
      delayed?: "succeeded" | "failed";
      /** The payer disputes the charge as fraudulent. */
      disputed?: true;
    }
  | CardDecline;

/** The typed text of each field. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

const declined = (declineCode: string, message: string, code = "card_declined"): CardDecline => ({
  approved: false,
  code,
  declineCode,
  message,
});

/** The decline of a renewal by a card that paid before. */
export const renewalRefusal = declined("generic_decline", "Your card was declined.");

/**
 * The provider's public test numbers, and two of our own for payments that take days, which the provider has for bank
 * accounts only; every other well-formed number is declined, as in its test mode.
 */
const answers: Record<string, CardAnswer> = {
  "4242424242424242": { approved: true },
  "4000056655665556": { approved: true },
  "5555555555554444": { approved: true },
  "378282246310005": { approved: true },
  "6011111111111117": { approved: true },
  "6200000000000005": { approved: true },
  "4000000000000341": { approved: true, later: renewalRefusal },
  "4000000000000259": { approved: true, disputed: true },
  "4000000000005100": { approved: true, delayed: "succeeded" },
  "4000000000005217": { approved: true, delayed: "failed" },
  "4000000000000002": declined("generic_decline", "Your card was declined."),
  "4000000000009995": declined("insufficient_funds", "Your card has insufficient funds."),
  "4000000000000069": declined("expired_card", "Your card has expired.", "expired_card"),
  "4000000000000127": declined(
    "incorrect_cvc",
    "Your card's security code is incorrect.",
    "incorrect_cvc",
  ),
};

/** Test payment methods of the provider by id, with their card numbers. */
export const readyMadeCards: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_chargeCustomerFail: "4000000000000341",
};

const notATestCard = declined(
  "test_mode_live_card",
  "Your card was declined. This page is in test mode and takes test card numbers only.",
);

function brandOf(number: string): Card["brand"] | undefined {
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  if (/^6(011|5)/.test(number)) return "discover";
  if (number.startsWith("62")) return "unionpay";
  return undefined;
}

/** Whether the number's check digit is right (ISO/IEC 7812-1, annex B). */
export function passesLuhn(number: string): boolean {
  const sum = [...number]
    .toReversed()
    .map(Number)
    .map((digit, place) => (place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

/** Reads `MM / YY`, `MMYY` or `MM/YYYY`; `undefined` when it is no month of a year. */
function readExpiry(typed: string): { month: number; year: number } | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d{2})$/.exec(typed.trim());
  return match === null ? undefined : { month: Number(match[1]), year: 2000 + Number(match[2]) };
}

/** Reads a typed card, or returns an error for each field. A card is good through the last day of its month (UTC). */
export function readCard(
  typed: TypedCard,
  now: Date,
): { card: Card } | { errors: Partial<Record<keyof TypedCard, string>> } {
  const errors: Partial<Record<keyof TypedCard, string>> = {};
  const number = typed.number.replace(/[\s-]/g, "");
  const brand = brandOf(number);
  const length = brand === "amex" ? 15 : 16;
  if (number === "") errors.number = "Enter your card number.";
  else if (!/^\d+$/.test(number)) errors.number = "A card number has digits only.";
  else if (number.length < length) errors.number = "Your card number is incomplete.";
  else if (brand === undefined || number.length > length || !passesLuhn(number)) {
    errors.number = "Your card number is invalid.";
  }
  const expiry = readExpiry(typed.expiry);
  if (typed.expiry.trim() === "") errors.expiry = "Enter the expiry date.";
  else if (expiry === undefined) errors.expiry = "Enter the date as MM / YY, such as 04 / 30.";
  else if (Date.UTC(expiry.year, expiry.month, 1) <= now.getTime()) {
    errors.expiry = "Your card's expiry date is in the past.";
  } else if (expiry.year > now.getUTCFullYear() + 50) {
    errors.expiry = "Your card's expiry year is invalid.";
  }
  const cvcLength = brand === "amex" ? 4 : 3;
  const cvc = typed.cvc.trim();
  if (cvc === "") errors.cvc = "Enter the security code.";
  else if (!/^\d+$/.test(cvc) || cvc.length > 4) errors.cvc = "Your security code is invalid.";
  else if (cvc.length < cvcLength) errors.cvc = "Your card's security code is incomplete.";
  else if (cvc.length > cvcLength) errors.cvc = "Your security code is invalid.";
  if (Object.keys(errors).length > 0 || brand === undefined || expiry === undefined) {
    return { errors };
  }
  return {
    card: {
      brand,
      last4: number.slice(-4),
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      answer: answers[number] ?? notATestCard,
    },
  };
}
