// What is stored with a notification.
import type { ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import type { NamedLeg } from "#catalogue/rules/shipping-service.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";

/** Facts in a notification's sentence; `number` is that of its parcel, package or claim, or of the thing of its case. */
export type NotificationPayload = {
  readonly number?: string;
  /** One of the kind's `variants`. */
  readonly variant?: string;
  /** How many of the same kind it joins; one where it is missing. */
  readonly count?: number;
  /** Whose page it leads to, where its kind does not say it. */
  readonly subject?: "packages" | "parcels";
  /** The ship request whose page has the result. */
  readonly shipRequestId?: string;
  /** A deposit without which a ship request could not go on. */
  readonly depositCents?: number;
  /** Of a deposit: whether something waited for it. */
  readonly isAwaited?: boolean;
  readonly amountCents?: number;
  readonly balanceCents?: number;
  readonly plan?: string;
  /** A moment, ISO 8601. */
  readonly at?: string;
  /** The leg that it is about. */
  readonly leg?: NamedLeg;
  /** When the package was expected to arrive then. */
  readonly arrival?: ExpectedArrival;
  /** What a parcel left: a package, and maybe its ship request. */
  readonly packageName?: string;
  readonly wasRequested?: boolean;
  /** The names of the carriers whose rules stop a box. */
  readonly stoppedBy?: readonly NamesByLanguage[];
};
