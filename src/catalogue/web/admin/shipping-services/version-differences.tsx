import { Stack, Text, Title } from "@mantine/core";
import type { ServiceVersion } from "#catalogue/contract/shipping-services.ts";
import { changedRates } from "#catalogue/rules/rate-changes.ts";
import {
  changedParts,
  changedSurcharges,
  type ComparedPart,
} from "#catalogue/rules/service-version.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.ts";
import { DataTable } from "#ui/web/data-table.tsx";
import { t } from "./messages.ts";
import { PriceChanges } from "./price-changes.tsx";
import { partText } from "./service-words.ts";
import { SurchargeTable } from "./version-details.tsx";

type Props = { readonly before: ServiceVersion; readonly after: ServiceVersion };

function PartChanges({ before, after }: Props) {
  const { nameOf } = useCarriers();
  const parts = changedParts(before.details, after.details);
  if (parts.length === 0) return null;
  const columns = [
    {
      key: "part",
      header: t("admin-services.fact"),
      isTitle: true,
      cell: (part: ComparedPart) => t(`admin-services.field.${part}`),
    },
    {
      key: "before",
      header: t("admin-services.before"),
      cell: (part: ComparedPart) => partText(part, before.details, nameOf),
    },
    {
      key: "after",
      header: t("admin-services.after"),
      cell: (part: ComparedPart) => <b>{partText(part, after.details, nameOf)}</b>,
    },
  ];
  return (
    <DataTable
      label={t("admin-services.changedFacts")}
      columns={columns}
      rows={parts}
      rowKey={(part) => part}
      empty={null}
    />
  );
}

function SurchargeChanges({ before, after }: Props) {
  const { removed, added } = changedSurcharges(before.details.surcharges, after.details.surcharges);
  const lists = [
    { label: t("admin-services.removedSurcharges"), surcharges: removed, of: before },
    { label: t("admin-services.addedSurcharges"), surcharges: added, of: after },
  ];
  return lists
    .filter(({ surcharges }) => surcharges.length > 0)
    .map(({ label, surcharges, of }) => (
      <div key={label}>
        <Title order={3} size="h5" px="lg" pb="xs">
          {label}
        </Title>
        <SurchargeTable label={label} surcharges={surcharges} currency={of.details.currency} />
      </div>
    ));
}

/** What differs between two versions of a service. */
export function VersionDifferences({ before, after }: Props) {
  const { first, count } = changedRates(after.code, before.details.rates, after.details.rates);
  const surcharges = changedSurcharges(before.details.surcharges, after.details.surcharges);
  const isSame =
    count === 0 &&
    changedParts(before.details, after.details).length === 0 &&
    surcharges.removed.length + surcharges.added.length === 0;
  if (isSame) {
    return (
      <Text size="sm" c="dimmed" p="lg">
        {t("admin-services.noDifferences")}
      </Text>
    );
  }
  return (
    <Stack gap="lg" pb="md">
      <PartChanges before={before} after={after} />
      {count === 0 ? null : (
        <div>
          <Title order={3} size="h5" px="lg" pb="xs">
            {t("admin-services.priceChanges")}
          </Title>
          <PriceChanges changes={first} count={count} currencyOf={() => after.details.currency} />
        </div>
      )}
      <SurchargeChanges before={before} after={after} />
    </Stack>
  );
}
