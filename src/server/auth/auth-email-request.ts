// What a request at the doors leaves to be done after its answer.
import * as z from "zod";

/** What was asked for, and for which address, in lower case. */
export const writingRequest = z.strictObject({
  occasion: z.enum(["sign-up", "verification", "password-reset"]),
  email: z.string().max(254),
  /** The id that its letter is to have: a repeat of the job finds it and writes no second one. */
  emailId: z.uuid(),
  /** The sign-up whose link is to be sent; absent where the browser that asked has shown to know none. */
  registrationId: z.uuid().optional(),
});
