import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";

/** The time as the provider tells it. Without an offset it is local to a place that may be unknown. */
export type ProviderTime = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM:SS`; null when only the day is known. */
  readonly time: string | null;
  /** Of `date` and `time` from UTC; null when the provider knows none. */
  readonly utcOffsetMinutes: number | null;
};

export type ProviderEvent = {
  /** Null for a status that we do not know; the event is kept and moves nothing. */
  readonly stage: TrackingStage | null;
  /** The provider's own status or sub status. */
  readonly providerStatus: string;
  readonly occurred: ProviderTime;
  /** As written by the carrier, untrusted and not shortened. */
  readonly description: string;
  readonly place: string | null;
  /** ISO 3166-1 alpha-2; null when the provider names none. */
  readonly country: string | null;
};

/** Everything the provider knows about one number. */
export type ProviderTracker = {
  readonly trackingNumber: string;
  /** The provider's own key of the carrier; null while it has found none. */
  readonly providerCarrier: string | null;
  /** What we gave when we registered the number. */
  readonly tag: string | null;
  readonly state: "following" | "not_found" | "ended";
  readonly events: readonly ProviderEvent[];
};

export type ProviderNumber = {
  readonly trackingNumber: string;
  /** Null lets the provider find the carrier. */
  readonly providerCarrier: string | null;
};

export type NumberToFollow = ProviderNumber & {
  /** Comes back with each message; at most 100 characters. */
  readonly tag: string;
  /** Needed by carriers that ask for more than the number, such as the last four digits of a phone. */
  readonly extra: string | null;
};

export type RefusedNumber = {
  readonly trackingNumber: string;
  readonly reason:
    | "already_followed"
    | "quota_used"
    | "invalid_number"
    | "unknown_carrier"
    | "not_followed"
    | "other";
  /** The provider's words, for staff. */
  readonly message: string;
};

/** One request holds at most so many numbers. */
export const maxNumbersPerRequest = 40;

/**
 * A call to the provider failed. `invalid_key` needs staff; after the others a retry may succeed, and the first call
 * may have had its effect.
 */
export class TrackingError extends Error {
  override readonly name = "TrackingError";
  readonly reason: "rate_limited" | "unavailable" | "malformed_answer" | "invalid_key";
  /** After `rate_limited`, when the provider says so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    reason: TrackingError["reason"],
    message: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Every function but `readWebhook` throws TrackingError, and times out within seconds. */
export type Tracking = {
  readonly follow: (
    numbers: readonly NumberToFollow[],
  ) => Promise<{ followed: readonly ProviderNumber[]; refused: readonly RefusedNumber[] }>;
  readonly read: (
    numbers: readonly ProviderNumber[],
  ) => Promise<{ trackers: readonly ProviderTracker[]; refused: readonly RefusedNumber[] }>;
  readonly stop: (numbers: readonly ProviderNumber[]) => Promise<void>;
  readonly changeCarrier: (
    number: ProviderNumber,
    newProviderCarrier: string,
  ) => Promise<RefusedNumber | null>;
  /** Registrations of this month's quota. */
  readonly readQuota: () => Promise<{ total: number; used: number }>;
  /** Whether the signature of a webhook's raw body is the provider's; in constant time. */
  readonly isSigned: (rawBody: Uint8Array, headers: Headers) => boolean;
  /** The tracker of a webhook's body, as it was kept in the inbox; null for a message without one. Throws TrackingError `malformed_answer`. */
  readonly readMessage: (body: unknown) => ProviderTracker | null;
};

/** The provider in use at the moment of the call, since admins can change it; null where staff type what carriers say. */
export type CurrentTracking = () => Promise<Tracking | null>;

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly currentTracking: CurrentTracking;
  }
}
