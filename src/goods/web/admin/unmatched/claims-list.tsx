import { SegmentedControl } from "@mantine/core";
import Inbox from "lucide-react/icons/inbox";
import type { StaffParcelClaim } from "#goods/contract/parcel-claims.ts";
import { unmatchedLimits } from "#goods/rules/inbound-parcel.ts";
import cells from "#ui/web/admin/cells.module.css";
import { ListCard } from "#ui/web/section-card.tsx";
import { ParcelOwner } from "#goods/web/admin/inbound-parcels/parcel-owner.tsx";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useApi } from "#goods/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useList } from "#ui/web/use-list.ts";
import type { TableView } from "#ui/web/table-view.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { ClaimStateBadge } from "./claim-facts.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const ClaimDialog = laterPart(async () => (await import("./claim-dialog.tsx")).ClaimDialog);

function columnsFor(
  onView: (claim: StaffParcelClaim) => void,
): readonly Column<StaffParcelClaim>[] {
  return [
    {
      key: "parcel",
      header: t("common.trackingNumber"),
      isTitle: true,
      cell: ({ trackingNumber, claimant }) => (
        <>
          <Code>{trackingNumber}</Code>
          <div className={cells["below"]}>
            <ParcelOwner owner={claimant} />
          </div>
        </>
      ),
    },
    {
      key: "proof",
      place: "thirdEnd",
      header: t("admin-unmatched.proofs"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: ({ files }) => t("admin-unmatched.filesCount", { count: files.length }),
    },
    {
      key: "state",
      place: "state",
      header: t("common.state"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: ({ state }) => (
        <span className={cells["whole"]}>
          <ClaimStateBadge state={state} />
        </span>
      ),
    },
    {
      key: "at",
      place: "below",
      header: t("common.date"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: ({ createdAt, decidedAt }) => <Moment at={decidedAt ?? createdAt} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (claim) => (
        <RowButton
          aria-label={t("admin-unmatched.openClaimNamed", { number: claim.trackingNumber })}
          onClick={() => onView(claim)}
        >
          {t("common.view")}
        </RowButton>
      ),
    },
  ];
}

const areOpenIn = (view: TableView) => view.read("claims") !== "decided";

/** Claims: the open ones, longest open first, or the decided ones. */
export function ClaimsList() {
  const api = useApi();
  const { id, open } = useOpenRow("claim");
  const { view, query, table } = useList(
    (address, page) =>
      api.parcelClaims.listClaims.queryOptions({ input: { isOpen: areOpenIn(address), ...page } }),
    { pageSize: 50 },
  );
  const isOpen = areOpenIn(view);
  return (
    <>
      <SegmentedControl
        mb="lg"
        aria-label={t("admin-unmatched.whichClaims")}
        data={[
          { value: "open", label: t("admin-unmatched.claims.open") },
          { value: "decided", label: t("admin-unmatched.claims.decided") },
        ]}
        value={isOpen ? "open" : "decided"}
        onChange={(value) => view.write("claims", value === "open" ? "" : value)}
      />
      <ListCard query={query} failure={{ title: t("admin-unmatched.claimsNotLoaded") }}>
        <DataTable
          label={t("admin-unmatched.tab.claims")}
          columns={columnsFor((claim) => open(claim.id))}
          rowKey={(claim) => claim.id}
          {...table}
          countedTo={unmatchedLimits.counted}
          empty={
            <EmptyState
              icon={<Inbox size={22} />}
              title={t(isOpen ? "admin-unmatched.noOpenClaims" : "admin-unmatched.noDecided")}
              description={t("admin-unmatched.noClaimsHint")}
            />
          }
        />
      </ListCard>
      <ClaimDialog isWanted={id !== null} claimId={id} onClose={() => open(null)} />
    </>
  );
}
