// What a customer has, for staff who answer them.
import * as z from "zod";
import { staffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { caseKinds, caseSubjects } from "#office/rules/case.ts";
import { id, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { packageStatuses } from "#tracking/rules/package-status.ts";

/** The newest of each kind that are listed beside a user. */
export const mostThingsOfUser = 20;

const total = z.int().describe("How many there are in all");

const userThings = z
  .object({
    packages: z.object({
      items: z.array(
        z.object({
          id,
          number: z.int().describe("Shown as P-1024"),
          trackingNumber: z.string(),
          destination: z.string(),
          status: z.enum(packageStatuses),
          createdAt: time,
        }),
      ),
      total,
    }),
    inboundParcels: z.object({
      items: z.array(
        staffInboundParcel.pick({
          id: true,
          trackingNumber: true,
          labelCode: true,
          state: true,
          removalAsked: true,
          storageLocationCode: true,
          createdAt: true,
        }),
      ),
      total,
    }),
    cases: z.object({
      items: z.array(
        z.object({
          id,
          number: z.string().describe("As C00012"),
          subject: z.enum(caseSubjects),
          subjectName: z
            .string()
            .describe("The number of its thing; empty of an account or transaction"),
          kind: z.enum(caseKinds),
          isOpen: z.boolean(),
          openedAt: time,
        }),
      ),
      total,
    }),
  })
  .meta({ id: "UserThings" });
export type UserThings = z.infer<typeof userThings>;

export const thingsOfUsers = {
  listUserThings: procedure({
    method: "GET",
    path: "/admin/users/{userId}/things",
    access: roleAccess.customerThings,
    summary: "List the newest packages, parcels and cases of a user",
    description: `At most ${mostThingsOfUser} of each, newest first, with how many there are; none for a user who does not exist.`,
  })
    .input(z.strictObject({ userId: id }))
    .output(userThings),
};
