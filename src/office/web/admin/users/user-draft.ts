import * as z from "zod/mini";
import type { UserDetails } from "#office/contract/admin-users.ts";
import { errorText } from "#ui/web/i18n/texts.ts";
import {
  accountEditError,
  maxPackageQuota,
  type AccountEditError,
  type AccountFields,
} from "#people/rules/account-edit.ts";
import { plans } from "#catalogue/rules/plan.ts";
import { emailField } from "#people/web/auth/auth-fields.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type DraftField = "fullName" | "email" | "packageQuota" | "reason";

/** The field of an error, and what is wrong there. */
function fieldErrorOf(error: AccountEditError): readonly [DraftField, string] {
  switch (error) {
    case "name_missing":
      return ["fullName", errorText("missing_information")];
    case "email_missing":
      return ["email", errorText("missing_information")];
    case "quota_wrong":
      return ["packageQuota", t("admin-users.quotaWrong", { maximum: maxPackageQuota })];
    case "quota_without_plan":
      return ["packageQuota", t("fields.quotaWithoutPlan")];
    case "reason_missing":
      return ["reason", t("fields.auditReasonMissing")];
  }
}

/** The whole number in `text`, or NaN. */
function parseQuota(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}

/** The message of the first wrong field, with its name; null when nothing is wrong. */
function draftError(
  expected: AccountFields,
  wanted: AccountFields,
  reason: string,
): readonly [DraftField, string] | null {
  const errorCode = accountEditError(expected, wanted, reason);
  if (errorCode !== null) return fieldErrorOf(errorCode);
  if (wanted.email === expected.email) return null;
  const email = emailField.safeParse(wanted.email);
  return email.success ? null : ["email", errorText("invalid_email")];
}

type DraftTexts = Readonly<Record<"fullName" | "email" | "subscription" | "packageQuota", string>>;

export function textsOf(account: AccountFields): DraftTexts {
  const { subscription, packageQuota, ...texts } = account;
  return { ...texts, subscription: subscription ?? "", packageQuota: String(packageQuota) };
}

export function accountOf({ fullName, email, ...texts }: DraftTexts): AccountFields {
  return {
    fullName: fullName.trim(),
    email: email.trim().toLowerCase(),
    subscription: plans.find(({ name }) => name === texts.subscription)?.name ?? null,
    packageQuota: parseQuota(texts.packageQuota),
  };
}

/** The edit of an account whose fields are expected to be as in `expected`. */
export function editSchema(expected: AccountFields) {
  return z.pipe(
    z.object({
      fullName: z.string(),
      email: z.string(),
      subscription: z.string(),
      packageQuota: z.string(),
      reason: z.string().check(z.trim()),
    }),
    z.transform(({ reason, ...texts }, context) => {
      const wanted = accountOf(texts);
      const error = draftError(expected, wanted, reason);
      if (error === null) return { wanted, reason };
      const [field, message] = error;
      context.issues.push({ code: "custom", message, path: [field], input: texts });
      return z.NEVER;
    }),
  );
}

export function fieldsOf(user: UserDetails): AccountFields {
  const { fullName, email, subscription, packageQuota } = user;
  return { fullName, email, subscription, packageQuota };
}

function isAccount(value: unknown): value is AccountFields {
  if (typeof value !== "object" || value === null) return false;
  const { fullName, email, subscription, packageQuota } = value as Record<string, unknown>;
  const isPlan = subscription === null || plans.some(({ name }) => name === subscription);
  const areTexts = typeof fullName === "string" && typeof email === "string";
  return areTexts && isPlan && typeof packageQuota === "number";
}

/** The account as somebody else saved it, in the details of a conflict. */
export function readAccount(current: unknown): AccountFields | undefined {
  return isAccount(current) ? current : undefined;
}
