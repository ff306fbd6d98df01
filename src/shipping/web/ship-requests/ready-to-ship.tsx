import { Button, Group, Text } from "@mantine/core";
import { Link } from "react-router";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { stageText } from "#goods/web/i18n/stage-text.ts";
import { useOpenPackages } from "#goods/web/parcels/move-parcels.ts";
import { Code } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { isShippable } from "./package-request.ts";
import classes from "./action-needed.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** The packages of which everything awaited is here, each with a button that sends it; nothing while there is none. */
export function ReadyToShip() {
  const { packages } = useOpenPackages();
  const ready = packages?.filter((pkg) => pkg.stage === "ready" && isShippable(pkg)) ?? [];
  if (ready.length === 0) return null;
  return (
    <SectionCard title={t("ship-request-summaries.ready")}>
      <ul className="plain-list">
        {ready.map((pkg) => (
          <li key={pkg.id} className={classes["request"]}>
            <div>
              <Text span fw={600} size="sm">
                <Code>{pkg.trackingNumber}</Code>
              </Text>
              <Text size="sm" c="dimmed">
                {[pkg.description, placeName(pkg.destination), stageText(pkg)]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </div>
            <Group>
              <Button
                component={Link}
                to={`/dashboard/packages/${pkg.id}/ship`}
                size="sm"
                aria-label={t("ship-request-summaries.shipNamed", {
                  trackingNumber: pkg.trackingNumber,
                })}
              >
                {t("ship-request-summaries.ship")}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
