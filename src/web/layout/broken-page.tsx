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
      hasLogo
      title={t("sentences.applicationError")}
      description="This page could not be displayed because of an error. Everything you saved is still there. Please reload the page. If the error appears again, go to the home page."
      actions={[
        { label: "Reload page", href: "" },
        { label: "Return to Home", href: "/" },
      ]}
    />
  );
}
