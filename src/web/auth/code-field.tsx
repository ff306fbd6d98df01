import { TextInput } from "@mantine/core";
import { toasts } from "#contract/messages.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { TextFields } from "#web/ui/text-fields.ts";
import { signInToasts } from "./sign-in.ts";

const codeLength = 6;

/** The field for the 6-digit code of an authenticator app; separators in pasted text are removed. */
export function CodeField(props: { fields: TextFields<"code">; isInitialFocus?: boolean }) {
  const { field, write } = props.fields;
  return (
    <TextInput
      {...field("code")}
      {...(props.isInitialFocus ? { "data-autofocus": true } : {})}
      label="Verification code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      classNames={{ input: "figures" }}
      onChange={(event) =>
        write("code", event.currentTarget.value.replaceAll(/\D/g, "").slice(0, codeLength))
      }
    />
  );
}

/** Returns true and shows the error, at the field and in a toast, when the code does not have 6 digits. */
export function rejectInvalidCode(fields: TextFields<"code">): boolean {
  if (fields.values.code.length === codeLength) return false;
  showToast({ ...toasts.invalidCode, kind: "destructive", about: signInToasts });
  return fields.reject({ code: toasts.invalidCode.description });
}
