import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import PackageOpen from "lucide-react/icons/package-open";
import { useState } from "react";
import { Link } from "react-router";
import { useChosenParcels } from "#goods/web/parcels/chosen-parcels.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ShipNotLoaded, ShipParcels } from "./ship-parcels.tsx";
import { useParcelsEstimate } from "./use-estimate.ts";

const backPath = "/dashboard/parcels?group=here";

/** Where nothing of the choice is here any more, or it was sent in the meantime. */
function NothingToShip() {
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={t("ship-parcels.nothing")}
      description={t("ship-parcels.nothingText")}
      actions={
        <Button component={Link} to={backPath}>
          {t("ship-parcels.chooseParcels")}
        </Button>
      }
    />
  );
}

const gone = ["nothing_to_ship", "not_found", "inbound_parcel_not_free"];

/** The parcels of the choice as it was first, so that one that is not ticked any more can be ticked again. */
function useShownIds(goingIds: readonly string[] | undefined): readonly string[] | undefined {
  const [shown, setShown] = useState<readonly string[]>();
  if (shown === undefined && goingIds !== undefined && goingIds.length > 0) setShown(goingIds);
  return shown;
}

function Content() {
  const { chosen, choose } = useChosenParcels();
  const estimate = useParcelsEstimate({ inboundParcelIds: chosen });
  const goingIds = chosen ?? estimate.data?.inboundParcelIds;
  const shownIds = useShownIds(goingIds);
  const parcels = useQuery({
    ...useApi().inboundParcels.listInboundParcels.queryOptions({
      input: { inboundParcelIds: [...(shownIds ?? [])], pageSize: 50 },
    }),
    enabled: shownIds !== undefined,
  });
  if (
    gone.includes(apiErrorCode(estimate.error) ?? "") ||
    (goingIds?.length === 0 && shownIds === undefined)
  )
    return <NothingToShip />;
  if (goingIds === undefined || parcels.data === undefined) {
    const query = estimate.isError ? estimate : parcels;
    return <ShipNotLoaded query={query} />;
  }
  const tick = (id: string, isTicked: boolean) =>
    choose(isTicked ? [...goingIds, id] : goingIds.filter((one) => one !== id));
  const choice = {
    shown: parcels.data.items,
    goingIds,
    tick,
    awaited: [],
    isUnpacked: false,
  };
  return <ShipParcels choice={choice} packageId={null} />;
}

/** Sends parcels of the shelf, whichever packages they are in. */
export default function ShipParcelsPage() {
  const { chosen } = useChosenParcels();
  return (
    <>
      <PageHeader
        title={t("ship-parcels.title")}
        above={
          <BackLink
            to={chosen === null ? backPath : `${backPath}&parcels=${chosen.join(".")}`}
            label={t("ship-parcels.back")}
          />
        }
      />
      <Stack gap="lg">
        <Content />
      </Stack>
    </>
  );
}
