/** `update (columns)` allows changes of these columns alone. */
export type Right = "select" | "insert" | "update" | "delete" | `update (${string})`;

const read: readonly Right[] = ["select"];
const add: readonly Right[] = ["select", "insert"];
const addAndUpdate: readonly Right[] = ["select", "insert", "update"];
const addAndDelete: readonly Right[] = ["select", "insert", "delete"];
const all: readonly Right[] = ["select", "insert", "update", "delete"];

/**
 * The rights of the application's role in each table. During an upgrade a server of the previous version may run under the same
 * role, so rights that it needs are removed one version later. Writes of triggers need rights too, except where the trigger's
 * function is a security definer.
 */
export const tableRights: Readonly<Record<string, readonly Right[]>> = {
  // Written only by inserts into ledger_postings.
  ledger_accounts: read,
  ledger_entries: read,
  ledger_transfers: read,
  ledger_postings: add,
  transactions: [...add, "update (status)"],
  holds: addAndUpdate,
  audit_log: add,
  // What people typed is erased when an account is closed.
  events: [...add, "update (facts)"],
  reconciliations: add,

  users: addAndUpdate,
  sessions: all,
  one_time_tokens: addAndDelete,
  pending_registrations: all,
  auth_email_requests: addAndDelete,
  staff_invitations: all,
  profiles: addAndUpdate,
  staff_roles: [...add, "update (ended_at)"],
  attempts: addAndDelete,
  requests: [...addAndDelete, "update (answer)"],
  two_factors: all,
  backup_codes: all,
  sign_in_challenges: all,
  payout_requests: addAndUpdate,

  provider_customers: addAndDelete,
  deposits: addAndUpdate,
  deposit_disputes: addAndUpdate,
  subscription_checkouts: addAndUpdate,
  subscriptions: addAndUpdate,
  plan_periods: addAndUpdate,
  plan_payments: add,
  subscriber_locks: all,

  packages: all,
  package_recipients: all,
  // Those that have not moved are replaced by the route of the service that is chosen.
  shipping_legs: all,
  package_shares: all,
  package_counts: all,
  package_totals: addAndUpdate,
  profile_counts: addAndUpdate,
  // Aggregation locks the rows, which needs the right to update.
  package_count_changes: all,
  profile_count_changes: all,
  carriers: addAndUpdate,
  warehouses: addAndUpdate,
  member_codes: add,
  inbound_parcels: addAndUpdate,
  storage_locations: addAndUpdate,
  // What staff typed is erased when an account is closed.
  receiving_records: [...add, "update (note)", "update (reason)"],
  notifications: all,
  notification_preferences: addAndDelete,
  push_subscriptions: all,
  push_messages: addAndUpdate,
  storage_rates: add,
  inbound_parcel_claims: addAndUpdate,
  parcel_removals: addAndUpdate,
  // Those of a parcel are replaced together, and pass over to the parcel that it turns out to be.
  goods_items: all,
  goods_proofs: addAndUpdate,
  goods_words: addAndUpdate,
  stop_words: addAndUpdate,
  hs_codes: addAndUpdate,
  customs_data_rules: read,
  sdr_rates: add,
  cases: addAndUpdate,
  // What was written in it is erased when the account is closed.
  case_messages: [...add, "update (text)", "update (choices)"],
  case_snippets: addAndUpdate,
  work_assignments: all,
  stocktakes: addAndUpdate,
  stocktake_locations: add,
  stocktake_scans: addAndUpdate,
  stocktake_differences: add,
  trackers: addAndUpdate,
  tracker_uses: addAndUpdate,
  tracking_events: add,
  carrier_messages: all,
  suspended_lanes: addAndUpdate,
  shipping_services: add,
  service_rates: add,
  service_surcharges: add,
  duty_rules: add,
  // A rule is ended and followed, never changed.
  goods_rules: [...add, "update (valid_until)", "update (ended_by)", "update (ended_at)"],
  suggestions: ["select", "update (accepted_by)", "update (accepted_at)"],
  lane_times: all,
  boxes: addAndUpdate,
  extra_services: addAndUpdate,
  ship_requests: addAndUpdate,
  ship_request_parcels: all,
  quotes: [...add, "update (ended)", "update (ended_at)"],
  extra_service_requests: addAndUpdate,
  number_ranges: addAndUpdate,
  range_numbers: [...add, "update (used_at)"],
  labels: addAndUpdate,
  // What is printed is erased when an account is closed.
  customs_papers: [...add, "update (content)"],
  label_file_settings: addAndUpdate,
  manifests: addAndUpdate,
  // A package that was scanned by mistake is removed from an open manifest.
  manifest_packages: all,
  carrier_weights: addAndUpdate,

  files: addAndDelete,
  emails: all,
  admin_digests: ["select", "update"],
  provider_events: addAndUpdate,
  error_logs: all,
  error_groups: all,
  settings: ["select", "update"],
  changes: addAndDelete,
  exchange_rates: addAndUpdate,
  backups: read,

  kysely_migration: read,
  kysely_migration_lock: [],
};

/** In every table of the job queue's schema, which its library creates. */
export const jobRights: readonly Right[] = all;

/** Functions whose right to execute is not public. */
export const functionRights = ["lock_wallet(uuid)"] as const;

/** Rights that the role must not have. */
export const withheld: readonly { readonly table: string; readonly rights: string }[] = [
  ...["ledger_accounts", "ledger_entries", "ledger_transfers"].map((table) => ({
    table,
    rights: "insert, update, delete, truncate, trigger",
  })),
  { table: "transactions", rights: "update, delete, truncate, trigger" },
  { table: "audit_log", rights: "update, delete, truncate, trigger" },
  { table: "tracking_events", rights: "update, delete, truncate, trigger" },
];
