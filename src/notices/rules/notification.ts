// What customers are notified about. Each kind goes to the customer whose parcel, package, claim, plan or wallet it is.

import type { NotificationPayload } from "./notification-payload.ts";

/** Everything is in the inbox under the bell; by these channels customers are notified too, and turn it off by kind. */
export const optionalChannels = ["email", "push"] as const;
export type OptionalChannel = (typeof optionalChannels)[number];

/** Under which heading the settings list a kind. */
export const notificationGroups = ["packages", "parcels", "money"] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

/**
 * The specified switches of kinds, and the channels that each turns off: `emailNotifications` is of emails alone,
 * `shipmentUpdates` of whatever is sent about shipments.
 */
const channelsOfSwitch = {
  emailNotifications: ["email"],
  shipmentUpdates: ["email", "push"],
} as const satisfies Record<string, readonly OptionalChannel[]>;
type NotificationSwitch = keyof typeof channelsOfSwitch;

/**
 * When an email is queued. `direct`: in the transaction of the change. `settled`: a minute later. `collected`: together
 * with others, at most once an hour. `digest`: with the daily digest. `with_digest`: the same, but no digest is sent for it
 * alone.
 */
type EmailMoment = "direct" | "settled" | "collected" | "digest" | "with_digest";

type NotificationRule = {
  readonly group: NotificationGroup;
  readonly email: EmailMoment;
  /** Where it is another moment for some of its `variants`. */
  readonly emailOf?: Readonly<Partial<Record<string, EmailMoment>>>;
  /** The specified switch that turns it off in the channels of `channelsOfSwitch`. */
  readonly switch: NotificationSwitch | null;
  /** Whether customers can turn it off by channel. Money, storage and goods in danger are always notified. */
  readonly isOptional: boolean;
  /** What its key (`dedupe_key`) names, so that each is notified once. */
  readonly oncePer: string;
  /** Words for different cases; null where one sentence fits all. */
  readonly variants: readonly string[] | null;
  /** Whether it is about what only a warehouse does, so that nobody reads of it before there is one. */
  readonly needsWarehouse: boolean;
};

/** A parcel or package that moves as expected. */
const shipment = {
  switch: "shipmentUpdates",
  isOptional: true,
} as const;

/** Always notified. */
const required = { switch: null, isOptional: false } as const;

const endedRequest = {
  ...required,
  group: "packages",
  email: "direct",
  oncePer: "ship request",
  variants: null,
  needsWarehouse: true,
} as const;

/** What staff say about what a customer wrote to them. */
const aboutCase = {
  ...required,
  group: "packages",
  email: "direct",
  variants: ["thing", "account"],
  needsWarehouse: false,
} as const;

/** A movement of money that was expected, whose emails the specified switch turns off. */
const expectedMoney = {
  group: "money",
  email: "direct",
  switch: "emailNotifications",
  isOptional: false,
} as const;

/**
 * What happened to a package: a status that it got, or what a carrier reported. Those of the carriers are stages of
 * `tracking-stages.ts`.
 */
export const packageReports = [
  "processing",
  "in_transit",
  "arrived",
  "customs",
  "customs_information_required",
  "customs_released",
  "out_for_delivery",
  "attempt_failed",
  "delivered",
  "cancelled",
  "voided",
] as const;
export type PackageReport = (typeof packageReports)[number];

/** What a ship request waits for; `gift` where what is declared cannot go as one. */
const waitingVariants = [
  "price",
  "over_cap",
  "over_plan",
  "top_up",
  "missing",
  "lane_closed",
  "goods",
  "declaration",
  "gift",
] as const;

