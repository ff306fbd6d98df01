import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import PackageOpen from "lucide-react/icons/package-open";
import { useState } from "react";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import { mostChosen, useChosenParcels } from "#goods/web/parcels/chosen-parcels.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { GoneParcels } from "./parcels-that-stay.tsx";
import { ShipNotLoaded, ShipParcels } from "./ship-parcels.tsx";
import { useParcelsEstimate } from "./use-estimate.ts";

const backPath = "/dashboard/parcels?group=here";

/** Where nothing of the choice is here any more, or it was sent in the meantime. */
function NothingToShip(props: { gone: readonly InboundParcel[] }) {
  const { gone } = props;
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={t("ship-parcels.nothing")}
      description={
        gone.length === 0 ? t("ship-parcels.nothingText") : <GoneParcels parcels={gone} />
      }
      actions={
        <Button component={Link} to={backPath}>
          {t("ship-parcels.chooseParcels")}
        </Button>
      }
    />
  );
}

/** The parcels of the choice as it was first, so that one that is not ticked any more can be ticked again. */
function useShownIds(chosenIds: readonly string[] | undefined): readonly string[] | undefined {
  const [shown, setShown] = useState<readonly string[]>();
  if (shown === undefined && chosenIds !== undefined && chosenIds.length > 0) setShown(chosenIds);
  return shown;
}

function Content() {
  const { chosen, choose } = useChosenParcels();
  const all = useParcelsEstimate({ inboundParcelIds: null }, chosen === null);
  const chosenIds = chosen ?? all.data?.inboundParcelIds;
  const shownIds = useShownIds(chosenIds);
  const parcels = useQuery({
    ...useApi().inboundParcels.listInboundParcels.queryOptions({
      input: { inboundParcelIds: [...(shownIds ?? [])], pageSize: mostChosen },
    }),
    enabled: shownIds !== undefined,
  });
  const isNothing = chosen === null && apiErrorCode(all.error) === "nothing_to_ship";
  if (isNothing || (chosenIds?.length === 0 && shownIds === undefined))
    return <NothingToShip gone={[]} />;
  if (chosenIds === undefined || parcels.data === undefined) {
    const query = all.isError ? all : parcels;
    return <ShipNotLoaded query={query} />;
  }
  const { items } = parcels.data;
  const shown = items.filter(({ state }) => groupOf(state) === "here");
  const gone = items.filter((parcel) => chosenIds.includes(parcel.id) && !shown.includes(parcel));
  if (shown.length === 0) return <NothingToShip gone={gone} />;
  const goingIds = chosenIds.filter((id) => shown.some((parcel) => parcel.id === id));
  const tick = (id: string, isTicked: boolean) =>
    choose(isTicked ? [...goingIds, id] : goingIds.filter((one) => one !== id));
  const choice = { shown, goingIds, tick, gone, awaited: [], isUnpacked: false };
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
