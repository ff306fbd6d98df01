import { mostThingsOfUser, type UserThings } from "#office/contract/user-things.ts";
import { caseReference } from "#office/rules/case.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listCasesOfUser, listPackagesOfUser, listParcelsOfUser } from "./user-thing-queries.ts";

/** The newest packages, parcels and cases of a user, and how many there are of each. */
export async function listUserThings(
  { db }: SignedInContext,
  { userId }: { readonly userId: string },
): Promise<UserThings> {
  const [packages, parcels, cases] = await Promise.all([
    listPackagesOfUser(db, userId, mostThingsOfUser),
    listParcelsOfUser(db, userId, mostThingsOfUser),
    listCasesOfUser(db, userId, mostThingsOfUser),
  ]);
  return {
    packages: {
      items: packages.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      total: packages.total,
    },
    inboundParcels: {
      items: parcels.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      total: parcels.total,
    },
    cases: {
      items: cases.rows.map((row) => ({
        ...row,
        number: caseReference(row.number),
        openedAt: row.openedAt.toISOString(),
      })),
      total: cases.total,
    },
  };
}
