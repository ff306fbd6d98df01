import { Card, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { t } from "#ui/web/i18n/messages.tsx";

/** Placeholders for `fields` form fields, in two columns like the fields. */
export function LoadingFields(props: { fields: number }) {
  return (
    <Card role="status" aria-label={t("common.loading")}>
      <Skeleton h={18} w={170} mb="lg" />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {Array.from({ length: props.fields }, (_, field) => (
          <Stack key={field} gap={6}>
            <Skeleton h={12} w={90} my={4} />
            <Skeleton h={36} />
          </Stack>
        ))}
      </SimpleGrid>
    </Card>
  );
}
