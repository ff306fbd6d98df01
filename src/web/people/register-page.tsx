/** The screen where a visitor opens an account. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function RegisterPage() {
  return <PageHeader title="Sign Up" />;
}
