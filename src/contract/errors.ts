import { ApiError } from "#core/api-error.ts";
import type { Language } from "#core/language.ts";
import common from "#messages/en/common.json" with { type: "json" };
import errors from "#messages/en/errors.json" with { type: "json" };

/** The HTTP status of every error. Codes are stable, and clients may rely on them. */
const statuses = {
  invalid_input: 400,
  request_aborted: 400,
  signed_out: 401,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  unknown_host: 421,
  idempotency_key_reused: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unexpected: 500,
  busy: 503,
  unavailable: 503,
  maintenance: 503,
  invalid_credentials: 401,
  invalid_admin_credentials: 401,
  email_not_verified: 403,
  missing_information: 400,
  invalid_email: 400,
  weak_password: 400,
  registration_closed: 403,
  reauthentication_required: 403,
  wrong_password: 403,
  two_factor_required: 401,
  two_factor_enabled: 409,
  two_factor_not_enabled: 409,
  two_factor_not_started: 409,
  two_factor_setup_required: 403,
  invalid_code: 400,
  wrong_code: 403,
  challenge_expired: 401,
  balance_not_zero: 409,
  subscription_active: 409,
  goods_in_store: 409,
  payment_in_progress: 409,
  admin_account: 403,
  account_suspended: 403,
  account_closed: 409,
  email_taken: 409,
  configured_admin: 403,
  own_account: 403,
  user_is_admin: 409,
  user_not_verified: 409,
  last_admin: 409,
  nothing_to_pay_out: 409,
  invalid_payout_amount: 400,
  payout_above_balance: 409,
  payout_requested: 409,
  payout_started: 409,
  link_not_valid: 400,
  no_session_established: 400,
  plan_not_found: 400,
  subscription_exists: 409,
  same_plan: 409,
  no_subscription: 409,
  subscription_not_changed: 502,
  subscription_busy: 409,
  card_declined: 402,
  checkout_failed: 502,
  invalid_amount: 400,
  deposit_failed: 502,
  deposit_ended: 409,
  invalid_adjustment_amount: 400,
  insufficient_balance: 409,
  own_wallet: 403,
  subscription_required: 403,
  quota_exceeded: 403,
  customer_quota_exceeded: 409,
  invalid_tracking_number: 400,
  invalid_weight: 400,
  weight_above_plan: 400,
  package_not_changeable: 409,
  share_over: 409,
  package_not_open: 409,
  same_package: 400,
  destinations_differ: 409,
  no_parcel_left: 409,
  inbound_parcel_not_free: 409,
  too_many_inbound_parcels: 409,
  number_declared: 409,
  not_a_waybill: 400,
  invalid_member_code: 400,
  two_owners: 409,
  claim_open: 409,
  claim_decided: 409,
  invalid_claim_file: 400,
  too_many_claim_files: 409,
  storage_location_unknown: 400,
  stocktake_finished: 409,
  storage_location_exists: 409,
  too_many_storage_locations: 409,
  warehouse_code_taken: 409,
  too_many_warehouses: 409,
  too_many_legs: 409,
  too_many_images: 409,
  invalid_image: 400,
  too_many_pixels: 400,
  ship_request_open: 409,
  nothing_to_ship: 409,
  service_closed: 409,
  quote_expired: 409,
  cap_too_low: 409,
  invalid_payment_mode: 400,
  recipient_incomplete: 409,
  packed_by_another: 409,
  wrong_parcel: 409,
  not_all_found: 409,
  photo_needed: 409,
  unusual_weight: 409,
  extra_services_open: 409,
  extra_service_not_possible: 409,
  extra_service_exists: 409,
  too_many_extra_services: 409,
  too_many_boxes: 409,
  lane_suspended: 409,
  carrier_exists: 409,
  carrier_not_found: 400,
  invalid_tracking_page: 400,
  too_many_carriers: 409,
  invalid_storage_day: 400,
  storage_rates_exist: 409,
  invalid_provider_key: 400,
  invalid_webhook_secret: 400,
  endpoint_not_allowed: 400,
  provider_key_rejected: 409,
  provider_unreachable: 409,
  invalid_tracking_key: 400,
  tracking_key_rejected: 409,
  tracking_provider_unreachable: 409,
  webhook_not_verified: 400,
  payments_unavailable: 502,
} as const;

/** Messages that screens need as well are in the file that all pages load. */
const english = { ...common, ...errors };

export type ErrorCode = keyof typeof statuses;

/**
 * Every error that the API returns, with its message in English, for users. Messages may change, except those that the
 * specification words (sections 4 and 8), which stay to the letter; other languages are in src/messages.
 */
export const errorCatalogue = Object.fromEntries(
  (Object.keys(statuses) as ErrorCode[]).map((code) => [
    code,
    { status: statuses[code], message: english[`errors.${code}`] },
  ]),
) as Readonly<Record<ErrorCode, { readonly status: number; readonly message: string }>>;

/**
 * The error to throw for `code`. `details` (numbers, field names) are sent along as data; `sentence` replaces the
 * catalogue's message where it has to name them, in the language of the reader.
 */
export function apiError(
  code: ErrorCode,
  details: Readonly<Record<string, unknown>> = {},
  sentence?: (language: Language) => string,
): ApiError {
  return new ApiError(code, details, sentence);
}

/** The error for a request whose method is not in `allowed`; the response lists those in its `Allow` header. */
export function methodNotAllowed(allowed: readonly string[]): ApiError {
  return apiError("method_not_allowed", { allow: allowed.join(", ") });
}