/** Every kind of notification with its rule. The sentences are `notifications.text.<kind>` in the messages. */
export const notificationMatrix = {
  package_moved: {
    ...shipment,
    group: "packages",
    email: "direct",
    // What happens between the hand-over and the delivery, and needs nobody.
    emailOf: {
      arrived: "with_digest",
      went_on: "with_digest",
      customs: "digest",
      customs_released: "with_digest",
    },
    oncePer: "change of the status; leg and stage, and day where an attempt failed",
    variants: [...packageReports, "handed_over", "went_on"],
    needsWarehouse: false,
  },
  package_ready_for_collection: {
    ...shipment,
    group: "packages",
    email: "direct",
    oncePer: "leg",
    variants: null,
    needsWarehouse: false,
  },
  package_late: {
    ...shipment,
    group: "packages",
    email: "direct",
    oncePer: "leg",
    variants: null,
    needsWarehouse: false,
  },
  package_complete: {
    ...shipment,
    group: "packages",
    email: "collected",
    oncePer: "package and its last parcel",
    variants: null,
    needsWarehouse: true,
  },
  parcel_received: {
    ...shipment,
    group: "parcels",
    email: "digest",
    oncePer: "parcel, and owner to whom it was given",
    variants: null,
    needsWarehouse: true,
  },
  parcel_undeclared: {
    ...shipment,
    group: "parcels",
    email: "collected",
    oncePer: "parcel",
    variants: null,
    needsWarehouse: true,
  },
  claim_decided: {
    ...shipment,
    group: "parcels",
    email: "settled",
    switch: null,
    oncePer: "claim",
    variants: ["granted", "refused"],
    needsWarehouse: true,
  },
  parcel_condition: {
    ...required,
    group: "parcels",
    email: "settled",
    oncePer: "receiving record",
    variants: null,
    needsWarehouse: true,
  },
  parcel_goods: {
    ...required,
    group: "parcels",
    email: "settled",
    oncePer: "receiving record, or correction of its goods",
    variants: ["limited", "refused"],
    needsWarehouse: true,
  },
  parcel_removed: {
    ...required,
    group: "parcels",
    email: "settled",
    oncePer: "parcel and moment",
    variants: ["other_owner", "other_owner_awaited", "awaited_again", "not_received"],
    needsWarehouse: true,
  },
  parcel_removal: {
    ...required,
    group: "parcels",
    email: "settled",
    oncePer: "removal of a parcel, asked for and done",
    variants: ["return_asked", "disposal_asked", "returned", "disposed"],
    needsWarehouse: true,
  },
  parcel_proof: {
    ...required,
    group: "parcels",
    email: "settled",
    oncePer: "proof of goods and decision",
    variants: ["seen", "not_enough"],
    needsWarehouse: true,
  },
  storage_reminder: {
    ...required,
    group: "parcels",
    email: "settled",
    oncePer: "parcel, last free day and reminder",
    variants: ["due", "over"],
    needsWarehouse: true,
  },
  ship_request_packed: {
    ...required,
    group: "packages",
    email: "direct",
    oncePer: "ship request and packing",
    variants: ["choose", "accepted", "topped_up"],
    needsWarehouse: true,
  },
  ship_request_waiting: {
    ...required,
    group: "packages",
    email: "direct",
    oncePer: "ship request and moment since when it waits",
    variants: waitingVariants,
    needsWarehouse: true,
  },
  ship_request_reminder: {
    ...required,
    group: "packages",
    email: "direct",
    oncePer: "ship request, moment since when it waits, and reminder",
    variants: waitingVariants,
    needsWarehouse: true,
  },
  ship_request_shelved: endedRequest,
  ship_request_cancelled: endedRequest,
  extra_service_ended: {
    ...required,
    group: "packages",
    email: "direct",
    // What is done for a ship request is in the email that it is packed.
    emailOf: { done_for_request: "digest" },
    oncePer: "extra service",
    variants: ["done", "done_for_request", "refused", "cancelled"],
    needsWarehouse: true,
  },
  case_answered: { ...aboutCase, oncePer: "answer" },
  case_finished: { ...aboutCase, oncePer: "case and its end" },
  case_decided: { ...aboutCase, oncePer: "case" },
  case_customs: { ...aboutCase, oncePer: "case" },
  case_reminder: { ...aboutCase, oncePer: "case and answer" },
  deposit_received: {
    ...expectedMoney,
    oncePer: "deposit",
    variants: null,
    needsWarehouse: false,
  },
  wallet_charged: { ...expectedMoney, oncePer: "charge", variants: null, needsWarehouse: false },
  low_balance: {
    ...expectedMoney,
    oncePer: "charge or hold",
    variants: null,
    needsWarehouse: false,
  },
  plan_renewed: {
    ...expectedMoney,
    oncePer: "subscription and month",
    variants: ["started", "renewed"],
    needsWarehouse: false,
  },
  plan_changed: {
    ...required,
    group: "money",
    email: "direct",
    oncePer: "version of the subscription, or refund of a payment",
    variants: ["canceled", "resumed", "ended", "refunded"],
    needsWarehouse: false,
  },
  payment_failed: {
    ...required,
    group: "money",
    email: "direct",
    oncePer: "version of the subscription",
    variants: null,
    needsWarehouse: false,
  },
  deposit_refunded: {
    ...required,
    group: "money",
    email: "direct",
    oncePer: "posting",
    variants: null,
    needsWarehouse: false,
  },
  deposit_disputed: {
    ...required,
    group: "money",
    email: "direct",
    oncePer: "posting",
    variants: ["taken", "returned"],
    needsWarehouse: false,
  },
  payout_settled: {
    ...required,
    group: "money",
    email: "direct",
    oncePer: "payout",
    variants: ["paid", "declined"],
    needsWarehouse: false,
  },
} as const satisfies Record<string, NotificationRule>;

