// The SQL that narrows the list of open cases.
import { sql, type RawBuilder } from "kysely";
import type { CaseTopic, OpenCaseState } from "#office/rules/case.ts";

/** Which of the open cases are listed. */
export type OpenCases = {
  readonly ids?: readonly string[] | undefined;
  readonly packageId?: string | undefined;
  readonly state?: OpenCaseState | undefined;
  readonly about?: CaseTopic | undefined;
};

const ofTopic: Readonly<Record<CaseTopic, RawBuilder<unknown>>> = {
  customs: sql`and c.kind = 'customs'`,
  money: sql`and (c.kind = 'money' or c.asked_cents is not null or c.granted_cents is not null)`,
  second_person: sql`and c.granted_cents is not null and c.transaction_id is null`,
};

// By whether they are due, which the index of the list begins with.
const inState: Readonly<Record<OpenCaseState, RawBuilder<unknown>>> = {
  waiting_for_us: sql`and c.due_at is not null`,
  waiting_for_customer: sql`and c.due_at is null`,
};

const aboutPackage = (packageId: string) => sql`and c.subject_id in (
  select ${packageId}::uuid
  union all select id from ship_requests where package_id = ${packageId}
  union all select id from inbound_parcels where package_id = ${packageId}
)`;

/** The open cases `c` that are listed. */
export const openCases = ({ ids, packageId, state, about }: OpenCases) => sql`c.state <> 'closed'
  ${state === undefined ? sql`` : inState[state]}
  ${about === undefined ? sql`` : ofTopic[about]}
  ${packageId === undefined ? sql`` : aboutPackage(packageId)}
  ${ids === undefined ? sql`` : sql`and c.id = any(${[...ids]}::uuid[])`}`;
