/** The screen of the platform's settings. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function AdminSettingsPage() {
  return <PageHeader title="Admin Settings" />;
}
