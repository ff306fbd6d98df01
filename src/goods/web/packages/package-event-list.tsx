import type { Carrier } from "#catalogue/contract/carriers.ts";
import type { PackageEvent } from "#goods/contract/packages.ts";
import { forLegFields, type LegField } from "#goods/rules/leg-edit.ts";
import { readRecordedFields } from "#platform/rules/recorded-fields.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { storedCarrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { legFieldLabel } from "./package-labels.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { momentText, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { EventList } from "./event-list.tsx";

const isoTimes = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Replaces ISO 8601 UTC times in a text by times in the reader's locale and time zone. */
function withLocalTimes(text: string): string {
  return text.replaceAll(isoTimes, (at) => momentText(at, true));
}

function isLegField(name: string): name is LegField {
  return Object.hasOwn(
    forLegFields(() => true),
    name,
  );
}

/** One changed field in the reader's language, such as "Carrier: DHL". */
function fieldText(
  name: string,
  value: string | number | null,
  carriers: readonly Carrier[] | null,
): string {
  const label = isLegField(name)
    ? legFieldLabel(name)
    : t(name === "description" ? "common.description" : "common.estimatedWeight");
  const isWeight = name === "estimatedWeightGrams";
  const text = isWeight ? weightText(value === null ? null : Number(value)) : String(value ?? "");
  return t("package-details.events.field", {
    field: label,
    value: text === "" ? t("common.none") : withLocalTimes(storedName(name, text, carriers)),
  });
}

/** Places and carriers are stored by their English names. */
function storedName(field: string, text: string, carriers: readonly Carrier[] | null): string {
  if (field === "origin" || field === "destination") return placeName(text);
  return field === "carrier" ? storedCarrierName(carriers, text) : text;
}

/** Two places as they are stored, such as "Hong Kong → Germany". */
function routeText(text: string): string {
  return text.split(" → ").map(placeName).join(" → ");
}

/** What an event recorded. */
function recordedText(text: string, carriers: readonly Carrier[] | null): string {
  const fields = readRecordedFields(text);
  if (fields === null) return "";
  // Intl.ListFormat puts nothing between the parts in Chinese, which run together after their labels.
  return Object.entries(fields)
    .map(([name, value]) => fieldText(name, value, carriers))
    .reduce((before, field) => t("package-details.events.fields", { fields: before, field }));
}

/**
 * The text of an event. Weights are stored as text in grams, statuses by their values, carriers by their names.
 * @param carriers the list in which their names are translated; null while it loads.
 */
export function eventText(event: PackageEvent, carriers: readonly Carrier[] | null): string {
  const number = event.legNumber ?? "";
  const after = event.after ?? "";
  switch (event.kind) {
    case "package_created":
      return t("package-details.events.created");
    case "package_status_changed":
      return t("package-details.events.statusChanged", { status: statusLabel(after) });
    case "package_changed":
      return t("package-details.events.corrected", { text: recordedText(after, carriers) });
    case "recipient_changed":
      return t("package-details.events.recipientChanged");
    case "package_cancelled":
      return event.after === null
        ? t("package-details.events.cancelled")
        : t("package-details.events.cancelledBecause", { reason: after });
    case "package_confirmed":
      return t("package-details.events.confirmed");
    case "leg_added":
      return t("package-details.events.legAdded", { number, text: routeText(after) });
    case "leg_changed":
    case "leg_dates_changed":
      return t("package-details.events.legUpdated", {
        number,
        text: recordedText(after, carriers),
      });
    case "leg_status_changed":
      return t("package-details.events.legStatus", { number, status: statusLabel(after) });
    case "final_weight_changed":
      return event.after === null
        ? t("package-details.events.finalWeightRemoved")
        : t("package-details.events.finalWeight", { weight: weightText(Number(event.after)) });
    case "image_added":
      return t("package-details.events.imageAdded", { name: after });
    case "image_deleted":
      return t("package-details.events.imageDeleted", { name: event.before ?? "" });
    case "qr_code_generated":
      return t("package-details.events.qrCodeGenerated", { number });
    case "qr_code_deleted":
      return t("package-details.events.qrCodeDeleted", { number });
  }
}

/** @param events oldest first; shown newest first. */
export function PackageEventList(props: { events: readonly PackageEvent[] }) {
  const { items } = useCarriers();
  return <EventList events={props.events} textOf={(event) => eventText(event, items)} />;
}
