import { Card } from "@mantine/core";
import { t } from "#ui/web/i18n/messages.tsx";
import { NotLoaded } from "#ui/web/not-loaded.tsx";
import { useCarriers } from "./use-carriers.ts";
import type { Elements } from "#ui/web/elements.ts";

/** Shows its children once the list of carriers is loaded. */
export function CarriersLoaded(props: { children: Elements }) {
  const { items, query } = useCarriers();
  if (items !== null) return props.children;
  return (
    <Card>
      <NotLoaded query={query} failure={{ title: t("common.carriersNotLoaded") }} lines={6} />
    </Card>
  );
}
