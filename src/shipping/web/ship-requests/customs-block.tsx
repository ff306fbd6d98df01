import { Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { Category } from "#shipping/rules/declaration.ts";
import { CategoryFields, categoryOf } from "./category-fields.tsx";
import { declarationSummary, DeclaredParcels } from "./declared-parcels.tsx";
import { Folded } from "./folded.tsx";

/** What parcels that are to be sent declare: one line where it is complete, and what is missing otherwise. */
export function CustomsBlock(props: {
  goingIds: readonly string[];
  /** Where they go; null: nobody has said it yet. */
  countryCode: CountryCode | null;
  form: Pick<AppForm<keyof Category>, "field" | "select" | "values">;
}) {
  const { goingIds, countryCode, form } = props;
  const { category, commerceType } = categoryOf(form.values);
  const query = useQuery({
    ...useApi().shipRequests.readParcelsDeclaration.queryOptions({
      input: {
        inboundParcelIds: [...goingIds],
        ...(countryCode !== null && { countryCode }),
        category,
        commerceType,
      },
    }),
    enabled: goingIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (goingIds.length === 0) return null;
  if (data === undefined) {
    return (
      <SectionCard title={t("ship-requests.step.customs")}>
        <NotLoaded
          query={query}
          failure={{
            title: t("ship-requests.customs.notLoaded"),
            description: apiErrorMessage(query.error, t("common.noDataLost")),
          }}
          lines={2}
        />
      </SectionCard>
    );
  }
  const isComplete = data.missing.length + data.withoutIdentifiers.length === 0;
  const isCorrected = data.parcels.some(({ correctedItems }) => correctedItems.length > 0);
  return (
    <SectionCard title={t("ship-requests.step.customs")}>
      <Stack gap="sm">
        {data.missing.length === 0 ? null : (
          <Text size="sm">{t("ship-requests.customs.incomplete")}</Text>
        )}
        <Folded summary={declarationSummary(data)} isOpen={!isComplete || isCorrected}>
          <DeclaredParcels declaration={data} mayChange />
        </Folded>
        <Folded
          summary={t("ship-requests.category.summary", {
            category: t(`ship-requests.category.${category}`),
          })}
          isOpen={form.values.category !== "sale"}
        >
          <Stack gap="sm" pt="xs">
            <CategoryFields form={form} mayBeGift={data.mayBeGift} />
          </Stack>
        </Folded>
      </Stack>
    </SectionCard>
  );
}
