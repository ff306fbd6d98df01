/** The first screen an administrator sees after signing in. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function AdminDashboardPage() {
  return <PageHeader title="Admin Dashboard" />;
}
