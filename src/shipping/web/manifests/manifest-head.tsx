import { Button, Title } from "@mantine/core";
import { useEffect } from "react";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { brandName } from "#platform/rules/brand.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.ts";
import desk from "#goods/web/receiving/receiving.module.css";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { manifestColors } from "./manifest-list.tsx";
import { t } from "./messages.ts";

/** The number of a manifest, whose it is, and the way back. */
export function ManifestHead(props: { manifest: Manifest; onLeave: () => void }) {
  const { number, carrierCode, warehouseCode, state } = props.manifest;
  const { nameOf } = useCarriers();
  const title = t("manifests.of", { number });
  useEffect(() => {
    document.title = `${title} · ${brandName}`;
  }, [title]);
  return (
    <div className={desk["head"]}>
      <div>
        <Title order={1} size="h3">
          {title}
        </Title>
        <span className={desk["quiet"]}>{[nameOf(carrierCode), warehouseCode].join(" · ")}</span>
      </div>
      <div className={desk["actions"]}>
        <StatusBadge label={t(`manifests.state.${state}`)} color={manifestColors[state]} />
        <Button variant="default" size="md" onClick={props.onLeave}>
          {t("manifests.back")}
        </Button>
      </div>
    </div>
  );
}
