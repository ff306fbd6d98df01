import type common from "#messages/en/common.json";
import { t } from "./messages.tsx";

/** The errors that screens find themselves, whose messages all pages load. */
type FoundErrorCode = keyof typeof common extends infer Id
  ? Id extends `errors.${infer Code}`
    ? Code
    : never
  : never;

/** The message of the API error `code`, for screens that find the same mistake themselves. */
export function errorText(code: FoundErrorCode): string {
  return t(`errors.${code}`);
}
