import { TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { Field } from "#ui/web/app-form.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { signInToasts } from "./sign-in.ts";

const codeLength = 6;

/** A form with nothing but the code of an authenticator app. */
export const codeSchema = z.object({
  code: z
    .string()
    .check(z.length(codeLength, { error: () => t("toasts.invalidCode.description") })),
});

export function showInvalidCode(): void {
  showToast({ ...toastText("invalidCode"), kind: "destructive", place: signInToasts });
}

/** The field for the 6-digit code of an authenticator app; separators in pasted text are removed. */
export function CodeField({ field }: { field: Field }) {
  return (
    <TextInput
      {...field}
      label={t("auth.verificationCode")}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      classNames={{ input: "figures" }}
      onChange={(event) =>
        field.onChange(event.currentTarget.value.replaceAll(/\D/g, "").slice(0, codeLength))
      }
    />
  );
}
