import { packageName } from "#goods/rules/package-number.ts";
import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "react-router";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import PackageOpen from "lucide-react/icons/package-open";
import { isShippable, usePackageRequest } from "./package-request.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { mostChosen, useChosenParcels } from "#goods/web/parcels/chosen-parcels.ts";
import { ShipBox, ShipNotLoaded, ShipParcels } from "./ship-parcels.tsx";
import { UnpackingCard } from "./unpack-box.tsx";

/** What there is instead of the form: the package's ship request, or what has to arrive first. */
function NotShippable(props: { details: OwnPackageDetails }) {
  const { package: pkg } = props.details;
  const { request, query } = usePackageRequest(pkg.id);
  if (query.isPending) return <LoadingLines lines={3} />;
  if (request !== null) return <Navigate to={`/dashboard/ship-requests/${request.id}`} replace />;
  const isGathering = pkg.stage === "gathering";
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={t(isGathering ? "ship-requests.nothingHere.title" : "ship-requests.gone.title")}
      description={t(isGathering ? "ship-requests.nothingHere.text" : "ship-requests.gone.text")}
      actions={
        <Button component={Link} to={`/dashboard/packages?package=${pkg.id}`} variant="default">
          {t("ship-requests.backToPackage")}
        </Button>
      }
    />
  );
}

function Content(props: { packageId: string; details: OwnPackageDetails }) {
  const api = useApi();
  const { packageId, details } = props;
  const isOpen = isShippable(details.package);
  const { chosen, choose } = useChosenParcels();
  const parcels = useQuery({
    ...api.inboundParcels.listInboundParcels.queryOptions({ input: { packageId, pageSize: 100 } }),
    enabled: isOpen,
  });
  const shelved = useQuery({
    ...api.shipRequests.readShelvedBox.queryOptions({ input: { packageId } }),
    enabled: isOpen,
  });
  if (!isOpen) return <NotShippable details={details} />;
  if (parcels.data === undefined || shelved.data === undefined) {
    const query = parcels.data === undefined ? parcels : shelved;
    return <ShipNotLoaded query={query} />;
  }
  const { items } = parcels.data;
  const { box, unpacking } = shelved.data;
  if (box !== null && unpacking?.state === "ordered") return <UnpackingCard order={unpacking} />;
  if (box !== null)
    return <ShipBox details={details} shelved={{ ...shelved.data, box }} parcels={items} />;
  const shown = items
    .filter(({ state }) => state === "received" || state === "packed")
    .slice(0, mostChosen);
  const hereIds = shown.map(({ id }) => id);
  const goingIds = chosen === null ? hereIds : hereIds.filter((id) => chosen.includes(id));
  const choice = {
    shown,
    goingIds,
    tick: (id: string, isTicked: boolean) =>
      choose(isTicked ? [...goingIds, id] : goingIds.filter((one) => one !== id)),
    awaited: items.filter(({ state }) => state === "expected"),
    gone: [],
    isUnpacked: unpacking?.state === "done",
  };
  return <ShipParcels choice={choice} packageId={packageId} />;
}

/** Sending a package: what goes, to where, how, and how it is paid. */
export function ShipPackage(props: { packageId: string }) {
  const { packageId } = props;
  const query = useQuery(useApi().packages.readPackage.queryOptions({ input: { packageId } }));
  const { data, error } = query;
  const isMissing = apiErrorCode(error) === "not_found" || apiErrorCode(error) === "invalid_input";
  return (
    <>
      <PageHeader
        title={t("ship-requests.ship")}
        above={<BackLink to="/dashboard/packages" label={t("ship-requests.backToPackages")} />}
        description={
          data === undefined ? null : (
            <>
              <Anchor component={Link} to={`/dashboard/packages?package=${packageId}`} inherit>
                {packageName(data.package.number, data.package.trackingNumber)}
              </Anchor>{" "}
              <Text span inherit>
                {t("ship-requests.to", { place: placeName(data.package.destination) })}
              </Text>
            </>
          )
        }
      />
      {isMissing ? (
        <ErrorState title={t("ship-requests.packageNotFound")} />
      ) : data === undefined ? (
        <ShipNotLoaded query={query} />
      ) : (
        <Stack gap="lg">
          <Content packageId={packageId} details={data} />
        </Stack>
      )}
    </>
  );
}