/** What a customer is notified about. */
export type NotificationKind = keyof typeof notificationMatrix;

export const notificationKinds = Object.keys(notificationMatrix) as NotificationKind[];

/** The kinds that nobody reads of before there is a warehouse. */
export const warehouseKinds: ReadonlySet<NotificationKind> = new Set(
  notificationKinds.filter((kind) => notificationMatrix[kind].needsWarehouse),
);

/** When a notification is emailed. */
export function emailMomentOf({
  kind,
  payload = {},
}: {
  readonly kind: NotificationKind;
  readonly payload?: Pick<NotificationPayload, "variant">;
}): EmailMoment {
  const { email, emailOf = {} }: NotificationRule = notificationMatrix[kind];
  return (payload.variant === undefined ? undefined : emailOf[payload.variant]) ?? email;
}

/** The kinds that are emailed together, at most once an hour. */
export const collectedKinds = notificationKinds.filter(
  (kind) => notificationMatrix[kind].email === "collected",
);

/** The kinds of which the email about what arrived lists the parcels and packages. */
export const arrivalKinds: readonly NotificationKind[] = ["parcel_received", ...collectedKinds];

/** The specified switch that turns a kind off in a channel; null where none does. */
export function switchOf(
  kind: NotificationKind,
  channel: OptionalChannel,
): NotificationSwitch | null {
  const name: NotificationSwitch | null = notificationMatrix[kind].switch;
  if (name === null) return null;
  const channels: readonly OptionalChannel[] = channelsOfSwitch[name];
  return channels.includes(channel) ? name : null;
}

/** The kinds that the switch Shipment Updates turns off as push notifications too. */
export const shipmentPushKinds = notificationKinds.filter(
  (kind) => switchOf(kind, "push") === "shipmentUpdates",
);

/** The daily digest, which customers turn off like a kind. */
export const dailyDigest = "daily_digest";

/** What customers turn off by channel. */
export type TurnedOffKind = NotificationKind | typeof dailyDigest;

/** Those that customers can turn off. */
export const optionalKinds: readonly TurnedOffKind[] = [
  ...notificationKinds.filter((kind) => notificationMatrix[kind].isOptional),
  dailyDigest,
];
