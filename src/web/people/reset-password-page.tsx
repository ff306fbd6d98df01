/** The screen that a reset link leads to. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function ResetPasswordPage() {
  return <PageHeader title="Reset your password" />;
}
