import { PageHeader } from "#web/ui/page-header.tsx";
import { CalculatorBelow } from "./calculator-below.tsx";
import { t } from "./messages.ts";

export default function ShippingCalculatorPage() {
  return (
    <>
      <PageHeader title={t("calculator.title")} description={t("calculator.description")} />
      <CalculatorBelow />
    </>
  );
}
