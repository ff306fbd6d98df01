import { Stack, Text } from "@mantine/core";
import { carriers } from "#core/carrier.ts";
import { carrierDescription, carrierName } from "#web/i18n/labels.ts";
import { SectionCard } from "#web/ui/section-card.tsx";
import { t } from "./messages.ts";

export function CarrierListCard() {
  return (
    <SectionCard title={t("tracking.carriers")}>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: "none" }}>
        {carriers.map((carrier) => (
          <Stack
            key={carrier.id}
            component="li"
            gap={0}
            py="xs"
            style={{ borderTop: "1px solid var(--line)" }}
          >
            <Text size="sm" fw={600}>
              {carrierName(carrier.id)}
            </Text>
            <Text size="sm" c="dimmed">
              {carrierDescription(carrier.id)}
            </Text>
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  );
}
