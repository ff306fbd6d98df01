// Who of the staff has taken which thing of the open work.
import * as z from "zod";
import { mostTaken, takeableStages } from "#office/rules/work-item.ts";
import { done, id, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";

/** Narrows a list of open work to the things that somebody has taken. */
export const onlyThese = z
  .array(id)
  .max(mostTaken)
  .readonly()
  .optional()
  .describe("Only those of these ids; without it all");

const assignment = z.object({
  id: id.describe("Of the thing, as the list of its stage has it"),
  name: z.string().describe("Of the member of staff who has it"),
  isReader: z.boolean().describe("The reader has it"),
  takenAt: time,
});
assignment.register(z.globalRegistry, { id: "WorkAssignment" });
export type WorkAssignment = z.infer<typeof assignment>;

const takeable = z.enum(takeableStages).meta({ id: "TakeableStage", examples: ["open_cases"] });
const thing = z.strictObject({ kind: takeable, id });

export const workAssignments = {
  listWorkAssignments: procedure({
    method: "GET",
    path: "/admin/work-assignments",
    access: roleAccess.workItems,
    summary: "List who has taken which things of a stage of the day's work, the reader's first",
    description:
      "At most 1,000. Only of staff who attend to open work: whoever no longer does has nothing.",
  })
    .input(z.strictObject({ kind: takeable }))
    .output(
      z.object({
        items: z.array(assignment),
        mayTakeOver: z.boolean().describe("The reader may take what somebody else has"),
      }),
    ),

  takeWorkItem: procedure({
    method: "PUT",
    path: "/admin/work-assignments/{kind}/{id}",
    access: roleAccess.workItems,
    actsOn: ["request", "parcel", "case", "package"],
    audit: { field: "id" },
    summary: "Take a thing of the open work, so that colleagues see who attends to it",
    description: `It ends when the thing leaves its stage or is given back. Managers and admins take also what somebody else has. One person has at most ${mostTaken}. A repeat changes nothing.`,
    errors: ["not_found", "taken_by_another", "too_many_taken"],
  })
    .input(thing)
    .output(done),

  giveBackWorkItem: procedure({
    method: "DELETE",
    path: "/admin/work-assignments/{kind}/{id}",
    access: roleAccess.workItems,
    actsOn: "none",
    audit: { field: "id" },
    summary: "Give a thing of the open work back, for anybody to take",
    description:
      "Managers and admins give back also what somebody else has. A repeat changes nothing.",
    errors: ["taken_by_another"],
  })
    .input(thing)
    .output(done),
};
