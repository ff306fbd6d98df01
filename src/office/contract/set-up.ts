// What is left to set up.
import * as z from "zod";
import { serviceSteps, tickedSteps, warehouseSteps } from "#office/rules/set-up.ts";
import { nothing } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const progress = {
  isDone: z.boolean(),
  isTicked: z.boolean().describe("Done because an admin ticked it off, and for no other reason"),
};

const setUpState = z.object({
  service: z.array(z.object({ step: z.enum(serviceSteps), ...progress })),
  warehouse: z
    .array(z.object({ step: z.enum(warehouseSteps), ...progress }))
    .nullable()
    .describe("null until a warehouse was entered"),
  isWarehouseOffered: z
    .boolean()
    .describe("The service is set up, no warehouse was entered, and none was declined"),
});
setUpState.register(z.globalRegistry, { id: "SetUpState" });
export type SetUpState = z.infer<typeof setUpState>;

export const setUp = {
  readSetUp: procedure({
    method: "GET",
    path: "/admin/set-up",
    access: "admin",
    summary: "Read which steps of the set-up are done",
    description: "What the settings, the tables and the audit log show. It changes nothing.",
  })
    .input(nothing)
    .output(setUpState),

  tickSetUpStep: procedure({
    method: "PUT",
    path: "/admin/set-up/{step}",
    access: "admin",
    actsOn: "none",
    audit: { field: "step" },
    summary: "Tick off a step of the set-up that is right as it is or not needed, or take it back",
    description: "Returns all steps. The audit log keeps who ticked it.",
  })
    .input(z.strictObject({ step: z.enum(tickedSteps), isTicked: z.boolean() }))
    .output(setUpState),
};
