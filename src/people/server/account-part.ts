import { listSessions } from "./auth/sessions/sessions.ts";
import { readTwoFactor } from "./auth/two-factor/two-factor.ts";
import { eraseAccountRows, findRegisteredAt } from "./users/user-queries.ts";
import { readProfile } from "./users/profile.ts";
import type { AccountPart } from "#platform/server/account-part.ts";

/** Who an account is, and what signs in. */
export const peoplePart: AccountPart = {
  tables: {
    users: { erased: ["name", "email", "password_hash"] },
    profiles: {
      erased: [
        "email",
        "full_name",
        "latin_name",
        "phone",
        "address",
        "address_line2",
        "city",
        "state",
        "country",
        "postal_code",
        "suspension_reason",
      ],
    },
    sessions: { erased: "rows" },
    one_time_tokens: { erased: "rows" },
    two_factors: { erased: "rows" },
    backup_codes: { erased: "rows" },
    sign_in_challenges: { erased: "rows" },
    pending_registrations: { erased: "rows" },
    staff_invitations: { erased: "rows" },
    auth_email_requests: {
      kept: {
        request_encrypted:
          "Encrypted with `SECRET`, and deleted as soon as the email is written, after a day at the latest.",
      },
    },
    staff_roles: {},
    events: {
      erased: ["facts"],
      kept: {
        facts:
          "Statuses, amounts, weights, codes and names of services; what people typed is erased.",
      },
    },
    member_codes: {
      kept: { code: "Goods that still come with the code must not reach whoever gets it next." },
    },
  },
  withoutCustomers: ["profile_count_changes", "profile_counts"],
  async exported(context) {
    const { id, isAdmin, isCustomer, roles, displayCurrency, language } = context.session.person;
    return {
      profile: await readProfile(context),
      displayCurrency,
      language,
      isAdmin,
      isCustomer,
      roles,
      twoFactor: await readTwoFactor(context),
      sessions: (await listSessions(context)).items,
      registeredAt: await findRegisteredAt(context.db, id),
    };
  },
  async erase({ session, now }, db) {
    const { id: userId, email } = session.person;
    await eraseAccountRows(db, { userId, email }, now());
  },
};
