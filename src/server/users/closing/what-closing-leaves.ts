// What closing an account does to each table: the one list of what stays of a person, with the reason. A test compares it
// with the database, so that a new table or column fails until it is erased or named here.

type TableAfterClosing = {
  /** The columns that are emptied, or that the person's rows are deleted. */
  readonly erased?: "rows" | readonly string[];
  /** The columns that stay, with the reason. */
  readonly kept?: Readonly<Record<string, string>>;
};

const number =
  "Numbers of parcels and packages stay without the name, since goods on their way still arrive.";
const places = "Countries and codes of a route; nobody is named.";
const money = "The history of money is never changed, and has ids and no name in it.";
const providersId = "An id at the payment provider, with which a refund or dispute is found later.";
const hash = "A hash, from which nothing can be read.";
const listed = "A word or code from a list.";
const own = "Typed by staff about their own work, not about a person.";

/**
 * Columns with the id of an account (`user_id`, `actor_id`, `…_by`) stay everywhere but in deleted rows: the id leads to
 * a profile without a name. Columns whose values are a list in the schema need no mention.
 */
export const tablesAfterClosing: Readonly<Record<string, TableAfterClosing>> = {
  // What signs in and who it is.
  users: { erased: ["name", "email", "password_hash"] },
  profiles: {
    erased: [
      "email",
      "full_name",
      "latin_name",
      "phone",
      "address",
      "address_line2",
      "city",
      "state",
      "country",
      "postal_code",
      "suspension_reason",
    ],
  },
  sessions: { erased: "rows" },
  one_time_tokens: { erased: "rows" },
  two_factors: { erased: "rows" },
  backup_codes: { erased: "rows" },
  sign_in_challenges: { erased: "rows" },
  pending_registrations: { erased: "rows" },
  auth_email_requests: {
    kept: {
      request_encrypted:
        "Encrypted with `SECRET`, and deleted as soon as the email is written, after a day at the latest.",
    },
  },
  attempts: {
    erased: ["bucket"],
    kept: {
      bucket:
        "Of networks and former addresses; it is deleted once no limit counts it, after a day.",
    },
  },
  staff_roles: {},
  member_codes: {
    kept: { code: "Goods that still come with the code must not reach whoever gets it next." },
  },

  // What is said to them.
  emails: {
    erased: "rows",
    kept: {
      recipient: "Of the confirmation of closing and of emails to former addresses, for 30 days.",
      kind: listed,
      payload_encrypted: "Encrypted with `SECRET`, and deleted when the email is sent.",
      last_error: "The mail server's answer about such an email, for 30 days.",
    },
  },
  notifications: { erased: "rows" },
  notification_preferences: { erased: "rows" },
  push_subscriptions: { erased: "rows" },
  changes: { kept: { topic: listed } },

  // What they own and send.
  packages: {
    erased: ["description"],
    kept: { tracking_number: number, origin: places, destination: places, request_hash: hash },
  },
  package_recipients: { erased: "rows" },
  package_shares: { erased: "rows" },
  package_images: { erased: "rows" },
  package_events: {
    erased: ["before", "after"],
    kept: {
      before: "Of changes of status and weight alone, in which nobody is named.",
      after: "Of changes of status and weight alone, in which nobody is named.",
    },
  },
  qr_codes: { kept: { path: "The address of a page, with the number of the package." } },
  shipping_legs: {
    erased: ["notes"],
    kept: {
      origin: places,
      destination: places,
      carrier: listed,
      carrier_code: listed,
      tracking_number: number,
      transit_span: "Days that a carrier needs.",
    },
  },
  inbound_parcels: {
    erased: ["shop", "order_reference", "description", "declared_currency", "searched_text"],
    kept: {
      label_code: "On the label of goods that are here.",
      tracking_number: number,
      searched_text: "Of the tracking number and the label alone.",
      carrier_code: listed,
      request_hash: hash,
      goods_flags: listed,
    },
  },
  inbound_parcel_events: {},
  inbound_parcel_images: { erased: "rows" },
  receiving_records: {
    erased: ["note", "reason"],
    kept: { goods_flags: listed, station: own, outcome: listed, request_hash: hash },
  },
  inbound_parcel_claims: {
    erased: ["note", "reason"],
    kept: { tracking_number: number, request_hash: hash },
  },
  inbound_parcel_claim_files: { erased: "rows" },
  ship_requests: {
    erased: ["recipient", "note", "ended_reason"],
    kept: { service_code: listed, country_code: places, request_hash: hash },
  },
  ship_request_events: {
    erased: ["facts"],
    kept: { facts: "Amounts, weights, codes and names of services; reasons are erased." },
  },
  ship_request_parcels: {},
  quotes: {
    kept: {
      service_code: listed,
      inputs: "Weights, sizes and codes from which a price was made.",
      lines: "The lines of a price.",
      exchange: "A rate of exchange.",
    },
  },
  extra_service_requests: { erased: ["result_text"], kept: { code: listed, request_hash: hash } },
  packing_images: { erased: "rows" },
  labels: {
    erased: ["content", "void_reason"],
    kept: { carrier_code: listed, tracking_number: number },
  },
  manifest_packages: { erased: ["taken_back_reason"] },
  carrier_weights: { erased: ["settled_reason"] },
  trackers: {
    kept: {
      tracking_number: number,
      carrier_code: listed,
      provider_carrier: listed,
      last_error: "The tracking provider's answer about a number.",
    },
  },
  tracker_uses: {},
  tracking_events: {
    kept: {
      key: hash,
      provider_status: listed,
      local_time: "A time.",
      description: "A carrier's words about a number, which are never changed.",
      place: "A carrier's words about a number, which are never changed.",
      country: places,
    },
  },
  carrier_messages: {
    kept: {
      content_hash: hash,
      body: "The tracking provider's message about a number, deleted some days later.",
      tracking_number: number,
      last_error: "The tracking provider's answer about a number.",
    },
  },

  // Money, which must be accounted for.
  ledger_accounts: { kept: { kind: listed } },
  ledger_transfers: {
    kept: { idempotency_key: "An id.", request_hash: hash, currency: listed },
  },
  transactions: {
    kept: { type: listed, status: listed, metadata: `${money} Reasons of adjustments are ours.` },
  },
  holds: { kept: { reason: `${money} Reasons of fees are ours.`, idempotency_key: "An id." } },
  payout_requests: {
    erased: ["details_encrypted", "reason"],
    kept: { reference: "The bank's number of a payment that was made." },
  },
  provider_customers: { kept: { customer_id: providersId } },
  deposits: {
    kept: {
      customer_id: providersId,
      checkout_session_id: providersId,
      payment_intent_id: providersId,
    },
  },
  deposit_disputes: { kept: { dispute_id: providersId, status: listed } },
  subscription_checkouts: {
    kept: { customer_id: providersId, checkout_session_id: providersId },
  },
  subscriptions: { kept: { provider_subscription_id: providersId, provider_status: listed } },
  plan_periods: { kept: { invoice_id: providersId } },
  plan_payments: { kept: { invoice_id: providersId } },
  subscriber_locks: {},
  provider_events: {
    kept: {
      id: providersId,
      type: listed,
      payload: "Only ids are stored of an event; personal data stays at the provider.",
      last_error: "Why an event could not be processed.",
    },
  },
  reconciliations: { kept: { repairs: money, differences: money } },

  // What staff did, and what went wrong.
  audit_log: {
    kept: {
      action: listed,
      target: "The id of what an admin changed.",
      before: "The log of what staff did is never changed, whoever asks.",
      after: "The log of what staff did is never changed, whoever asks.",
      reason: "The log of what staff did is never changed, whoever asks.",
      ip_address: "Of the member of staff.",
      error_code: listed,
    },
  },
  error_groups: {
    kept: {
      fingerprint: hash,
      source: listed,
      error_message: "Without emails, ids and numbers from the start.",
      place: "A place in the program.",
    },
  },
  error_logs: {
    erased: ["user_id", "context"],
    kept: {
      error_message: "Without emails, ids and numbers from the start; deleted after some weeks.",
      error_stack: "Without emails, ids and numbers from the start; deleted after some weeks.",
      source: listed,
      context: "Of errors outside any account.",
    },
  },
};

/** The tables that have nothing of a customer in them. */
export const tablesWithoutCustomers: readonly string[] = [
  "admin_digests",
  "backups",
  "boxes",
  "carriers",
  "duty_rules",
  "exchange_rates",
  "extra_services",
  "kysely_migration",
  "kysely_migration_lock",
  "label_file_settings",
  "lane_times",
  "ledger_entries",
  "manifests",
  "number_ranges",
  "package_count_changes",
  "package_counts",
  "package_totals",
  "profile_count_changes",
  "profile_counts",
  "push_messages",
  "range_numbers",
  "service_rates",
  "service_surcharges",
  "settings",
  "shipping_services",
  "stocktake_differences",
  "stocktake_locations",
  "stocktake_scans",
  "stocktakes",
  "storage_locations",
  "storage_rates",
  "suggestions",
  "suspended_lanes",
  "warehouses",
];
