import type { Db } from "#platform/server/db/open.ts";

/** The id of a user's customer at the provider; undefined when there is none yet. */
export async function findCustomerId(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("providerCustomers")
    .select("customerId")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.customerId;
}

/** A user's customer at the provider with the user's current email; undefined when there is none yet. */
export async function findCustomerContact(
  db: Db,
  userId: string,
): Promise<{ customerId: string; email: string } | undefined> {
  return await db
    .selectFrom("providerCustomers")
    .innerJoin("profiles", "profiles.id", "providerCustomers.userId")
    .select(["customerId", "profiles.email"])
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Inserts a user's customer and returns its id, or that of the one inserted first. */
export async function insertCustomer(
  db: Db,
  customer: { userId: string; customerId: string; at: Date },
): Promise<string> {
  await db
    .insertInto("providerCustomers")
    .values({ userId: customer.userId, customerId: customer.customerId, createdAt: customer.at })
    .onConflict((conflict) => conflict.column("userId").doNothing())
    .execute();
  return (await findCustomerId(db, customer.userId)) ?? customer.customerId;
}

/** Deletes a customer that no longer exists at the provider. */
export async function deleteCustomer(db: Db, userId: string, customerId: string): Promise<void> {
  await db
    .deleteFrom("providerCustomers")
    .where("userId", "=", userId)
    .where("customerId", "=", customerId)
    .execute();
}
