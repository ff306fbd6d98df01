/** The screen that lists a customer's packages. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function PackagesPage() {
  return <PageHeader title="My Packages" />;
}
