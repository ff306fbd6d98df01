import * as z from "zod";
import {
  addressLine,
  done,
  halfWidthAddressLine,
  id,
  latinName,
  line,
  nothing,
  personName,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

/** Where couriers reach somebody, without the country. */
export const contactFields = z.object({
  phone: z.string(),
  address: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
});

/** The same as it is entered. */
export const contactFieldsInput = z.strictObject({
  phone: halfWidthAddressLine(40),
  address: addressLine(300),
  addressLine2: addressLine(300),
  city: addressLine(120),
  state: addressLine(120),
  postalCode: halfWidthAddressLine(20),
} satisfies Record<keyof typeof contactFields.shape, z.ZodType<string>>);

/** The contact details of a user, which they edit themselves. */
export const profile = z.object({
  id,
  email: z.string(),
  fullName: z.string(),
  latinName: z
    .string()
    .nullable()
    .describe("The name in Latin letters, which couriers print; null where unknown or not needed"),
  ...contactFields.shape,
  country: z.string().describe("ISO 3166-1 alpha-2 code, or empty"),
});
profile.register(z.globalRegistry, { id: "Profile" });
export type Profile = z.infer<typeof profile>;

export const ownProfile = {
  readProfile: procedure({
    method: "GET",
    path: "/profile",
    access: "signedIn",
    summary: "Read the own profile",
    description:
      "Reads the contact details of the signed-in user, which are empty texts until they are filled in.",
  })
    .input(nothing)
    .output(profile),

  updateProfile: procedure({
    method: "PUT",
    path: "/profile",
    access: "signedIn",
    summary: "Change the own profile; the email cannot be changed",
    description:
      "Replaces all fields of the profile except the email. Send every field; only the full name is required to have content.",
    errors: ["missing_information"],
  })
    .input(
      z.strictObject({
        fullName: personName,
        latinName: latinName
          .nullable()
          .default(null)
          .describe("Kept only while the full name has letters outside Latin"),
        ...contactFieldsInput.shape,
        country: line(2).meta({ examples: ["HK"] }),
      }),
    )
    .output(profile),

  openCustomerArea: procedure({
    method: "POST",
    path: "/customer-area",
    access: "signedIn",
    summary: "Use the service as a customer too: for staff who were invited",
    description:
      "Gives the signed-in account its wallet and member code, once; an account that has them stays as it is. Operations of customers answer `no_customer_area` before.",
  })
    .input(nothing)
    .output(done),
};
