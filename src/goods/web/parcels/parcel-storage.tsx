import { Stack, Text } from "@mantine/core";
import type { ParcelStorage } from "#goods/contract/parcel-measurements.ts";
import { reminderDays } from "#goods/rules/storage-fee.ts";
import { moneyText, readerLocale } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./parcel-facts.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

const urgentDays = Math.max(...reminderDays);

/** A day of the calendar, which is the same everywhere. */
function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(readerLocale(), {
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
}

function mainText({ freeUntil, daysLeft, accruedCents }: ParcelStorage): string {
  return daysLeft >= 0
    ? t("parcel-storage.freeUntil", { day: dayText(freeUntil) })
    : t("parcel-storage.costs", { amount: moneyText(accruedCents) });
}

function asideText({ daysLeft, accruedCents, dayCents, capCents }: ParcelStorage): string {
  if (daysLeft >= 0) return t("parcel-storage.daysLeft", { count: daysLeft });
  if (accruedCents >= capCents) return t("parcel-storage.most");
  const [dayAmount, amount] = [moneyText(dayCents), moneyText(capCents)];
  return t("parcel-storage.perDay", { dayAmount, amount });
}

/** Until when storing a parcel is free, or what it has cost; in lists. */
export function StorageText(props: { storage: ParcelStorage }) {
  const { storage } = props;
  const { daysLeft } = storage;
  const urgency = daysLeft < 0 ? "costs" : daysLeft <= urgentDays ? "soon" : "free";
  return (
    <span className={classes["storage"]} data-urgency={urgency}>
      <span className="figures">{mainText(storage)}</span>
      <span className={classes["aside"]}>{asideText(storage)}</span>
    </span>
  );
}

/** The same on the parcel's page, with what comes after and when it is charged. */
export function StorageCard(props: { storage: ParcelStorage }) {
  const { storage } = props;
  const [dayAmount, amount] = [moneyText(storage.dayCents), moneyText(storage.capCents)];
  return (
    <SectionCard title={t("parcel-storage.title")}>
      <Stack gap="xs">
        <StorageText storage={storage} />
        {storage.daysLeft < 0 ? null : (
          <Text size="sm">{t("parcel-storage.afterwards", { dayAmount, amount })}</Text>
        )}
        <Text size="sm" c="dimmed">
          {t("parcel-storage.whenCharged")}
        </Text>
      </Stack>
    </SectionCard>
  );
}

/** The term of a parcel's storage among its facts. */
export function storageTerm(): string {
  return t("parcel-storage.title");
}
