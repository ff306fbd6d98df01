/** The screen where administrators move packages along. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function ShipmentsPage() {
  return <PageHeader title="Manage Shipments" />;
}
