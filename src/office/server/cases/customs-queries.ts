import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Packages of open accounts of which a carrier reported that customs want to know something, without a case about that. */
export async function listCustomsQuestions(
  db: Db,
  limit: number,
): Promise<{ readonly userId: string; readonly packageId: string; readonly askedAt: Date }[]> {
  const { rows } = await sql<{ userId: string; packageId: string; askedAt: Date }>`
    select packages.user_id, packages.id as package_id, max(legs.question_at) as asked_at
    from shipping_legs legs join packages on packages.id = legs.package_id
      join profiles on profiles.id = packages.user_id and profiles.closed_at is null
    where legs.question = 'customs_information_required' and not exists (
      select from cases where cases.user_id = packages.user_id and cases.subject_id = packages.id
        and cases.kind = 'customs' and (cases.state <> 'closed' or cases.opened_at >= legs.question_at)
    )
    group by packages.user_id, packages.id order by asked_at limit ${limit}
  `.execute(db);
  return rows;
}

/** The cases whose customers have let half of their time pass without an answer, marked as reminded, at most `limit`. */
export async function updateToHalfTime(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update cases set answer_reminded_at = ${now} where id in (
      select cases.id from cases join profiles on profiles.id = cases.user_id
      where cases.answer_by > ${now} and cases.answer_reminded_at is null and profiles.suspended_at is null
        and cases.last_at + (cases.answer_by - cases.last_at) / 2 <= ${now}
      order by cases.answer_by limit ${limit}
      for no key update of cases skip locked
    ) returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The cases whose customers did not answer in time. */
export async function listOverdueAnswers(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cases where answer_by <= ${now} order by answer_by limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
