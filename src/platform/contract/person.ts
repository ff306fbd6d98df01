// Who is signed in, as every screen and operation knows them.
import * as z from "zod";
import { staffRoles } from "#platform/rules/staff-role.ts";
import { amountCents, displayCurrency, id, language } from "./fields.ts";
import { planName } from "./plan-name.ts";

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
planAndRoles.register(z.globalRegistry, { id: "PlanAndRoles" });

/** The user who is signed in, with what every screen shows of them. */
export const person = z.object({
  id,
  email: z.string(),
  fullName: z.string(),
  walletBalanceCents: amountCents,
  ...planAndRoles.shape,
  displayCurrency,
  hasTwoFactor: z.boolean().describe("Whether signing in requires a code"),
  language,
  isWarehouseEntered: z
    .boolean()
    .describe("Whether a warehouse was entered, open or not; false for customers"),
});
person.register(z.globalRegistry, { id: "Person" });

export type Person = z.infer<typeof person>;
