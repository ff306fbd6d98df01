// The session of whoever calls: reading it, keeping it and ending it.
import * as z from "zod";
import {
  done,
  nothing,
  time,
  amountCents,
  displayCurrency,
  id,
  language,
  planName,
} from "./fields.ts";
import { procedure } from "./procedure.ts";
import { staffRoles } from "#platform/rules/staff-role.ts";

export const staffRole = z.enum(staffRoles);
staffRole.register(z.globalRegistry, { id: "StaffRole" });

/** The plan of a user, and what they may do as staff. */
export const planAndRoles = z.object({
  subscription: planName.nullable(),
  packageQuota: z.int(),
  maxWeightGrams: z.int(),
  isAdmin: z.boolean(),
  roles: z.array(staffRole).describe("The roles of staff that were granted to the user"),
});

/** The user who is signed in, with what every screen shows of them. */
const person = z.object({
  id,
  email: z.string(),
  fullName: z.string(),
  walletBalanceCents: amountCents,
  ...planAndRoles.shape,
  displayCurrency,
  hasTwoFactor: z.boolean().describe("Whether signing in requires a code"),
  language,
  isCustomer: z
    .boolean()
    .describe(
      "Whether the user has a customer area; false for staff who were invited and have not asked for one",
    ),
  isWarehouseEntered: z
    .boolean()
    .describe("Whether a warehouse was entered, open or not; false for customers"),
});
person.register(z.globalRegistry, { id: "Person" });

export type Person = z.infer<typeof person>;

export const session = z.object({
  person,
  expiresAt: time.describe(
    "When the session has to be refreshed, ten minutes after the last refresh. A session that is not refreshed stays valid for 30 days",
  ),
});
session.register(z.globalRegistry, { id: "Session" });

export type Session = z.infer<typeof session>;

export const ownSession = {
  readSession: procedure({
    method: "GET",
    path: "/session",
    access: "public",
    summary:
      "The user who is signed in, and when the session has to be refreshed; null if nobody is",
    description:
      "Reads the session of the request's cookie and changes nothing. Call auth.refreshSession before its `expiresAt`.",
  })
    .input(nothing)
    .output(session.nullable()),

  refreshSession: procedure({
    method: "POST",
    path: "/session/refresh",
    access: "signedIn",
    transaction: "own",
    summary: "Refresh the own session, which counts as using it",
    description:
      "Extends the session of the request by 30 days from now and sets its cookie again. Call it before the session's `expiresAt`.",
  })
    .input(nothing)
    .output(session),

  signOut: procedure({
    method: "POST",
    path: "/sign-out",
    access: "public",
    transaction: "own",
    summary: "End the own session",
    description:
      "Deletes the session of the request, if there is one, and its cookie. Other sessions of the user stay.",
  })
    .input(nothing)
    .output(done),
};
