import { PageHeader } from "#web/ui/page-header.tsx";
import { t } from "#web/layout/messages.ts";

// Overwritten when the screen of the desk is merged.
export default function ReceivingPage() {
  return <PageHeader title={t("layout.receiving")} />;
}
