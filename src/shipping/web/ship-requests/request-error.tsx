import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { FocusedAlert } from "#ui/web/focused-alert.tsx";
import { t } from "./messages.ts";

/** Why something about a request was refused; nothing for null. */
export function RequestError(props: { error: unknown }) {
  const { error } = props;
  if (error === null) return null;
  return (
    <FocusedAlert
      message={
        // The message of the server is worded for staff.
        apiErrorCode(error) === "insufficient_balance"
          ? t("ship-requests.balanceTooLow")
          : apiErrorMessage(error, t("toasts.unexpected.description"))
      }
    />
  );
}
