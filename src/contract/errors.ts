import { ApiError } from "#core/api-error.ts";
import { trackingNumberRule } from "#core/tracking-number-text.ts";

type ErrorDescription = {
  /** HTTP status. */
  readonly status: number;
  /** Shown to users. */
  readonly message: string;
};

/**
 * Every error that the API returns. Codes are stable, and clients may rely on them; messages may change, except those
 * that the specification words (sections 4 and 8), which stay to the letter.
 */
export const errorCatalogue = {
  invalid_input: { status: 400, message: "The request is not valid. Please check your input." },
  request_aborted: {
    status: 400,
    message: "The request ended before it was complete.",
  },
  signed_out: { status: 401, message: "Please log in to continue." },
  forbidden: { status: 403, message: "You do not have access to this." },
  foreign_origin: { status: 403, message: "This request did not come from this site." },
  not_found: { status: 404, message: "This does not exist, or you do not have access to it." },
  method_not_allowed: {
    status: 405,
    message: "This address does not support this request method.",
  },
  conflict: {
    status: 409,
    message: "Someone else changed this in the meantime. Please reload and try again.",
  },
  unknown_host: {
    status: 421,
    message: "This server is not available at this address.",
  },
  idempotency_key_reused: {
    status: 409,
    message: "This request was already sent with different contents. Please start again.",
  },
  too_large: { status: 413, message: "The request is too large." },
  unsupported_media_type: {
    status: 415,
    message: "Send JSON, with the header Content-Type: application/json.",
  },
  too_many_requests: { status: 429, message: "Too many attempts. Please wait and try again." },
  unexpected: { status: 500, message: "An unexpected error occurred. Please try again." },
  busy: {
    status: 503,
    message: "The server is busy. Please try again in a few seconds.",
  },
  unavailable: {
    status: 503,
    message: "The service is temporarily unavailable. Please try again.",
  },
  maintenance: {
    status: 503,
    message: "Maintenance is in progress. Your data is safe. Please try again in a few minutes.",
  },

  invalid_credentials: { status: 401, message: "Invalid email or password." },
  invalid_admin_credentials: { status: 401, message: "Invalid admin credentials" },
  email_not_verified: {
    status: 403,
    message: "Please verify your email address first. We can send you the link again.",
  },
  missing_information: { status: 400, message: "Please fill in all required fields." },
  invalid_email: { status: 400, message: "Please enter a valid email address." },
  weak_password: { status: 400, message: "Please choose a stronger password." },
  registration_closed: { status: 403, message: "New registrations are closed at the moment." },
  reauthentication_required: {
    status: 403,
    message: "Please enter your password again to continue.",
  },
  wrong_password: { status: 403, message: "This password is not correct." },
  two_factor_required: {
    status: 401,
    message: "Please enter the 6-digit code from your authenticator app.",
  },
  two_factor_enabled: {
    status: 409,
    message: "Two-factor authentication is already enabled.",
  },
  two_factor_not_enabled: {
    status: 409,
    message: "Two-factor authentication is not enabled.",
  },
  two_factor_not_started: {
    status: 409,
    message: "Please start setting up two-factor authentication first.",
  },
  invalid_code: { status: 400, message: "Please enter a 6-digit verification code." },
  wrong_code: {
    status: 403,
    message: "This code is not correct, or was already used. Please try the next one.",
  },
  challenge_expired: { status: 401, message: "Please log in again to try once more." },
  balance_not_zero: {
    status: 409,
    message: "There is still money in your wallet. Please request a payout first.",
  },
  subscription_active: {
    status: 409,
    message: "Please cancel your subscription before you close your account.",
  },
  payment_in_progress: {
    status: 409,
    message: "One of your payments is still in progress. Please try again once it has completed.",
  },
  admin_account: {
    status: 403,
    message: "An administrator's account cannot be closed. The operator can revoke the role first.",
  },
  account_suspended: {
    status: 403,
    message: "This account is suspended. Please contact support.",
  },
  account_closed: { status: 409, message: "This account is closed, so it cannot be changed." },
  email_taken: { status: 409, message: "Another account uses this email address." },
  configured_admin: {
    status: 403,
    message:
      "The configured operator's address cannot be assigned to an account or removed from one.",
  },
  own_account: {
    status: 403,
    message: "You cannot do this to your own account. Please ask another administrator.",
  },
  last_admin: { status: 409, message: "The last administrator cannot be suspended." },
  nothing_to_pay_out: { status: 409, message: "There is no money in your wallet to pay out." },
  invalid_payout_amount: { status: 400, message: "A payout is at least $1.00." },
  payout_above_balance: {
    status: 409,
    message: "Your wallet balance is lower than this. Please enter a smaller amount.",
  },
  payout_requested: {
    status: 409,
    message: "You have already requested a payout. We will email you soon.",
  },
  payout_started: {
    status: 409,
    message: "This payout is already being paid, so it can no longer be withdrawn.",
  },
  link_not_valid: {
    status: 400,
    message: "This link is no longer valid. Please request a new one.",
  },
  no_session_established: {
    status: 400,
    message: "Failed to establish session after setting token",
  },

  plan_not_found: { status: 400, message: "Please select a subscription plan." },
  subscription_exists: { status: 409, message: "You already have an active subscription." },
  same_plan: { status: 409, message: "This is your current plan." },
  no_subscription: { status: 409, message: "There is no active subscription to change." },
  subscription_not_changed: {
    status: 502,
    message: "Could not change your subscription. Please try again.",
  },
  subscription_busy: {
    status: 409,
    message: "Another change to this plan is still in progress. Please try again in a moment.",
  },
  card_declined: {
    status: 402,
    message: "Your card was declined. Your plan stays as it is.",
  },
  checkout_failed: {
    status: 502,
    message: "Could not open checkout page. Please try again.",
  },

  invalid_amount: { status: 400, message: "Please enter a valid amount to deposit." },
  deposit_failed: { status: 502, message: "Could not create deposit session. Please try again." },
  deposit_ended: {
    status: 409,
    message: "This deposit can no longer be paid. Please start a new one.",
  },
  invalid_adjustment_amount: { status: 400, message: "Please enter a valid positive amount." },
  insufficient_balance: {
    status: 409,
    message: "User doesn't have enough wallet balance for this deduction.",
  },
  own_wallet: { status: 403, message: "You cannot adjust your own wallet." },

  subscription_required: { status: 403, message: "A subscription is required to add packages." },
  quota_exceeded: {
    status: 403,
    message: "Your package quota for this month is used up.",
  },
  customer_quota_exceeded: {
    status: 409,
    message:
      "The customer cancelled this package and has no package left this month. Increase their quota first.",
  },
  invalid_tracking_number: {
    status: 400,
    message: trackingNumberRule,
  },
  invalid_weight: {
    status: 400,
    message: "Please enter a valid weight greater than 0, or leave it empty.",
  },
  weight_above_plan: { status: 400, message: "The package is heavier than your plan allows." },
  package_not_changeable: {
    status: 409,
    message: "This package can no longer be changed.",
  },
  too_many_legs: { status: 409, message: "Maximum of 3 shipping legs allowed." },
  too_many_images: { status: 409, message: "A package can have at most 10 images." },
  invalid_image: {
    status: 400,
    message: "This file is not a supported image. Use JPEG, PNG, WebP, HEIC or GIF.",
  },

  too_many_pixels: { status: 400, message: "The image has more than 40 megapixels." },

  lane_suspended: { status: 409, message: "This lane is already marked as suspended." },

  invalid_provider_key: {
    status: 400,
    message: "A secret key starts with sk_test_, sk_live_, rk_test_ or rk_live_.",
  },
  invalid_webhook_secret: {
    status: 400,
    message: "A webhook signing secret starts with whsec_.",
  },
  endpoint_not_allowed: {
    status: 400,
    message:
      "The endpoint must be https://api.stripe.com or the one in the server's configuration.",
  },
  provider_key_rejected: {
    status: 409,
    message: "The payment provider does not accept this key. Nothing was changed.",
  },
  provider_unreachable: {
    status: 409,
    message:
      "The payment provider did not respond, so the key could not be checked. Nothing was changed; please try again.",
  },
  webhook_not_verified: { status: 400, message: "The signature of this event is not valid." },
  payments_unavailable: {
    status: 502,
    message:
      "Could not fetch payment data from the payment provider. Please check your configuration.",
  },
} as const satisfies Record<string, ErrorDescription>;

export type ErrorCode = keyof typeof errorCatalogue;

/**
 * The error to throw for `code`. `details` (numbers, field names) are sent along as data; `sentence` replaces the
 * catalogue's message where it has to name them.
 */
export function apiError(
  code: ErrorCode,
  details: Readonly<Record<string, unknown>> = {},
  sentence?: string,
): ApiError {
  return new ApiError(code, details, sentence);
}

/** The error for a request whose method is not in `allowed`; the response lists those in its `Allow` header. */
export function methodNotAllowed(allowed: readonly string[]): ApiError {
  return apiError("method_not_allowed", { allow: allowed.join(", ") });
}
