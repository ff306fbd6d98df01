import { findTrackingQuestions } from "#goods/server/tracking/trackers.ts";
import type { WorkAssignment } from "#office/contract/work-assignments.ts";
import { mostTaken, type TakeableStage } from "#office/rules/work-item.ts";
import { countCases } from "#office/server/cases/read-cases.ts";
import { listActiveStaff } from "#people/server/db/members.ts";
import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffMember } from "#platform/rules/staff-role.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { sentence } from "#platform/server/translate.ts";
import {
  countAssignments,
  deleteAssignments,
  deleteAssignmentsOf,
  deleteAssignmentsOfOthers,
  findTaker,
  insertAssignment,
  listAssignmentRows,
  listOwnAssignments,
  listTakenIds,
  listThings,
  type ListedThing,
} from "./work-assignment-queries.ts";
import { deadlinesAt, type Deadlines } from "./work-source-queries.ts";

const mostListed = 1000;

type Taken = { readonly kind: TakeableStage; readonly id: string };

/** Those of `ids` that stand in the stage. */
async function findListed(
  db: Db,
  kind: TakeableStage,
  ids: readonly string[],
  deadlines: Deadlines,
): Promise<readonly ListedThing[]> {
  if (kind === "tracking_questions") return await findTrackingQuestions(db, ids);
  return await listThings(db, kind, ids, deadlines);
}

/** The ids of those who attend to open work: what others took is free, also before it is deleted. */
async function listWorkers(db: Db): Promise<string[]> {
  const staff = await listActiveStaff(db);
  return staff.filter((member) => mayUse(member, roleAccess.workItems)).map(({ userId }) => userId);
}

function mayTakeOver({ isAdmin, roles }: StaffMember): boolean {
  return isAdmin || roles.includes("manager");
}

function takenBy(name: string) {
  return apiError("taken_by_another", { name }, sentence("errors.takenBy", { name }));
}

/** Who has what of a stage, the reader's own first. */
export async function listWorkAssignments(
  { db, session }: SignedInContext,
  { kind }: { readonly kind: TakeableStage },
): Promise<{ items: WorkAssignment[]; mayTakeOver: boolean }> {
  const { person } = session;
  const rows = await listAssignmentRows(db, kind, {
    workers: await listWorkers(db),
    readerId: person.id,
    limit: mostListed,
  });
  return {
    items: rows.map(({ subjectId, userId, takenAt, name }) => ({
      id: subjectId,
      name,
      isReader: userId === person.id,
      takenAt: takenAt.toISOString(),
    })),
    mayTakeOver: mayTakeOver(person),
  };
}

/**
 * Takes a thing that stands in its stage; of two at once one has it. Throws `not_found`, `own_account`,
 * `taken_by_another` with the `name`, and `too_many_taken`.
 */
export async function takeWorkItem(
  context: SignedInContext,
  { kind, id }: Taken,
): Promise<Record<string, never>> {
  const { db, session } = context;
  const { person } = session;
  const now = context.now();
  const [thing] = await findListed(db, kind, [id], deadlinesAt(now));
  if (thing === undefined) throw apiError("not_found");
  await context.actsOn(db, thing.owned, thing.ownerId);
  const keepers = mayTakeOver(person) ? [] : await listWorkers(db);
  const taking = { kind, subjectId: id, userId: person.id, takenAt: now };
  if (await insertAssignment(db, taking, keepers)) {
    if ((await countAssignments(db, person.id)) > mostTaken) throw apiError("too_many_taken");
    await context.audit({ after: { kind } });
    return {};
  }
  const taker = await findTaker(db, kind, id);
  if (taker !== undefined && taker.userId !== person.id) throw takenBy(taker.name);
  context.unchanged();
  return {};
}

/** Gives a thing back; what nobody has stays so. Throws `taken_by_another` with the `name`. */
export async function giveBackWorkItem(
  context: SignedInContext,
  { kind, id }: Taken,
): Promise<Record<string, never>> {
  const { db, session } = context;
  const { person } = session;
  const taker = await findTaker(db, kind, id);
  if (taker === undefined) {
    context.unchanged();
    return {};
  }
  if (taker.userId !== person.id && !mayTakeOver(person)) throw takenBy(taker.name);
  await deleteAssignments(db, kind, [id]);
  await context.audit({ before: { kind, userId: taker.userId } });
  return {};
}

/** How many things in each stage somebody has taken, of those that still stand there and wait for staff. */
export async function countOwnAssignments(
  db: Db,
  userId: string,
  deadlines: Deadlines,
): Promise<ReadonlyMap<string, number>> {
  const taken = [...(await listTakenIds(db, userId))];
  const counts = await Promise.all(
    taken.map(async ([kind, ids]) => {
      // A case stays taken while it waits for its customer, and does not count then.
      if (kind === "open_cases") return [kind, (await countCases(db, ids)).count] as const;
      return [kind, (await findListed(db, kind, ids, deadlines)).length] as const;
    }),
  );
  return new Map(counts);
}

/**
 * Deletes what is taken and has left its stage, or whose taker no longer attends to open work. All is read: one person has
 * at most a hundred. Part of a recurring job.
 */
export async function deleteEndedAssignments({
  db: pool,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  await atomically(pool, async (db) => {
    await endAssignmentsOfOthers(db);
    for (const [kind, ids] of await listTakenIds(db, null)) {
      const listed = await findListed(db, kind, ids, deadlinesAt(now()));
      const listedIds = new Set(listed.map(({ id }) => id));
      await deleteAssignments(
        db,
        kind,
        ids.filter((id) => !listedIds.has(id)),
      );
    }
  });
}

/** Gives back what those have who no longer attend to open work. */
export async function endAssignmentsOfOthers(db: Db): Promise<void> {
  await deleteAssignmentsOfOthers(db, await listWorkers(db));
}

/** Gives back all that somebody has, whose account is closed. */
export async function endAssignments(db: Db, userId: string): Promise<void> {
  await deleteAssignmentsOf(db, userId);
}

/** All that somebody has, for the export of the account. */
export async function exportAssignments(
  db: Db,
  userId: string,
): ReturnType<typeof listOwnAssignments> {
  return await listOwnAssignments(db, userId);
}
