import { lazy, useMemo } from "react";
import { useSearchParams } from "react-router";
import { CarriersLoaded, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { Split } from "#ui/web/section-card.tsx";
import { CarrierListCard } from "./carrier-list-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const Tracking = lazy(async () => ({ default: (await import("./tracking-form.tsx")).Tracking }));

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
      first={
        <LazyPart fallback={<LoadingCard lines={6} />}>
          <Tracking key={search.toString()} carriers={carriers} />
        </LazyPart>
      }
      second={<CarrierListCard carriers={carriers} />}
    />
  );
}

export default function TrackPage() {
  return (
    <>
      <PageHeader title={t("tracking.title")} description={t("tracking.description")} />
      <CarriersLoaded>
        <Cards />
      </CarriersLoaded>
    </>
  );
}
