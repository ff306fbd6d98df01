import { useEffect } from "react";
import { useRouteError } from "react-router";
import { reportBrokenPage } from "#ui/web/error-reporter.ts";
import { Notice } from "./notice.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Section 8 of the specification, "Router fallback". */
export function BrokenPage() {
  const error = useRouteError();
  useEffect(() => reportBrokenPage(error), [error]);
  return (
    <Notice
      hasLogo
      title={t("sentences.applicationError")}
      description={t("layout.brokenPage")}
      actions={[
        { label: t("layout.reloadPage"), href: "" },
        { label: t("layout.returnHome"), href: "/" },
      ]}
    />
  );
}
