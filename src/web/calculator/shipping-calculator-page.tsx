/** The screen that quotes the price of a shipment. */
import { PageHeader } from "#web/ui/page-header.tsx";

export default function ShippingCalculatorPage() {
  return <PageHeader title="Shipping Calculator" />;
}
