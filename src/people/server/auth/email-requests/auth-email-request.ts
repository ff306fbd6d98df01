import * as z from "zod";
import { defaultLanguage, languages } from "#platform/rules/language.ts";

/** The data of the job that writes the email of a sign-up, a resent verification or a forgotten password. */
export const authEmailRequest = z.strictObject({
  occasion: z.enum(["sign-up", "verification", "password-reset"]),
  /** In lower case. */
  email: z.string().max(254),
  /** The id that the email is to have, so that a repeat of the job finds it and writes no second one. */
  emailId: z.uuid(),
  /** The sign-up whose link may be sent; absent where the browser has not proved that it knows one. */
  registrationId: z.uuid().optional(),
  /** Of the request, for an address without an account. Jobs of earlier versions have none. */
  language: z.enum(languages).default(defaultLanguage),
});
