import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import PackageOpen from "lucide-react/icons/package-open";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { useApi } from "#goods/web/api.ts";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import { shipParcelsPath } from "#goods/web/parcels/chosen-parcels.ts";
import { useOverview } from "#goods/web/parcels/overview-strip.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { LegTrack, PackageTitle, PackageStatusBadge } from "./package-cells.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { packagesLoadError } from "./packages-load-error.ts";
import classes from "./packages.module.css";

export type NewestPackages = {
  readonly tab: "all";
  readonly page: 1;
  readonly pageSize: number;
};

function SubscriptionNeeded() {
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("packages.subscriptionNeeded")}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t("packages.subscriptionNeededText")}</Text>
        <Button component={Link} to="/dashboard/upgrade" size="xs" variant="default">
          {t("packages.dashboard.viewPlans")}
        </Button>
      </Stack>
    </Alert>
  );
}

function RecentPackage(props: { pkg: ListedPackage }) {
  const { pkg } = props;
  return (
    <li className={classes["recentRow"]}>
      <PackageTitle
        pkg={{ ...pkg, description: pkg.contents }}
        number={
          <Link className={classes["recentNumber"]} to={`/dashboard/packages?package=${pkg.id}`}>
            <Code>{pkg.trackingNumber}</Code>
          </Link>
        }
      >
        <Text size="sm" c="dimmed">
          <RichText
            id="packages.routeAndDate"
            values={{
              origin: placeName(pkg.origin),
              destination: placeName(pkg.destination),
              date: <Moment at={pkg.createdAt} />,
            }}
          />
        </Text>
      </PackageTitle>
      <Group gap="md" wrap="nowrap">
        <span className={classes["recentLegs"]}>
          <LegTrack legs={pkg.legs} />
        </span>
        <PackageStatusBadge pkg={pkg} />
      </Group>
    </li>
  );
}

/** Instead of packages that there are none of yet: the parcels that are here or on their way. */
function ParcelsFirst(props: { count: number; isHere: boolean }) {
  const { count, isHere } = props;
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={t(isHere ? "packages.dashboard.shelved" : "packages.dashboard.awaited", { count })}
      description={t(isHere ? "packages.dashboard.shelvedText" : "packages.dashboard.awaitedText")}
      actions={
        <Button
          component={Link}
          to={isHere ? shipParcelsPath(null) : "/dashboard/parcels?group=awaited"}
        >
          {t(isHere ? "packages.dashboard.ship" : "packages.dashboard.showParcels")}
        </Button>
      }
    />
  );
}

function NoPackages(props: { overview: OwnAddress["overview"] | undefined }) {
  const { shelvedParcels = 0, awaitedParcels = 0 } = props.overview ?? {};
  if (shelvedParcels > 0) return <ParcelsFirst count={shelvedParcels} isHere />;
  if (awaitedParcels > 0) return <ParcelsFirst count={awaitedParcels} isHere={false} />;
  return (
    <EmptyState
      icon={<PackageOpen size={22} />}
      title={t("sentences.noPackagesFound")}
      description={t("packages.empty.description")}
      actions={
        <Button component={Link} to="/dashboard/packages/new">
          {t("packages.addFirst")}
        </Button>
      }
    />
  );
}

/** @param canAdd whether the user has a plan or needs none. */
/** @param props.newest which packages to list; the dashboard begins to read them before this file is here. */
export function RecentPackagesCard(props: { canAdd: boolean; newest: NewestPackages }) {
  const api = useApi();
  const query = useQuery(api.packages.listPackages.queryOptions({ input: props.newest }));
  const { data, error } = query;
  useFailureToast(error, packagesLoadError(error));
  const overview = useOverview(useHasWarehouse());
  const empty = props.canAdd ? <NoPackages overview={overview} /> : <SubscriptionNeeded />;
  const hasPackages = data !== undefined && data.items.length > 0;
  return (
    <SectionCard
      title={t("packages.dashboard.recent")}
      actions={
        hasPackages ? (
          <Anchor component={Link} to="/dashboard/packages" size="sm">
            {t("packages.dashboard.viewAll")}
          </Anchor>
        ) : null
      }
    >
      {data ? null : (
        <NotLoaded
          query={query}
          failure={packagesLoadError(error)}
          lines={5}
          label={t("packages.loading")}
        />
      )}
      {hasPackages ? (
        <ul className="plain-list">
          {data.items.map((pkg) => (
            <RecentPackage key={pkg.id} pkg={pkg} />
          ))}
        </ul>
      ) : null}
      {data && !hasPackages ? empty : null}
    </SectionCard>
  );
}
