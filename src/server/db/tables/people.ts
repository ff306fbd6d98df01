// Row types of the tables about people.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { PayoutOutcome } from "#core/payout.ts";
import type { PlanName } from "#core/plan.ts";

type UsersTable = {
  id: Generated<string>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type SessionsTable = {
  id: Generated<string>;
  user_id: string;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  proved_at: Generated<Date>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type AccountsTable = {
  id: Generated<string>;
  user_id: string;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type VerificationsTable = {
  id: Generated<string>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type PendingRegistrationsTable = {
  id: Generated<string>;
  email: ColumnType<string, string, never>;
  full_name: ColumnType<string, string, never>;
  password_hash: ColumnType<string, string, never>;
  chosen_plan: ColumnType<PlanName | null, PlanName | null, never>;
  token_hash: Buffer | null;
  token_expires_at: Date | null;
  created_at: ColumnType<Date, Date, never>;
  expires_at: ColumnType<Date, Date, never>;
};

type ProfilesTable = {
  id: string;
  email: string;
  full_name: Generated<string>;
  phone: Generated<string>;
  address: Generated<string>;
  city: Generated<string>;
  country: Generated<string>;
  postal_code: Generated<string>;
  subscription: PlanName | null;
  package_quota: Generated<number>;
  max_weight_grams: Generated<number>;
  chosen_plan: Generated<PlanName | null>;
  is_admin: Generated<boolean>;
  email_notifications: Generated<boolean>;
  shipment_updates: Generated<boolean>;
  marketing_emails: Generated<boolean>;
  closed_at: Generated<Date | null>;
  suspended_at: Generated<Date | null>;
  suspension_reason: Generated<string | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type AttemptsTable = {
  id: GeneratedAlways<bigint>;
  bucket: string;
  attempted_at: Generated<Date>;
};

type TwoFactorsTable = {
  user_id: ColumnType<string, string, never>;
  secret_encrypted: Buffer;
  confirmed_at: Date | null;
  last_step: bigint | null;
  created_at: Date;
};

type BackupCodesTable = {
  user_id: ColumnType<string, string, never>;
  code_hash: ColumnType<Buffer, Buffer, never>;
  used_at: Generated<Date | null>;
};

type SignInChallengesTable = {
  token_hash: ColumnType<Buffer, Buffer, never>;
  user_id: ColumnType<string, string, never>;
  is_for_office: ColumnType<boolean, boolean, never>;
  tries: Generated<number>;
  expires_at: ColumnType<Date, Date, never>;
  created_at: ColumnType<Date, Date, never>;
};

type PayoutRequestsTable = {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  amount_cents: ColumnType<bigint, bigint | number, never>;
  details_encrypted: Buffer | null;
  created_at: ColumnType<Date, Date, never>;
  /** What is set aside for it; null: it was settled before payouts were held. */
  hold_id: ColumnType<string | null, string, never>;
  /** When staff were first shown where the money is to go; from then on it cannot be withdrawn. */
  started_at: Generated<Date | null>;
  started_by: Generated<string | null>;
  settled_at: Generated<Date | null>;
  settled_by: Generated<string | null>;
  outcome: Generated<PayoutOutcome | null>;
  /** Why it was declined. */
  reason: Generated<string | null>;
  /** Of the bank transfer that paid it. */
  reference: Generated<string | null>;
};

export type PeopleTables = {
  users: UsersTable;
  sessions: SessionsTable;
  accounts: AccountsTable;
  verifications: VerificationsTable;
  pending_registrations: PendingRegistrationsTable;
  profiles: ProfilesTable;
  attempts: AttemptsTable;
  two_factors: TwoFactorsTable;
  backup_codes: BackupCodesTable;
  sign_in_challenges: SignInChallengesTable;
  payout_requests: PayoutRequestsTable;
};
