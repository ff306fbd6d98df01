import { apiError } from "#platform/contract/errors.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import { localeOf } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { translate } from "#platform/server/translate.ts";

/** More money than the goods were worth and what was paid, less what was given back. */
export function overDeclared(mostCents: number): ApiError {
  return apiError("amount_over_declared", { mostCents }, (language) =>
    translate(language, "errors.amountOverDeclared", {
      most: formatUsd(mostCents, localeOf(language)),
    }),
  );
}
