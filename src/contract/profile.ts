import * as z from "zod";
import { id } from "./fields.ts";

/** The contact details of a user, which they edit themselves. */
export const profile = z.object({
  id,
  email: z.string(),
  fullName: z.string(),
  latinName: z
    .string()
    .nullable()
    .describe("The name in Latin letters, which couriers print; null where unknown or not needed"),
  phone: z.string(),
  address: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string().describe("ISO 3166-1 alpha-2 code, or empty"),
  postalCode: z.string(),
});
profile.register(z.globalRegistry, { id: "Profile" });
export type Profile = z.infer<typeof profile>;
