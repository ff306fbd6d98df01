import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { CarriersLoaded, useCarriers, carrierName } from "#catalogue/web/carriers/use-carriers.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { Split, SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { Stack, Text } from "@mantine/core";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import { carrierDescription } from "#catalogue/web/i18n/labels.ts";
import { Tracking } from "./tracking-form.tsx";
import { TravellingPackages } from "./travelling-packages.tsx";

function Cards() {
  const [search] = useSearchParams();
  const { items } = useCarriers();
  const carriers = useMemo(
    () => items?.filter(({ isOnTrackPage }) => isOnTrackPage) ?? [],
    [items],
  );
  return (
    <Split
      // The key resets the form when a link with another number is followed.
      first={<Tracking key={search.toString()} carriers={carriers} />}
      second={<CarrierListCard carriers={carriers} />}
    />
  );
}

export default function TrackPage() {
  return (
    <>
      <PageHeader title={t("tracking.title")} description={t("tracking.description")} />
      <Stack gap="lg">
        <CarriersLoaded>
          <Cards />
        </CarriersLoaded>
        <TravellingPackages />
      </Stack>
    </>
  );
}

export function CarrierListCard(props: { carriers: readonly Carrier[] }) {
  return (
    <SectionCard title={t("tracking.carriers")}>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: "none" }}>
        {props.carriers.map((carrier) => (
          <Stack
            key={carrier.code}
            component="li"
            gap={0}
            py="xs"
            style={{ borderTop: "1px solid var(--line)" }}
          >
            <Text size="sm" fw={600}>
              {carrierName(carrier)}
            </Text>
            <Text size="sm" c="dimmed">
              {carrierDescription(carrier.code)}
            </Text>
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  );
}
