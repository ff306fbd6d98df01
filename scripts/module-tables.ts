// The tables of each module, and what their row types state besides the database.
import { catalogueTables } from "./catalogue-tables.ts";

export type ModuleTables = {
  readonly tables: readonly string[];
  /** By the file of rules that has it, the type of columns whose values the database does not know, or keeps as JSON. */
  readonly types?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Columns that no update changes, besides those that the application's role may not update. */
  readonly fixed?: readonly string[];
  /** Columns that have their default at first. */
  readonly notInserted?: readonly string[];
};

/** Types that are in no file. */
export const typescript = "";
const language = "#platform/rules/language.ts";
const planName = "#platform/rules/plan-name.ts";
const country = "#catalogue/rules/country.ts";
const shippingService = "#catalogue/rules/shipping-service.ts";

export const moduleTables: Readonly<Record<string, ModuleTables>> = {
  office: {
    tables: ["admin_digests", "cases", "case_messages", "case_snippets", "work_assignments"],
    types: {
      "#office/rules/case.ts": {
        CaseEvent: ["case_messages.event"],
        CaseKind: ["cases.kind"],
        CaseSender: ["case_messages.sender"],
        CaseState: ["cases.state"],
        CaseSubject: ["cases.subject"],
      },
      "#office/rules/case-choice.ts": { "CaseChoice[]": ["case_messages.choices"] },
      "#office/rules/case-snippet.ts": {
        CaseSnippet: ["case_snippets.code"],
        CaseSnippetTexts: ["case_snippets.texts"],
      },
      "#office/rules/case-evidence.ts": { CaseEvidence: ["cases.evidence"] },
      "#office/rules/case-money.ts": { "ConcernedGoods[]": ["cases.concerned_goods"] },
      "#office/rules/work-item.ts": {
        DigestTopic: ["admin_digests.topic"],
        TakeableStage: ["work_assignments.kind"],
      },
      [typescript]: { "Record<string, number>": ["admin_digests.waiting"] },
    },
  },
  shipping: {
    tables: [
      "boxes",
      "extra_services",
      "ship_requests",
      "ship_request_parcels",
      "quotes",
      "extra_service_requests",
      "number_ranges",
      "range_numbers",
      "labels",
      "customs_papers",
      "label_file_settings",
      "manifests",
      "manifest_packages",
      "carrier_weights",
    ],
    types: {
      [language]: { NamesByLanguage: ["boxes.names", "extra_services.names"] },
      [planName]: { PlanName: ["extra_services.free_plans"] },
      [country]: { CountryCode: ["ship_requests.country_code", "number_ranges.country_code"] },
      "#goods/rules/contents-check.ts": {
        "CheckedItem[]": ["extra_service_requests.checked_items"],
      },
      "#catalogue/rules/extra-service.ts": {
        ExtraServiceState: ["extra_service_requests.state"],
        ExtraServiceUnit: ["extra_services.per"],
      },
      "#catalogue/rules/quote-breakdown.ts": {
        QuoteExchange: ["quotes.exchange"],
        "QuoteLine[]": ["quotes.lines"],
      },
      "#catalogue/rules/recipient.ts": { Recipient: ["ship_requests.recipient"] },
      "#goods/rules/package-stage.ts": { ShipRequestState: ["ship_requests.state"] },
      "#shipping/rules/declaration.ts": {
        CommerceType: ["ship_requests.commerce_type"],
        ShipmentCategory: ["ship_requests.category"],
      },
      "#shipping/rules/ship-quote.ts": { QuoteInputs: ["quotes.inputs"] },
      "#shipping/rules/ship-request.ts": {
        PaymentMode: ["ship_requests.payment_mode"],
        QuoteBasis: ["quotes.basis"],
        QuoteEnd: ["quotes.ended"],
        RequestedParcelState: ["ship_request_parcels.state"],
        WaitingReason: ["ship_requests.waiting_reason"],
      },
      "#shipping/rules/customs-paper.ts": { CustomsPaperContent: ["customs_papers.content"] },
      [shippingService]: { CustomsForm: ["customs_papers.form"] },
      "#shipping/rules/label-file.ts": { "LabelFileColumn[]": ["label_file_settings.columns"] },
      "#shipping/rules/manifest.ts": {
        CarrierWeightState: ["carrier_weights.state"],
        LeftBehindReason: ["manifest_packages.left_behind_reason"],
        ManifestPackageState: ["manifest_packages.state"],
        ManifestState: ["manifests.state"],
      },
      "#shipping/rules/number-range.ts": { NumberRangeKind: ["number_ranges.kind"] },
      "#shipping/rules/shipping-label.ts": {
        LabelContent: ["labels.content"],
        LabelNumberSource: ["labels.number_source"],
        ShippingLabelState: ["labels.state"],
      },
    },
    fixed: [
      "extra_service_requests.quantity",
      "extra_service_requests.unit_cents",
      "extra_service_requests.price_cents",
    ],
  },
  goods: {
    tables: [
      "packages",
      "package_recipients",
      "shipping_legs",
      "package_shares",
      "package_counts",
      "package_totals",
      "package_count_changes",
      "inbound_parcels",
      "inbound_parcel_claims",
      "parcel_removals",
      "receiving_records",
      "storage_locations",
      "storage_rates",
      "stocktakes",
      "stocktake_locations",
      "stocktake_scans",
      "stocktake_differences",
      "goods_items",
      "goods_proofs",
      "goods_words",
      "stop_words",
      "hs_codes",
      "customs_data_rules",
      "sdr_rates",
    ],
    types: {
      [language]: { Language: ["goods_words.language"] },
      [country]: { CountryCode: ["goods_items.origin_code", "customs_data_rules.countries"] },
      [planName]: { PlanName: ["storage_rates.plan"] },
      [shippingService]: {
        BatteryKind: [
          "inbound_parcels.battery",
          "inbound_parcels.found_batteries",
          "receiving_records.battery",
          "goods_items.battery",
        ],
        GoodsFlag: [
          "inbound_parcels.goods_flags",
          "inbound_parcels.found_flags",
          "receiving_records.goods_flags",
          "goods_items.flags",
        ],
      },
      "#catalogue/rules/lane-time.ts": { TransitSpan: ["shipping_legs.transit_span"] },
      "#tracking/rules/package-status.ts": {
        LegStatus: ["shipping_legs.status", "shipping_legs.staff_status"],
        PackageStatus: [
          "packages.status",
          "package_counts.status",
          "package_totals.status",
          "package_count_changes.status",
        ],
      },
      "#tracking/rules/tracking-rules.ts": {
        LegStatusSource: ["shipping_legs.status_source"],
        TrackingQuestion: ["shipping_legs.question"],
      },
      "#goods/rules/package-stage.ts": {
        PackageShipRequestState: ["packages.ship_request_state"],
        PackageStage: ["packages.stage"],
      },
      "#goods/rules/inbound-parcel.ts": {
        CarrierConfidence: ["inbound_parcels.carrier_confidence"],
        DeclaredCurrency: ["inbound_parcels.declared_currency", "goods_items.currency"],
        InboundParcelSource: ["inbound_parcels.source"],
        InboundParcelState: ["inbound_parcels.state"],
        ParcelClaimState: ["inbound_parcel_claims.state"],
      },
      "#goods/rules/goods-item.ts": { HsCodeSource: ["goods_items.hs_code_source"] },
      "#goods/rules/goods-proof.ts": { GoodsProofState: ["goods_proofs.state"] },
      "#catalogue/rules/goods-rule.ts": { RuledFlag: ["goods_proofs.seen_flags"] },
      "#goods/rules/goods-word.ts": {
        GoodsHint: ["goods_words.flags"],
        StopWordList: ["stop_words.list"],
      },
      "#catalogue/rules/dated-fact.ts": {
        FactConfidence: [
          "stop_words.confidence",
          "customs_data_rules.confidence",
          "sdr_rates.confidence",
        ],
      },
      "#goods/rules/parcel-removal.ts": {
        ParcelRemovalGround: ["parcel_removals.ground"],
        ParcelRemovalKind: ["parcel_removals.kind", "inbound_parcels.removal_asked"],
        ParcelRemovalState: ["parcel_removals.state"],
      },
      "#goods/rules/receiving.ts": {
        ParcelCondition: ["inbound_parcels.condition", "receiving_records.condition"],
        ReceivingRecordKind: ["receiving_records.kind"],
        ScaleSource: ["receiving_records.scale"],
        ScanOutcome: ["receiving_records.outcome"],
        StocktakeDifferenceKind: ["stocktake_differences.kind"],
      },
    },
  },
  tracking: {
    tables: ["trackers", "tracker_uses", "tracking_events", "carrier_messages"],
    types: {
      "#tracking/rules/tracking-stages.ts": {
        CarrierMessageState: ["carrier_messages.state"],
        TrackerState: ["trackers.state"],
        TrackingStage: ["tracking_events.stage"],
      },
      "#tracking/rules/tracking-time.ts": {
        EventTimeConfidence: ["tracking_events.time_confidence"],
      },
    },
  },
  money: {
    tables: [
      "ledger_accounts",
      "ledger_transfers",
      "ledger_entries",
      "transactions",
      "deposits",
      "deposit_disputes",
      "holds",
      "reconciliations",
      "provider_customers",
      "payout_requests",
      "provider_events",
      "subscription_checkouts",
      "subscriptions",
      "plan_periods",
      "plan_payments",
      "subscriber_locks",
    ],
    types: {
      [language]: { Language: ["deposits.language"] },
      [planName]: {
        PlanName: [
          "subscription_checkouts.plan",
          "subscriptions.plan",
          "subscriptions.next_plan",
          "plan_periods.complimentary_plan",
          "plan_payments.plan",
        ],
      },
      "#catalogue/rules/plan.ts": { PlanCheckoutState: ["subscription_checkouts.state"] },
      "#money/rules/ledger.ts": {
        HoldState: ["holds.state"],
        HoldType: ["holds.type"],
        LedgerAccountKind: ["ledger_accounts.kind"],
        TransactionStatus: ["transactions.status"],
        TransactionType: ["transactions.type"],
      },
      [typescript]: {
        "Record<string, unknown>": ["transactions.metadata"],
        '"USD"': ["ledger_transfers.currency"],
      },
      "#money/rules/payment.ts": {
        PayoutOutcome: ["payout_requests.outcome"],
        ReconciliationCause: ["reconciliations.cause"],
        StoredEventState: ["provider_events.state"],
      },
    },
    fixed: [
      "deposits.amount_cents",
      "deposits.idempotency_key",
      "deposits.language",
      "deposit_disputes.deposit_id",
      "holds.transaction_id",
      "holds.amount_cents",
      "holds.type",
      "holds.leg_number",
      "holds.package_id",
      "holds.ship_request_id",
      "holds.reason",
      "holds.idempotency_key",
      "holds.held_by",
      "holds.held_at",
      "payout_requests.amount_cents",
      "payout_requests.hold_id",
      "subscription_checkouts.idempotency_key",
      "subscription_checkouts.plan",
      "subscriptions.provider_subscription_id",
      "plan_periods.subscription_id",
      "plan_periods.invoice_id",
      "plan_periods.starts_at",
      "plan_periods.ends_at",
      "plan_periods.complimentary_plan",
      "plan_periods.complimentary_from",
    ],
    notInserted: [
      "deposits.refunded_cents",
      "deposits.debited_cents",
      "deposits.reversal_count",
      "deposits.reversal_read_count",
      "holds.state",
      "holds.ended_by",
      "holds.ended_at",
      "holds.settled_cents",
    ],
  },
  notices: {
    tables: ["notifications", "notification_preferences", "push_subscriptions", "push_messages"],
    types: {
      "#notices/rules/notification.ts": {
        NotificationKind: ["notifications.kind"],
        OptionalChannel: ["notification_preferences.channel"],
        TurnedOffKind: ["notification_preferences.kind"],
      },
      "#notices/rules/notification-payload.ts": { NotificationPayload: ["notifications.payload"] },
      "#notices/rules/push.ts": { PushMessageState: ["push_messages.state"] },
    },
  },
  people: {
    tables: [
      "users",
      "profiles",
      "profile_counts",
      "profile_count_changes",
      "staff_roles",
      "sessions",
      "one_time_tokens",
      "pending_registrations",
      "staff_invitations",
      "auth_email_requests",
      "two_factors",
      "backup_codes",
      "sign_in_challenges",
      "member_codes",
      "events",
    ],
    types: {
      [language]: { Language: ["profiles.language", "pending_registrations.language"] },
      [planName]: {
        PlanName: [
          "profiles.subscription",
          "profiles.chosen_plan",
          "pending_registrations.chosen_plan",
        ],
      },
      "#platform/rules/money.ts": { DisplayCurrency: ["profiles.display_currency"] },
      "#people/rules/event-actor.ts": { EventActor: ["events.actor"] },
      "#people/rules/staff-invitation.ts": { InvitationState: ["staff_invitations.state"] },
      "#platform/rules/staff-role.ts": {
        StaffRole: ["staff_roles.role", "staff_invitations.role"],
      },
      "#platform/rules/token-purpose.ts": { TokenPurpose: ["one_time_tokens.purpose"] },
    },
  },
  catalogue: catalogueTables,
  platform: {
    tables: [
      "settings",
      "emails",
      "audit_log",
      "error_groups",
      "error_logs",
      "backups",
      "files",
      "attempts",
      "requests",
      "changes",
    ],
    types: {
      [language]: { Language: ["emails.language"] },
      "#platform/server/files/file-rules.ts": { FileOwnerKind: ["files.owner_kind"] },
    },
  },
};
