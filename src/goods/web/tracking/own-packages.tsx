import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { TrackedPackage } from "#goods/contract/packages.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useApi } from "#goods/web/api.ts";
import { CarrierUpdates } from "#tracking/web/carrier-events/carrier-updates.tsx";
import { Journey } from "#goods/web/packages/journey.tsx";
import { PackageExpectation, LegList } from "#goods/web/packages/leg-list.tsx";
import { PackageEventList } from "#goods/web/packages/package-event-list.tsx";
import { PackageStatusBadge } from "#goods/web/packages/package-cells.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { Code } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

const debounceMilliseconds = 400;

function Registration({ pkg }: { pkg: TrackedPackage["package"] }) {
  const number = <Code>{pkg.trackingNumber}</Code>;
  // As an element, the description may contain anything that looks like a tag.
  const description = <span>{pkg.description}</span>;
  return pkg.description === null ? (
    <RichText id="tracking.registeredAs" values={{ number }} />
  ) : (
    <RichText id="tracking.registeredAsDescribed" values={{ number, description }} />
  );
}

function OwnPackage(props: { tracked: TrackedPackage }) {
  const { package: pkg, events, carrierEvents, estimates } = props.tracked;
  return (
    <SectionCard
      title={t("tracking.yourPackage")}
      description={t("tracking.fromTo", {
        origin: placeName(pkg.origin),
        destination: placeName(pkg.destination),
      })}
      actions={
        <Group gap="sm">
          <PackageStatusBadge pkg={pkg} />
          <Anchor component={Link} to={`/dashboard/packages?package=${pkg.id}`} size="sm">
            {t("tracking.viewDetails")}
          </Anchor>
        </Group>
      }
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          <Registration pkg={pkg} />
        </Text>
        {pkg.legs.length === 0 ? (
          <Text size="sm">{t("tracking.noLegs")}</Text>
        ) : (
          <>
            <Journey legs={pkg.legs} carrierEvents={carrierEvents} />
            <PackageExpectation pkg={pkg} estimates={estimates} />
            <LegList legs={pkg.legs} estimates={estimates} />
            <CarrierUpdates legs={pkg.legs} events={carrierEvents} mayRefresh />
          </>
        )}
        <section aria-label={t("tracking.history")}>
          <Title order={3} size="h5" mb="sm">
            {t("tracking.history")}
          </Title>
          <PackageEventList events={events} />
        </section>
      </Stack>
    </SectionCard>
  );
}

/** The user's packages with this number on the package or one of its legs; renders nothing if there are none. */
export function OwnPackages(props: { number: string }) {
  const api = useApi();
  const [trackingNumber] = useDebouncedValue(props.number, debounceMilliseconds);
  const query = useQuery({
    ...api.packages.trackPackage.queryOptions({ input: { trackingNumber } }),
    enabled: checkTrackingNumber(trackingNumber).ok,
  });
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t("tracking.notSearched")}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const items = query.data?.items ?? [];
  return (
    <>
      <p role="status" className="visually-hidden">
        {items.length === 0 ? "" : t("tracking.ownPackageFound")}
      </p>
      {items.map((tracked) => (
        <OwnPackage key={tracked.package.id} tracked={tracked} />
      ))}
    </>
  );
}
