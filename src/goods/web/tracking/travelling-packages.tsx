import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useApi } from "#goods/web/api.ts";
import { PackageTitle } from "#goods/web/packages/package-cells.tsx";
import { PackageExpectation } from "#goods/web/packages/leg-list.tsx";
import { movingNumber, trackPath } from "#goods/web/packages/next-step.tsx";
import { Code } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import classes from "./travelling-packages.module.css";

/** As many as a list of packages has at once; the page of packages lists the others. */
const listed = { tab: "active", pageSize: 20 } as const;

function Travelling(props: { pkg: ListedPackage }) {
  const { pkg } = props;
  const { data } = useQuery(
    useApi().packages.readPackage.queryOptions({ input: { packageId: pkg.id } }),
  );
  const next = pkg.legs.find(({ status }) => status !== "delivered");
  const number = movingNumber(pkg.legs) ?? pkg.trackingNumber;
  return (
    <li className={classes["package"]}>
      <PackageTitle
        pkg={{ ...pkg, description: pkg.contents }}
        number={
          <Anchor component={Link} to={`/dashboard/packages?package=${pkg.id}`} inherit>
            <Code>{pkg.trackingNumber}</Code>
          </Anchor>
        }
      />
      <Stack gap={2} className={classes["where"]}>
        {next === undefined ? null : (
          <Text size="sm" c="dimmed">
            {t("tracking.nextPlace", { place: placeName(next.destination) })}
          </Text>
        )}
        {data === undefined ? null : (
          <PackageExpectation pkg={data.package} estimates={data.estimates} />
        )}
      </Stack>
      <Button
        component={Link}
        variant="default"
        size="sm"
        to={trackPath(number)}
        aria-label={t("packages.trackNamed", { trackingNumber: pkg.trackingNumber })}
      >
        {t("packages.track")}
      </Button>
    </li>
  );
}

/** The customer's packages that travel now; nothing while none does. */
export function TravellingPackages() {
  const query = useQuery(useApi().packages.listPackages.queryOptions({ input: listed }));
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t("tracking.travellingNotLoaded")}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const travelling = (query.data?.items ?? []).filter(({ status }) => status === "in_transit");
  if (travelling.length === 0) return null;
  return (
    <SectionCard
      title={t("tracking.travelling")}
      description={t("tracking.travellingText")}
      actions={
        <Group>
          <Anchor component={Link} to="/dashboard/packages?tab=active" size="sm">
            {t("tracking.allPackages")}
          </Anchor>
        </Group>
      }
    >
      <ul className="plain-list">
        {travelling.map((pkg) => (
          <Travelling key={pkg.id} pkg={pkg} />
        ))}
      </ul>
    </SectionCard>
  );
}
