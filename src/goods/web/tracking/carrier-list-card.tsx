import { Stack, Text } from "@mantine/core";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import { carrierName } from "#catalogue/web/carriers/use-carriers.tsx";
import { carrierDescription } from "#catalogue/web/i18n/labels.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

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
