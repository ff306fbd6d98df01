import { Group, Stack, Text } from "@mantine/core";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { DutyNote } from "#catalogue/web/calculator/duty-note.tsx";
import { Money } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./messages.ts";
import { PriceBreakdown } from "./price-breakdown.tsx";
import { publishedTime } from "./service-words.ts";

/** The accepted price, with its working. */
export function PriceCard(props: { request: ShipRequest }) {
  const { request } = props;
  const quote = request.quotes.find(({ ended }) => ended === "accepted");
  if (quote === undefined) return null;
  return (
    <SectionCard title={t("ship-requests.price.title")}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={2} miw={0}>
            <Text span fw={600}>
              {quote.service.name}
            </Text>
            <Text span size="sm" c="dimmed">
              {t("ship-requests.published", { time: publishedTime(quote.service) })}
            </Text>
          </Stack>
          <Stack gap={0} align="flex-end">
            <Text span fw={600}>
              <Money amountCents={quote.totalCents} />
            </Text>
            <Approximation amountCents={quote.totalCents} />
          </Stack>
        </Group>
        <PriceBreakdown quote={quote} request={request} />
        <DutyNote countryCode={request.isDutyPrepaid ? request.countryCode : null} />
      </Stack>
    </SectionCard>
  );
}
