/** The screen of payments read from the payment provider. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function PaymentsPage() {
  return <PageHeader title="Payment Management" />;
}
