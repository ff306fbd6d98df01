// What may be asked about changes as they happen: the stream that open pages follow.
import { eventIterator } from "@orpc/contract";
import * as z from "zod";
import { id, nothing } from "./fields.ts";
import { procedure } from "./procedure.ts";

/**
 * What changes are about. `package`: a package with its legs, images and events. `wallet`, `plan`, `profile`:
 * somebody's. `session`: one sign-in. `lane`: which lanes are suspended. `office`: what staff alone see. `platform`:
 * its settings. `everything`: too much to tell apart.
 */
export const changeTopics = [
  "package",
  "wallet",
  "plan",
  "profile",
  "session",
  "lane",
  "admin",
  "settings",
  "everything",
] as const;

const change = z.object({
  topic: z.enum(changeTopics),
  subjectId: id
    .nullable()
    .describe("The package or session, or the person whose wallet, plan or profile it is"),
});
export type Change = z.infer<typeof change>;

const changeNotice = z.object({
  changes: z.array(change).describe("Empty as a sign of life, at least every 30 s"),
});
export type ChangeNotice = z.infer<typeof changeNotice>;

export const changeStream = {
  subscribeToChanges: procedure({
    method: "GET",
    path: "/changes",
    access: "signedIn",
    summary: "Follow changes as they happen: one's own, for staff everybody's",
    errors: ["unavailable"],
  })
    .input(nothing)
    .output(eventIterator(changeNotice)),
};
