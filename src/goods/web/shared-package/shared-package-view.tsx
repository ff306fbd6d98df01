import { Group, Stack, Text, Title } from "@mantine/core";
import type { SharedPackage } from "#goods/contract/package-shares.ts";
import { expectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { isEnded } from "#goods/rules/package-stage.ts";
import { CarrierUpdates } from "#tracking/web/carrier-events/carrier-updates.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { arrivalLine } from "#catalogue/web/i18n/labels.ts";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { Journey } from "#goods/web/packages/journey.tsx";
import { LegList } from "#goods/web/packages/leg-list.tsx";
import classes from "#goods/web/packages/package-details.module.css";
import { PackageStatusBadge } from "#goods/web/packages/package-cells.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** When it was delivered or is expected; null where neither is known. */
function arrivalOf({ status, deliveredAt, estimates }: SharedPackage): string | null {
  if (deliveredAt !== null) return t("shared-package.delivered", { day: momentText(deliveredAt) });
  const arrival = expectedArrival(estimates, new Date());
  return arrival === null || isEnded(status) ? null : arrivalLine(arrival);
}

function Photos({ photos }: Pick<SharedPackage, "photos">) {
  return (
    <ul className={`plain-list ${classes["imageGrid"]}`}>
      {photos.map(({ imageUrl, thumbnailUrl }, index) => (
        <li key={imageUrl} className={classes["imageTile"]}>
          <a
            href={imageUrl}
            target="_blank"
            rel="noopener"
            className={`cover-image ${classes["imageFrame"]}`}
          >
            <img
              src={thumbnailUrl}
              alt={t("shared-package.photo", { number: index + 1 })}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A package as its link shows it. */
export function SharedPackageView(props: { shared: SharedPackage }) {
  const { shared } = props;
  const arrival = arrivalOf(shared);
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {t("shared-package.title", {
            origin: placeName(shared.origin),
            destination: placeName(shared.destination),
          })}
        </Title>
        <Group gap="sm" mt="xs">
          <PackageStatusBadge pkg={shared} />
          {arrival === null ? null : <Text c="dimmed">{arrival}</Text>}
        </Group>
      </div>
      <SectionCard title={t("shared-package.legs")}>
        {shared.legs.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("shared-package.notSetUp")}
          </Text>
        ) : (
          <Stack gap="lg">
            <Journey legs={shared.legs} carrierEvents={shared.carrierEvents} />
            <LegList legs={shared.legs} estimates={shared.estimates} />
            {shared.carrierEvents.length === 0 ? null : (
              <CarrierUpdates
                legs={shared.legs}
                events={shared.carrierEvents}
                mayRefresh={false}
                isShared
              />
            )}
          </Stack>
        )}
      </SectionCard>
      {shared.photos.length === 0 ? null : (
        <SectionCard title={t("shared-package.photos")}>
          <Photos photos={shared.photos} />
        </SectionCard>
      )}
      <Text size="sm" c="dimmed">
        <span>{t("shared-package.privacy")}</span>
        {sentenceGap()}
        {shared.endsAt === null ? null : (
          <span>{t("shared-package.until", { day: momentText(shared.endsAt) })}</span>
        )}
      </Text>
    </Stack>
  );
}
