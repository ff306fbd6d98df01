// Row types of the tables about people.
import type { Generated, GeneratedAlways } from "kysely";
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
  is_admin: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type AttemptsTable = {
  id: GeneratedAlways<bigint>;
  bucket: string;
  attempted_at: Generated<Date>;
};

export type PeopleTables = {
  users: UsersTable;
  sessions: SessionsTable;
  accounts: AccountsTable;
  verifications: VerificationsTable;
  profiles: ProfilesTable;
  attempts: AttemptsTable;
};
