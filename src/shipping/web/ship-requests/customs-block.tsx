import { Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { Category } from "#shipping/rules/declaration.ts";
import { CategoryFields, categoryOf } from "./category-fields.tsx";
import { declarationSummary, DeclaredParcels } from "./declared-parcels.tsx";
import { Folded } from "./folded.tsx";

/** What parcels that are to be sent declare: one line where it is complete, and what is missing otherwise. */
export function CustomsBlock(props: {
  goingIds: readonly string[];
  form: Pick<AppForm<keyof Category>, "field" | "select" | "values">;
}) {
  const { goingIds, form } = props;
  const query = useQuery({
    ...useApi().shipRequests.readParcelsDeclaration.queryOptions({
      input: { inboundParcelIds: [...goingIds] },
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
  const isComplete = data.missing.length === 0;
  return (
    <SectionCard title={t("ship-requests.step.customs")}>
      <Stack gap="sm">
        {isComplete ? null : <Text size="sm">{t("ship-requests.customs.incomplete")}</Text>}
        <Folded summary={declarationSummary(data)} isOpen={!isComplete}>
          <DeclaredParcels declaration={data} mayChange />
        </Folded>
        <Folded
          summary={t("ship-requests.category.summary", {
            category: t(`ship-requests.category.${categoryOf(form.values).category}`),
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
