import { Card } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "#web/i18n/messages.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { useCarriers } from "./use-carriers.ts";

/** Shows its children once the list of carriers is loaded. */
export function CarriersLoaded(props: { children: ReactNode }) {
  const { items, query } = useCarriers();
  if (items !== null) return props.children;
  return (
    <Card>
      <NotLoaded query={query} failure={{ title: t("common.carriersNotLoaded") }} lines={6} />
    </Card>
  );
}
