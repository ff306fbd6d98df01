import { useEffect } from "react";
import { useRouteError } from "react-router";
import { t } from "#web/i18n/messages.tsx";
import { reportBrokenPage } from "#web/error-reporter.ts";
import { Notice } from "./notice.tsx";

/** Section 8 of the specification, "Router fallback". */
export function BrokenPage() {
  const error = useRouteError();
  useEffect(() => reportBrokenPage(error), [error]);
  return (
    <Notice
      title={t("sentences.applicationError")}
      description="Something broke while this page was being drawn. Nothing you saved is lost. Load the page again; if it happens once more, go back to the home page."
      actions={[
        { label: "Load the page again", href: "" },
        { label: "Return to Home", href: "/" },
      ]}
    />
  );
}
