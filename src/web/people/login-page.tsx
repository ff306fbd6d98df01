/** The screen where a customer signs in. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function LoginPage() {
  return <PageHeader title="Login" />;
}
