/** The screen where a customer chooses or changes a plan. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function UpgradePage() {
  return <PageHeader title="Upgrade Subscription" />;
}
