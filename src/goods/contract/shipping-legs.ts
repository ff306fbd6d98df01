// The schemas of shipping legs: as they are read, as admins write them, and as an edit expects them.
import * as z from "zod";
import { forLegFields, type LegField, type LegFields } from "#goods/rules/leg-edit.ts";
import { legStatuses } from "#tracking/rules/package-status.ts";
import { legStatusSource } from "#tracking/contract/carrier-events.ts";
import { exactText, id, line, time } from "#platform/contract/fields.ts";

export const legStatus = z.enum(legStatuses);
legStatus.register(z.globalRegistry, { id: "LegStatus" });

type LegShape = { [Name in LegField]: z.ZodType<LegFields[Name], LegFields[Name]> };

/** The shape of the editable fields with these texts. */
function legShape(textOf: (maximumLength: number) => z.ZodType<string, string>): LegShape {
  return forLegFields<LegShape>((_name, { isRequired, maximumLength }) => {
    const value = maximumLength === null ? time : textOf(maximumLength);
    return isRequired ? value : value.nullable();
  });
}

export const shippingLeg = z.object({
  id,
  packageId: id,
  legNumber: z.int(),
  ...legShape(() => z.string()),
  status: legStatus,
  statusSource: legStatusSource,
  statusSince: time.nullable().describe("When what the status comes from happened, where known"),
  departedAt: time.nullable().describe("When it departed, where known"),
  arrivedAt: time.nullable().describe("When it was delivered, where known"),
  createdAt: time,
  updatedAt: time,
});
shippingLeg.register(z.globalRegistry, { id: "ShippingLeg" });

/** The editable fields of a leg; an empty text is stored as null. */
export const legFields = legShape(line);

/** The same fields as they were shown, without trimming, to be compared with the stored ones. */
export const expectedLegFields = z.strictObject(legShape(exactText));
expectedLegFields.register(z.globalRegistry, { id: "LegFields" });

/** The value that was shown when an edit began. Without it, an edit overwrites what others saved meanwhile. */
export function expectedValue<Value extends z.ZodType>(value: Value) {
  return value
    .optional()
    .describe("The value that was shown; when another is stored by now, the result is `conflict`");
}
