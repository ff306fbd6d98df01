/** The screen that opens a carrier's tracking page. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function TrackPage() {
  return <PageHeader title="Track Shipment" />;
}
