/** The field for the 6 digits that an authenticator app shows. */
import { TextInput } from "@mantine/core";
import { toasts } from "#contract/messages.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { TextFields } from "#web/ui/text-fields.ts";
import { signingIn } from "./sign-in.ts";

const codeLength = 6;

/** Takes what is typed or pasted, with whatever stands between the digits. */
export function CodeField(props: { fields: TextFields<"code">; startsHere?: boolean }) {
  const { field, write } = props.fields;
  return (
    <TextInput
      {...field("code")}
      {...(props.startsHere ? { "data-autofocus": true } : {})}
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

/** Whether the field does not hold 6 digits, which is then said at it and in a toast. */
export function rejectsCode(fields: TextFields<"code">): boolean {
  if (fields.values.code.length === codeLength) return false;
  showToast({ ...toasts.invalidCode, kind: "destructive", about: signingIn });
  return fields.reject({ code: toasts.invalidCode.description });
}
