/** The first screen a customer sees after signing in. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function DashboardPage() {
  return <PageHeader title="Dashboard" />;
}
