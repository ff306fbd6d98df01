import { t } from "#ui/web/i18n/messages.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { CasesTable } from "./cases-table.tsx";

/** The open cases in which money is asked for or proposed, for those who grant it and confirm what others propose. */
export default function CaseMoneyPage() {
  return (
    <>
      <PageHeader title={t("admin-cases.moneyPage")} description={t("admin-cases.moneyPageText")} />
      <CasesTable taking={null} />
    </>
  );
}
