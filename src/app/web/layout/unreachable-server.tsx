import { useNetwork } from "@mantine/hooks";
import { Notice } from "./notice.tsx";
import { t } from "./messages.ts";

/** Shown while the first load of the session cannot reach the server; it is tried again in the background. */
export function UnreachableServer() {
  const { online } = useNetwork();
  return (
    <div role="alert">
      <Notice
        hasLogo
        title={t(online ? "layout.unreachable.title" : "layout.offline.title")}
        description={t(online ? "layout.unreachable.description" : "layout.offline.description")}
        actions={[{ label: t("common.tryAgain"), href: "" }]}
      />
    </div>
  );
}
