// What is held about a person beside what the other areas hold.
import type { Db } from "#server/db/open.ts";
import { selectAccountFacts, selectErrorReports, selectEmails } from "./closing-queries.ts";

/** The account's beginning, the provider's name for the customer, the letters sent, the errors reported. */
export async function readHeldFacts(
  db: Db,
  person: { readonly userId: string; readonly email: string },
) {
  const { createdAt, customerId } = await selectAccountFacts(db, person.userId);
  return {
    registeredAt: createdAt,
    paymentProviderCustomerId: customerId,
    emails: await selectEmails(db, person.email),
    errorReports: await selectErrorReports(db, person.userId),
  };
}
