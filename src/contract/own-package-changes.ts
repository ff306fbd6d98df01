// What customers change of their own packages, and to whom packages go.
import * as z from "zod";
import { recipientFieldNames, type RecipientField } from "#core/recipient.ts";
import { done, id, text, weightGrams } from "./fields.ts";
import { procedure } from "./procedure.ts";
import { expectedValue } from "./shipping-legs.ts";

const maximumLengths: Readonly<Record<RecipientField, number>> = {
  name: 200,
  phone: 40,
  address: 300,
  addressLine2: 300,
  city: 120,
  state: 120,
  postalCode: 20,
};

function recipientShape(textOf: (maximumLength: number) => z.ZodType<string, string>) {
  return Object.fromEntries(
    recipientFieldNames.map((name) => [name, textOf(maximumLengths[name])]),
  ) as Record<RecipientField, z.ZodType<string, string>>;
}

/** To whom a package goes; the country is the package's destination. */
export const recipient = z.object(recipientShape(() => z.string()));
export const recipientInput = z.strictObject(recipientShape(text));
const expectedRecipient = z.strictObject(recipientShape((length) => z.string().max(length)));

export const ownPackageChanges = {
  updatePackage: procedure({
    method: "PUT",
    path: "/packages/{packageId}",
    access: "signedIn",
    summary: "Correct the description and the estimated weight of an own package",
    errors: [
      "not_found",
      "package_not_changeable",
      "invalid_weight",
      "subscription_required",
      "weight_above_plan",
      "conflict",
    ],
  })
    .input(
      z.strictObject({
        packageId: id,
        description: text(2000),
        estimatedWeightGrams: weightGrams.nullable(),
        expectedFields: expectedValue(
          z.strictObject({
            description: z.string().max(2000),
            estimatedWeightGrams: weightGrams.nullable(),
          }),
        ),
      }),
    )
    .output(done),

  updateRecipient: procedure({
    method: "PUT",
    path: "/packages/{packageId}/recipient",
    access: "signedIn",
    summary: "Set to whom an own package goes; its destination stays",
    errors: ["not_found", "package_not_changeable", "conflict"],
  })
    .input(
      z.strictObject({
        packageId: id,
        recipient: recipientInput,
        expectedRecipient: expectedValue(expectedRecipient),
      }),
    )
    .output(done),

  cancelPackage: procedure({
    method: "POST",
    path: "/packages/{packageId}/cancellation",
    access: "signedIn",
    summary: "Cancel an own package before it moves, with the quota back in the month that paid it",
    errors: ["not_found", "package_not_changeable"],
  })
    .input(z.strictObject({ packageId: id, reason: text(500).default("") }))
    .output(
      z.object({
        isQuotaReturned: z
          .boolean()
          .describe("Whether the package of the month's quota was returned"),
      }),
    ),

  deleteOwnImage: procedure({
    method: "DELETE",
    path: "/images/{imageId}",
    access: "signedIn",
    summary: "Delete an image that one uploaded of an own package",
    errors: ["not_found", "package_not_changeable"],
  })
    .input(z.strictObject({ imageId: id }))
    .output(done),
};
