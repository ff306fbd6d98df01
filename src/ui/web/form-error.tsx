import { apiErrorMessage } from "./api.tsx";
import type { AppForm } from "./app-form.ts";
import { FocusedAlert } from "./focused-alert.tsx";

/** The message of the server, or `fallback`, when the last submit failed for a reason that is not shown at a field. */
export function FormError(props: { form: Pick<AppForm<never>, "error">; fallback: string }) {
  const { error } = props.form;
  return error === null ? null : <FocusedAlert message={apiErrorMessage(error, props.fallback)} />;
}
