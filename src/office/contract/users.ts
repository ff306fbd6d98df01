import * as z from "zod";
import { exportParts } from "#office/rules/account-export.ts";
import { defaultLanguage } from "#platform/rules/language.ts";
import { adminUsers } from "./admin-users.ts";
import { thingsOfUsers } from "./user-things.ts";
import {
  amountCents,
  displayCurrency,
  done,
  language,
  locale,
  nothing,
  secretText,
  time,
  timeZone,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { notificationSettings } from "#notices/contract/notifications.ts";
import { ownProfile } from "#people/contract/profile.ts";
import { staffInvitations } from "#people/contract/staff-invitations.ts";

const password = secretText(256);

export const users = {
  ...ownProfile,

  ...notificationSettings,

  updateDisplayCurrency: procedure({
    method: "PUT",
    path: "/display-currency",
    access: "signedIn",
    summary: "Set the currency in which amounts are also shown",
    description:
      "Changes what screens show beside US dollars, and nothing that is charged. auth.readSession returns it with the user.",
  })
    .input(z.strictObject({ displayCurrency }))
    .output(z.object({ displayCurrency })),

  chooseLanguage: procedure({
    method: "PUT",
    path: "/language",
    access: "signedIn",
    summary: "Choose the language of the own screens and emails",
    description:
      "Stores the language of the signed-in user and sets the cookie by which this browser gets its pages. It applies to emails from now on. An unknown language means English.",
  })
    .input(z.strictObject({ language: z.string().pipe(language.catch(defaultLanguage)) }))
    .output(z.object({ language })),

  exportAccount: procedure({
    method: "GET",
    path: "/account/export",
    access: "signedIn",
    isLong: true,
    summary: "Export all data of the own account as JSON, or transactions or packages as CSV",
    description:
      "Returns the file as text in JSON: all that the pages of the account show. One export of an account runs at a time; `timeZone` and `locale` apply to CSV only, whose headings and labels are in the language of `locale`: English or Chinese.",
    errors: ["busy"],
  })
    .input(
      z.strictObject({
        part: z.enum(exportParts).default("everything"),
        timeZone,
        locale,
      }),
    )
    .output(
      z.object({
        fileName: z.string(),
        contentType: z.string(),
        content: z.string().describe("The file's text"),
      }),
    ),

  readAccountClosing: procedure({
    method: "GET",
    path: "/account/closing",
    access: "signedIn",
    summary: "What prevents closing the account, and the open payout request, if any",
    description:
      "Reads balance, holds, plan, parcels and payout of the signed-in user and changes nothing. users.closeAccount succeeds while `isPossible` is true.",
  })
    .input(nothing)
    .output(
      z.object({
        balanceCents: amountCents,
        heldCents: amountCents.describe("On hold for fees and payouts that are not settled yet"),
        mustCancelSubscription: z.boolean(),
        parcelsHereCount: z.int().describe("Parcels in the warehouse"),
        payoutRequest: z.object({ amountCents, createdAt: time }).nullable(),
        isPossible: z.boolean(),
      }),
    ),

  closeAccount: procedure({
    method: "POST",
    path: "/account/closing",
    access: "signedIn",
    transaction: "own",
    summary: "Close the account for good; the history of money stays without the name",
    description:
      "Needs the password, an empty wallet, no plan that is billed and no parcel in the warehouse. It ends every session, cancels expected parcels, and deletes personal data, packages' contents and images.",
    errors: [
      "missing_information",
      "wrong_password",
      "balance_not_zero",
      "subscription_active",
      "goods_in_store",
      "subscription_busy",
      "payment_in_progress",
      "admin_account",
    ],
  })
    .input(z.strictObject({ password }))
    .output(done),

  ...adminUsers,

  ...thingsOfUsers,

  ...staffInvitations,
};
