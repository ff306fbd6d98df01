import { planAndRoles } from "./auth.ts";
import { payoutProgress } from "./payouts.ts";
import { newRecord } from "./receiving.ts";
import { contactFields, contactFieldsInput } from "./profile.ts";

/** Groups of fields that several objects have, which the API document describes once. */
export const sharedShapes = [
  contactFields,
  contactFieldsInput,
  newRecord,
  payoutProgress,
  planAndRoles,
];
