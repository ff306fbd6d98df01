// The schemas of shipping legs: as they are read, as admins write them, and as an edit expects them.
import * as z from "zod";
import { forLegFields, type LegField, type LegFields } from "#goods/rules/leg-edit.ts";
import { legStatuses } from "#tracking/rules/package-status.ts";
import { legStatusSource } from "#tracking/contract/carrier-events.ts";
import { exactText, id, line, time } from "#platform/contract/fields.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { ignoresShipRequest } from "#money/contract/wallet.ts";

const legStatus = z.enum(legStatuses);
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
const legFields = legShape(line);

/** The same fields as they were shown, without trimming, to be compared with the stored ones. */
const expectedLegFields = z.strictObject(legShape(exactText));
expectedLegFields.register(z.globalRegistry, { id: "LegFields" });

/** The value that was shown when an edit began. Without it, an edit overwrites what others saved meanwhile. */
export function expectedValue<Value extends z.ZodType>(value: Value) {
  return value
    .optional()
    .describe("The value that was shown; when another is stored by now, the result is `conflict`");
}

/** The operations, which answer with a package as staff read it. */
export function packageLegs<Shape extends z.ZodType>(shipment: Shape) {
  return {
    addLeg: procedure({
      method: "POST",
      path: "/admin/shipments/{packageId}/legs",
      access: roleAccess.packageChanges,
      actsOn: "package",
      audit: { field: "packageId" },
      summary: "Add a leg after the last one; a package has at most three",
      description: "Adds it with the status `pending` and derives the package's status again.",
      errors: [
        "not_found",
        "missing_information",
        "too_many_legs",
        "customer_quota_exceeded",
        "ship_request_open",
      ],
    })
      .input(z.strictObject({ packageId: id, ...legFields, ignoresShipRequest }))
      .output(shipment),

    updateLeg: procedure({
      method: "PUT",
      path: "/admin/legs/{legId}",
      access: roleAccess.packageChanges,
      actsOn: "package",
      audit: { field: "legId" },
      expectsVersion: true,
      summary: "Change a leg's places, carrier, number, times and notes",
      description:
        "Replaces all its fields; number and status stay. Send `expectedVersion` to be answered `conflict` if somebody changed them meanwhile.",
      errors: ["not_found", "missing_information", "leaves_by_manifest"],
    })
      .input(
        z.strictObject({
          legId: id,
          ...legFields,
          expectedVersion: expectedValue(expectedLegFields),
        }),
      )
      .output(shipment),

    setLegStatus: procedure({
      method: "PUT",
      path: "/admin/legs/{legId}/status",
      access: roleAccess.packageChanges,
      actsOn: "package",
      audit: { field: "legId" },
      expectsVersion: true,
      summary: "Set a leg's status; the package's status is derived again",
      description:
        "Send `expectedVersion` to be answered `conflict` if somebody changed it meanwhile. The customer may get an email. A package that the customer cancelled takes its quota again. While a ship request is open, only a hand-over moves the legs from the warehouse.",
      errors: ["not_found", "customer_quota_exceeded", "leaves_by_manifest"],
    })
      .input(
        z.strictObject({
          legId: id,
          status: legStatus,
          expectedVersion: expectedValue(legStatus),
        }),
      )
      .output(shipment),
  };
}
