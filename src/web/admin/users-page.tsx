/** The screen where administrators find and edit people. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function UsersPage() {
  return <PageHeader title="Manage Users" />;
}
