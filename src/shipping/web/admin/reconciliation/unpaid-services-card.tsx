import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { UnpaidExtraService } from "#shipping/contract/extra-services.ts";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { useApi } from "#shipping/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Moment, Money } from "#ui/web/figures.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const columns = (): readonly Column<UnpaidExtraService>[] => [
  {
    key: "email",
    header: t("common.customer"),
    isTitle: true,
    cell: ({ email }) => <EmailText>{email}</EmailText>,
  },
  { key: "name", header: t("admin-reconciliation.extraService"), cell: ({ name }) => name },
  {
    key: "doneAt",
    header: t("admin-reconciliation.doneAt"),
    isNoWrap: true,
    cell: ({ doneAt }) => <Moment at={doneAt} />,
  },
  {
    key: "missing",
    header: t("admin-reconciliation.missing"),
    align: "end",
    isNoWrap: true,
    cell: ({ shortfallCents }) => <Money amountCents={shortfallCents} />,
  },
];

/** Extra services that were done and that a wallet could not pay after a dispute; the next money in it pays them. */
export function UnpaidServicesCard() {
  const api = useApi();
  const query = useQuery(api.extraServices.listUnpaidExtraServices.queryOptions({ input: {} }));
  return (
    <ListCard
      query={query}
      failure={{ title: t("admin-reconciliation.unpaidServicesNotLoaded") }}
      title={t("admin-reconciliation.unpaidServices")}
      description={t("admin-reconciliation.unpaidServicesHint")}
    >
      <DataTable
        label={t("admin-reconciliation.unpaidServices")}
        columns={columns()}
        rows={query.data?.items}
        rowKey={({ extraServiceRequestId }) => extraServiceRequestId}
        empty={
          <EmptyState
            icon={<CircleCheck size={22} />}
            title={t("admin-reconciliation.noUnpaidServices")}
          />
        }
      />
    </ListCard>
  );
}
