/** The screen of a customer's account and notification settings. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function SettingsPage() {
  return <PageHeader title="Settings" />;
}
