// What the running product may do with each table: decided here for every one, and nothing beyond.

/** `update (columns)` allows changes of these columns alone. */
export type Right = "select" | "insert" | "update" | "delete" | `update (${string})`;

const read: readonly Right[] = ["select"];
const add: readonly Right[] = ["select", "insert"];
const keep: readonly Right[] = ["select", "insert", "update"];
const renew: readonly Right[] = ["select", "insert", "delete"];
const all: readonly Right[] = ["select", "insert", "update", "delete"];

/**
 * The rights in each table of the product's own schema. In an upgrade a server of the version before may still run under
 * the same role: what it uses is taken away one version later.
 * What a trigger writes for whoever changed a row counts as
 * written by the product, save where the trigger's function runs with its owner's rights.
 */
export const tableRights: Readonly<Record<string, readonly Right[]>> = {
  // History: read by all, and written by posting alone.
  ledger_accounts: read,
  ledger_entries: read,
  ledger_transfers: read,
  ledger_postings: add,
  transactions: [...add, "update (status)"],
  holds: keep,
  audit_log: add,
  // A package's history may forget what its images were called.
  package_events: [...add, "update (before)", "update (after)"],
  reconciliations: add,

  users: keep,
  sessions: all,
  accounts: all,
  verifications: all,
  pending_registrations: all,
  profiles: keep,
  attempts: renew,
  two_factors: all,
  backup_codes: all,
  sign_in_challenges: all,
  payout_requests: keep,

  provider_customers: renew,
  deposits: keep,
  deposit_disputes: keep,
  subscription_checkouts: keep,
  subscriptions: keep,
  plan_periods: keep,
  plan_payments: add,
  subscriber_locks: all,

  packages: all,
  shipping_legs: keep,
  package_images: renew,
  qr_codes: renew,
  package_counts: all,
  package_totals: keep,
  profile_counts: keep,
  // Locked row by row while they are folded into the counts, for which a right to update is needed.
  package_count_changes: all,
  profile_count_changes: all,
  suspended_lanes: keep,

  emails: all,
  admin_digests: ["select", "update"],
  provider_events: keep,
  error_logs: all,
  error_groups: all,
  settings: ["select", "update"],
  changes: renew,
  backups: read,

  kysely_migration: read,
  kysely_migration_lock: [],
};

/** In every table of the job queue, whose schema its own library makes. */
export const jobRights: readonly Right[] = all;

/** Functions that not everybody may call, as PostgreSQL writes them. */
export const functionRights = ["lock_wallet(uuid)"] as const;

/** What nobody but posting may write, and what is only ever added to: the rights that must be missing. */
export const withheld: readonly { readonly table: string; readonly rights: string }[] = [
  ...["ledger_accounts", "ledger_entries", "ledger_transfers"].map((table) => ({
    table,
    rights: "insert, update, delete, truncate, trigger",
  })),
  { table: "transactions", rights: "update, delete, truncate, trigger" },
  { table: "audit_log", rights: "update, delete, truncate, trigger" },
];
