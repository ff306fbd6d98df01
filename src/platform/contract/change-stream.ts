import { eventIterator } from "@orpc/contract";
import * as z from "zod";
import { changeTopics } from "#platform/rules/change-topic.ts";
import { id, nothing } from "./fields.ts";
import { procedure } from "./procedure.ts";

const change = z.object({
  topic: z.enum(changeTopics),
  subjectId: id
    .nullable()
    .describe("The package, the session, or the user whose wallet, plan, profile or inbox it is"),
});
export type Change = z.infer<typeof change>;

const changeNotice = z.object({
  changes: z.array(change).describe("Empty in a heartbeat, at least every 30 s"),
});
changeNotice.register(z.globalRegistry, { id: "ChangeNotice" });
export type ChangeNotice = z.infer<typeof changeNotice>;

export const changeStream = {
  subscribeToChanges: procedure({
    method: "GET",
    path: "/changes",
    access: "signedIn",
    isLong: true,
    summary: "Stream changes as they happen: to customers their own, to admins everyone's",
    description:
      "Sends server-sent events until the client disconnects. A user can have ten streams on one server; read the changed objects with their own operations.",
    errors: ["unavailable"],
  })
    .input(nothing)
    .output(eventIterator(changeNotice)),
};
