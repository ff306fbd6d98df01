/** The screen that a verification or sign-in link leads to. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function AuthCallbackPage() {
  return <PageHeader title="Signing you in" />;
}
