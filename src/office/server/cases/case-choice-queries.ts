// The SQL about what customers choose in cases.
import { sql } from "kysely";
import type { CaseSubject } from "#office/rules/case.ts";
import type { CaseChoice } from "#office/rules/case-choice.ts";
import type { Db } from "#platform/server/db/open.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";

/** A message with choices: whether there is a newer one, whether its customer did not answer in time, and the code of what was chosen. */
export async function findChoices(
  db: Db,
  caseId: string,
  messageId: string,
): Promise<
  | {
      readonly choices: readonly CaseChoice[];
      readonly isNewest: boolean;
      readonly isOverdue: boolean;
      readonly chosen: string | null;
    }
  | undefined
> {
  const { rows } = await sql<{
    choices: readonly CaseChoice[];
    isNewest: boolean;
    isOverdue: boolean;
    chosen: string | null;
  }>`
    select m.choices, answer.choice as chosen, not exists (
      select from case_messages newer where newer.case_id = m.case_id and newer.choices is not null
        and (newer.created_at, newer.number) > (m.created_at, m.number)
    ) as is_newest, exists (
      select from case_messages later where later.case_id = m.case_id and later.event = 'answer_overdue'
        and (later.created_at, later.number) > (m.created_at, m.number)
    ) as is_overdue
    from case_messages m left join case_messages answer on answer.answers_id = m.id
    where m.id = ${messageId} and m.case_id = ${caseId} and m.choices is not null
  `.execute(db);
  return rows[0];
}

/** What the choices of a case can be about: the open ship request of its thing, and the parcels in it or in its package. */
export async function findChoosable(
  db: Db,
  { subject, subjectId }: { readonly subject: CaseSubject; readonly subjectId: string },
): Promise<{
  readonly shipRequestId: string | null;
  readonly shipRequestName: string | null;
  readonly parcels: { readonly id: string; readonly name: string }[];
}> {
  const { rows } = await sql<{ id: string; number: bigint }>`
    select r.id, r.number from ship_requests r
    where r.state not in ('cancelled', 'shelved', 'handed_over') and case ${subject}
      when 'ship_request' then r.id = ${subjectId}
      when 'package' then r.package_id = ${subjectId}
      when 'inbound_parcel' then exists (
        select from ship_request_parcels c
        where c.ship_request_id = r.id and c.inbound_parcel_id = ${subjectId} and c.state <> 'left_out')
      else false end
    order by r.created_at desc limit 1
  `.execute(db);
  const [request] = rows;
  const { rows: parcels } = await sql<{ id: string; name: string }>`
    select p.id, coalesce(p.tracking_number, p.label_code) as name from inbound_parcels p
    where p.id = ${subjectId}
      or p.package_id = case ${subject} when 'package' then ${subjectId}::uuid
        when 'ship_request' then (select package_id from ship_requests where id = ${subjectId}) end
    order by p.created_at, p.id limit 100
  `.execute(db);
  return {
    shipRequestId: request?.id ?? null,
    shipRequestName: request === undefined ? null : shipRequestReference(request.number),
    parcels,
  };
}

/** In which state a customer's ship request is, its version, and which parcels go with it; undefined where there is none. */
export async function findRequestParcels(
  db: Db,
  userId: string,
  shipRequestId: string,
): Promise<
  | { readonly state: string; readonly version: number; readonly parcelIds: readonly string[] }
  | undefined
> {
  const { rows } = await sql<{ state: string; version: number; parcelIds: string[] }>`
    select r.state, r.version, coalesce((
      select array_agg(c.inbound_parcel_id::text) from ship_request_parcels c
      where c.ship_request_id = r.id and c.state <> 'left_out'
    ), '{}') as parcel_ids
    from ship_requests r where r.id = ${shipRequestId} and r.user_id = ${userId}
  `.execute(db);
  return rows[0];
}
