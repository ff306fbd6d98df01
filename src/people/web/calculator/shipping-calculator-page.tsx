import { PageHeader } from "#ui/web/page-header.tsx";
import { CalculatorBelow } from "./calculator.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

export default function ShippingCalculatorPage() {
  return (
    <>
      <PageHeader title={t("calculator.title")} description={t("calculator.description")} />
      <CalculatorBelow />
    </>
  );
}
