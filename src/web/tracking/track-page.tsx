import { lazy } from "react";
import { useSearchParams } from "react-router";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Split } from "#web/ui/split.tsx";
import { CarrierListCard } from "./carrier-list-card.tsx";
import { t } from "./messages.ts";

const Tracking = lazy(async () => ({ default: (await import("./tracking-form.tsx")).Tracking }));

export default function TrackPage() {
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader title={t("tracking.title")} description={t("tracking.description")} />
      <Split
        // The key resets the form when a link with another number is followed.
        first={
          <LazyPart fallback={<LoadingCard lines={6} />}>
            <Tracking key={search.toString()} />
          </LazyPart>
        }
        second={<CarrierListCard />}
      />
    </>
  );
}
