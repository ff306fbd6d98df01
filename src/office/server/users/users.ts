import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { UserOrder, UserState, SortDirection } from "#platform/rules/list-page.ts";
import type { SignedInContext, AppServices, OwnerContext } from "#platform/server/context.ts";
import {
  isMoneyState,
  listUserRows,
  type UserList,
  listUsersAfter,
  soughtUsers,
  type ExportedUserRow,
  aggregateCountChanges,
  findUser,
  lockProfile,
} from "./user-queries.ts";
import type { UserDetails, User } from "#office/contract/admin-users.ts";
import type { Person } from "#platform/contract/session.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readSubscriptionOf } from "#money/server/plans/plan-state.ts";
import { readGrantedRoles } from "#people/server/users/admins.ts";

/**
 * One page of users; `search` matches any part of a name or email in any case and width, or a whole member code, and finds
 * the newest 1,000 at most. Throws `forbidden` where a reader who does not see wallets would learn about them from which
 * users are listed, or in which order.
 */
export async function listUsers(
  { db, session }: SignedInContext,
  input: {
    readonly search: string;
    readonly state: UserState;
    readonly order: UserOrder;
    readonly direction: SortDirection;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<UserList> {
  const { page, pageSize, ...query } = input;
  const { person } = session;
  if (input.order === "walletBalance") requireMoney(person);
  requireStateShown(person, input.state);
  const offset = (page - 1) * pageSize;
  const list = await listUserRows(db, { ...query, offset, limit: pageSize });
  return { ...list, items: list.items.map((user) => describeUser(person, user)) };
}

function requireMoney(person: Person): void {
  if (!mayUse(person, roleAccess.money)) throw apiError("forbidden");
}

function requireStateShown(person: Person, state: UserState): void {
  if (isMoneyState(state)) requireMoney(person);
}

const exportedRowsAtOnce = 1000;

function accountState({ closedAt, suspendedAt }: User): string {
  if (closedAt !== null) return "Closed";
  return suspendedAt === null ? "Active" : "Suspended";
}

function amountCell(csv: CsvWriter, amountCents: number | null): string {
  return amountCents === null ? "" : csv.amount(amountCents);
}

/**
 * `users.csv` with the users that the list finds, newest first, with what the reader sees of them: wallets with a role that
 * sees money, and member codes once there is a warehouse. Throws `forbidden` as the list does, and what `csvDownload` throws.
 */
export async function exportUsers(
  context: SignedInContext,
  input: CsvReader & { readonly search: string; readonly state: UserState },
): Promise<ReadableStream<Uint8Array>> {
  const { search, state, ...reader } = input;
  const { person } = context.session;
  requireStateShown(person, state);
  const seesMoney = mayUse(person, roleAccess.money);
  const seesCodes = person.isWarehouseEntered;
  // Searched once, however many batches follow.
  let sought: Awaited<ReturnType<typeof soughtUsers>> | null = null;
  return await csvDownload<ExportedUserRow>(context, reader, {
    fileName: "users.csv",
    columns: [
      "Email",
      "Name",
      ...(seesCodes ? ["Member Code"] : []),
      "Plan",
      "Quota",
      ...(seesMoney ? ["Available (USD)", "On Hold (USD)"] : []),
      "State",
      "Joined",
    ],
    rowsAtOnce: exportedRowsAtOnce,
    audited: { state, isSearch: search !== "" },
    readAfter: async (last) => {
      sought ??= await soughtUsers(context.db, { search, state });
      return await listUsersAfter(context.db, sought, last?.id ?? null, exportedRowsAtOnce);
    },
    cellsOf: (csv, user) => [
      user.email,
      textCell(user.fullName),
      ...(seesCodes
        ? [textCell(user.memberCode === null ? "" : formatMemberCode(user.memberCode))]
        : []),
      user.subscription ?? "",
      String(user.packageQuota),
      ...(seesMoney
        ? [amountCell(csv, user.walletBalanceCents), amountCell(csv, user.heldCents)]
        : []),
      accountState(user),
      csv.moment(new Date(user.createdAt)),
    ],
  });
}

/** One account with its plan, as far as the reader may see it. Throws `not_found`. */
export async function readUser(
  { db, session }: SignedInContext,
  input: { readonly userId: string },
): Promise<UserDetails> {
  return describeUser(session.person, await getUserDetails(db, input.userId));
}

const batchSize = 50_000;

/**
 * Recurring job: adds the changes that triggers have recorded to the counts of accounts, so that summing them stays
 * fast. Readers see the same sums before, during and after it. Returns how many changes it added.
 */
export async function aggregateProfileCounts({ db }: Pick<AppServices, "db">): Promise<number> {
  let aggregated = 0;
  for (;;) {
    const count = await aggregateCountChanges(db, batchSize);
    aggregated += count;
    if (count < batchSize) return aggregated;
  }
}

/** The account as this member of staff may see it: without money for those who do not see wallets. */
function describeUser<Stored extends User>(person: Person, user: Stored): Stored {
  if (mayUse(person, roleAccess.money)) return user;
  return { ...user, walletBalanceCents: null, heldCents: null };
}

/** All that staff see of one account. Throws `not_found`. */
export async function getUserDetails(db: Db, userId: string): Promise<UserDetails> {
  const user = await findUser(db, userId);
  if (user === undefined) throw apiError("not_found");
  return {
    ...user,
    grantedRoles: await readGrantedRoles(db, userId),
    plan: await readSubscriptionOf(db, userId),
  };
}

/**
 * The same, with the account locked until the transaction ends, for a change of this kind. Throws `not_found`, and
 * `own_account` where staff act on their own.
 */
export async function lockUserDetails(
  { actsOn }: OwnerContext,
  db: Db,
  userId: string,
  kind: "account" | "role" = "account",
): Promise<UserDetails> {
  if (!(await lockProfile(db, userId))) throw apiError("not_found");
  await actsOn(db, kind, userId);
  return await getUserDetails(db, userId);
}
