// Errors that the browser reports.
import * as z from "zod";
import { done, text } from "./fields.ts";
import { procedure } from "./procedure.ts";

export const browserErrors = {
  reportError: procedure({
    method: "POST",
    path: "/error-reports",
    access: "signedIn",
    summary: "Report an error from the browser",
    description:
      "Stores the report with the account that sends it, and groups it with others of the same error. Sixty can be sent in an hour.",
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
};
