// How staff add legs to packages, edit them and move them.
import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { id } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { expectedLegFields, expectedValue, legFields, legStatus } from "./shipping-legs.ts";
import { ignoresShipRequest } from "#money/contract/wallet.ts";

/** The operations, which answer with a package as staff read it. */
export function packageLegs<Shape extends z.ZodType>(shipment: Shape) {
  return {
    addLeg: procedure({
      method: "POST",
      path: "/admin/shipments/{packageId}/legs",
      access: roleAccess.packageChanges,
      actsOn: "package",
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
      summary: "Change a leg's places, carrier, number, times and notes",
      description:
        "Replaces all its fields; number and status stay. Send `expectedFields` to be answered `conflict` if somebody changed them meanwhile.",
      errors: ["not_found", "missing_information", "conflict", "leaves_by_manifest"],
    })
      .input(
        z.strictObject({
          legId: id,
          ...legFields,
          expectedFields: expectedValue(expectedLegFields),
        }),
      )
      .output(shipment),

    setLegStatus: procedure({
      method: "PUT",
      path: "/admin/legs/{legId}/status",
      access: roleAccess.packageChanges,
      actsOn: "package",
      summary: "Set a leg's status; the package's status is derived again",
      description:
        "Send `expectedStatus` to be answered `conflict` if somebody changed it meanwhile. The customer may get an email. A package that the customer cancelled takes its quota again. While a ship request is open, only a hand-over moves the legs from the warehouse.",
      errors: ["not_found", "conflict", "customer_quota_exceeded", "leaves_by_manifest"],
    })
      .input(
        z.strictObject({
          legId: id,
          status: legStatus,
          expectedStatus: expectedValue(legStatus),
        }),
      )
      .output(shipment),
  };
}
