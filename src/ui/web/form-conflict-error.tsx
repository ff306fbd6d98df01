import { Text } from "@mantine/core";
import { apiErrorCode } from "./api.tsx";
import type { AppForm } from "./app-form.ts";
import { FormError } from "./form-error.tsx";

/** As `FormError`, but says `conflict` where what the form is about was changed in the meantime. */
export function FormConflictError(props: {
  form: Pick<AppForm<never>, "error">;
  conflict: string;
  fallback: string;
}) {
  const { form, conflict, fallback } = props;
  if (apiErrorCode(form.error) !== "conflict") return <FormError form={form} fallback={fallback} />;
  return (
    <Text size="sm" c="red" role="alert">
      {conflict}
    </Text>
  );
}
