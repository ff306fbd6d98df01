/** The screen where an administrator signs in. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function AdminLoginPage() {
  return <PageHeader title="Admin Login" />;
}
