import type { EventActor } from "#people/rules/event-actor.ts";
import type { DisplayCurrency } from "#platform/rules/money.ts";
import type { Language } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { TokenPurpose } from "#platform/rules/token-purpose.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type UsersTable = {
  id: Generated<string>;
  name: string;
  email: string;
  emailVerified: Generated<boolean>;
  passwordHash: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

type SessionsTable = {
  id: Generated<string>;
  userId: string;
  token: string;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  reauthenticatedAt: Generated<Date>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

type OneTimeTokensTable = {
  tokenHash: ColumnType<Buffer, Buffer, never>;
  userId: ColumnType<string, string, never>;
  purpose: ColumnType<TokenPurpose, TokenPurpose, never>;
  createdAt: ColumnType<Date, Date, never>;
  expiresAt: ColumnType<Date, Date, never>;
};

type PendingRegistrationsTable = {
  id: Generated<string>;
  email: ColumnType<string, string, never>;
  fullName: ColumnType<string, string, never>;
  passwordHash: ColumnType<string, string, never>;
  chosenPlan: ColumnType<PlanName | null, PlanName | null, never>;
  language: ColumnType<Language, Language | undefined, never>;
  tokenHash: Buffer | null;
  tokenExpiresAt: Date | null;
  createdAt: ColumnType<Date, Date, never>;
  expiresAt: ColumnType<Date, Date, never>;
};

type AuthEmailRequestsTable = {
  id: string;
  requestEncrypted: ColumnType<Buffer, Buffer, never>;
  createdAt: ColumnType<Date, Date, never>;
};

type ProfilesTable = {
  id: string;
  email: string;
  fullName: Generated<string>;
  latinName: string | null;
  phone: Generated<string>;
  address: Generated<string>;
  addressLine2: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  country: Generated<string>;
  postalCode: Generated<string>;
  subscription: PlanName | null;
  packageQuota: Generated<number>;
  maxWeightGrams: Generated<number>;
  chosenPlan: Generated<PlanName | null>;
  isAdmin: Generated<boolean>;
  emailNotifications: Generated<boolean>;
  shipmentUpdates: Generated<boolean>;
  marketingEmails: Generated<boolean>;
  displayCurrency: Generated<DisplayCurrency>;
  language: Generated<Language>;
  closedAt: Generated<Date | null>;
  suspendedAt: Generated<Date | null>;
  suspensionReason: Generated<string | null>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

type StaffRolesTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  role: ColumnType<StaffRole, StaffRole, never>;
  grantedBy: ColumnType<string | null, string | null, never>;
  grantedAt: ColumnType<Date, Date, never>;
  endedAt: Generated<Date | null>;
};

type TwoFactorsTable = {
  userId: ColumnType<string, string, never>;
  secretEncrypted: Buffer;
  confirmedAt: Date | null;
  lastStep: bigint | null;
  createdAt: Date;
};

type BackupCodesTable = {
  userId: ColumnType<string, string, never>;
  codeHash: ColumnType<Buffer, Buffer, never>;
  usedAt: Generated<Date | null>;
};

type SignInChallengesTable = {
  tokenHash: ColumnType<Buffer, Buffer, never>;
  userId: ColumnType<string, string, never>;
  isForAdmin: ColumnType<boolean, boolean, never>;
  tries: Generated<number>;
  expiresAt: ColumnType<Date, Date, never>;
  createdAt: ColumnType<Date, Date, never>;
};

type MemberCodesTable = {
  userId: ColumnType<string, string, never>;
  code: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
};

type EventsTable = {
  id: GeneratedAlways<bigint>;
  subjectKind: ColumnType<string, string, never>;
  subjectId: ColumnType<string, string, never>;
  kind: ColumnType<string, string, never>;
  facts: ColumnType<unknown, string, never>;
  actor: ColumnType<EventActor, EventActor, never>;
  actorId: ColumnType<string | null, string | null, never>;
  createdAt: ColumnType<Date, Date, never>;
};

export type UserTables = {
  users: UsersTable;
  sessions: SessionsTable;
  oneTimeTokens: OneTimeTokensTable;
  pendingRegistrations: PendingRegistrationsTable;
  authEmailRequests: AuthEmailRequestsTable;
  profiles: ProfilesTable;
  staffRoles: StaffRolesTable;
  twoFactors: TwoFactorsTable;
  backupCodes: BackupCodesTable;
  signInChallenges: SignInChallengesTable;
  memberCodes: MemberCodesTable;
  events: EventsTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends UserTables {}
}
