// What may be asked about the platform itself: facts every page needs, and reporting an error.
import * as z from "zod";
import { done, nothing, text } from "./fields.ts";
import { platformSettings } from "./platform-settings.ts";
import { procedure } from "./procedure.ts";

const platformFacts = z.object({
  isSandbox: z.boolean().describe("No real money moves"),
  hasSandboxMailbox: z.boolean(),
  supportEmail: z.string().nullable(),
  isInMaintenance: z.boolean().describe("Only admins can access"),
  isRegistrationOpen: z.boolean(),
});
export type PlatformFacts = z.infer<typeof platformFacts>;

const area = "platform";

export const platform = {
  readPlatform: procedure({
    method: "GET",
    path: "/platform",
    door: "anyone",
    area,
    summary: "Facts that every page needs",
  })
    .input(nothing)
    .output(platformFacts),

  reportError: procedure({
    method: "POST",
    path: "/error-reports",
    door: "signedIn",
    area,
    summary: "Report an error that the browser met",
  })
    .input(
      z.strictObject({
        errorMessage: text(2000),
        errorStack: text(8000).optional(),
        source: text(200),
        context: text(8000).optional().describe("JSON text of extra data"),
      }),
    )
    .output(done),

  ...platformSettings,
};
