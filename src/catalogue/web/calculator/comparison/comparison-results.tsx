import { Alert, Anchor, SegmentedControl, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ListOrdered from "lucide-react/icons/list-ordered";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#catalogue/web/api.ts";
import { DutyNote } from "#catalogue/web/calculator/duty-note.tsx";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { sentenceGap } from "#ui/web/i18n/join-sentences.ts";
import { publicPath } from "#ui/web/i18n/messages.tsx";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { weightText } from "#ui/web/figures.tsx";
import { NotLoaded } from "#ui/web/not-loaded.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { ComparedService } from "./compared-service.tsx";
import classes from "./comparison.module.css";
import type { ComparedParcel } from "./comparison-schema.ts";
import { exchangeText } from "./comparison-words.ts";
import { t } from "./messages.ts";

type Order = "price" | "time";

function Services(props: { parcel: ComparedParcel; order: Order }) {
  const { parcel, order } = props;
  const query = useQuery(
    useApi().quotes.compareServices.queryOptions({
      input: { ...parcel, order },
      placeholderData: keepPreviousData,
    }),
  );
  if (query.data === undefined) {
    const failure = {
      title: t("comparison.notCompared"),
      description: query.isError ? apiErrorMessage(query.error, "") : "",
    };
    return <NotLoaded query={query} failure={failure} lines={10} />;
  }
  const { items, plan, box, isDutyPrepaid, exchangeDay, exchangeSource } = query.data;
  const openCount = items.filter(({ reasons }) => reasons.length === 0).length;
  const best = order === "price" ? t("comparison.cheapest") : t("comparison.fastest");
  if (items.length === 0) {
    return <EmptyState icon={<ListOrdered size={22} />} title={t("comparison.none")} />;
  }
  return (
    <Stack gap="md" aria-busy={query.isFetching}>
      <ol className={classes["services"]} aria-label={t("comparison.results")}>
        {items.map((service, place) => (
          <ComparedService
            key={service.code}
            service={service}
            boxCents={box?.priceCents ?? 0}
            plan={plan}
            badge={place === 0 && openCount > 1 ? best : null}
          />
        ))}
      </ol>
      {openCount === 0 ? (
        <Alert color="yellow" icon={<TriangleAlert size={18} />}>
          <span>{t("comparison.allClosed")}</span>
          {sentenceGap()}
          <Anchor href={publicPath("/contact")} inherit>
            {t("comparison.askUs")}
          </Anchor>
        </Alert>
      ) : null}
      <Stack gap={4}>
        <DutyNote countryCode={isDutyPrepaid && openCount > 0 ? parcel.countryCode : null} />
        {plan === null ? <Text size="sm">{t("comparison.noPlan")}</Text> : null}
        <Text size="sm" c="dimmed">
          {t("comparison.estimate")}
        </Text>
        {parcel.sidesMm === null ? (
          <Text size="sm" c="dimmed">
            {t("comparison.noSides")}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {exchangeText(exchangeDay, exchangeSource)}
        </Text>
      </Stack>
    </Stack>
  );
}

/** All services for a parcel, the open ones first; null before there is one. */
export function ComparisonResults({ parcel }: { parcel: ComparedParcel | null }) {
  const [order, setOrder] = useState<Order>("price");
  return (
    <SectionCard
      title={t("comparison.results")}
      description={
        parcel === null
          ? undefined
          : t("comparison.resultsFor", {
              weight: weightText(parcel.weightGrams),
              country: countryName(parcel.countryCode),
            })
      }
      actions={
        parcel === null ? null : (
          <SegmentedControl
            size="xs"
            aria-label={t("comparison.sort")}
            data={[
              { value: "price", label: t("comparison.byPrice") },
              { value: "time", label: t("comparison.byTime") },
            ]}
            value={order}
            onChange={(value) => setOrder(value === "time" ? "time" : "price")}
          />
        )
      }
    >
      {parcel === null ? (
        <EmptyState
          icon={<ListOrdered size={22} />}
          title={t("comparison.empty")}
          description={t("comparison.emptyHint")}
        />
      ) : (
        <Services parcel={parcel} order={order} />
      )}
    </SectionCard>
  );
}
