import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import type { MappedLeg } from "./journey-courses.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/**
 * The text alternative of the map.
 * @param reportedIn the country where carriers last reported the package; null if unknown.
 */
export function journeySentence(
  legs: readonly MappedLeg[],
  reportedIn: string | null = null,
): string {
  const sentences = legs.map(({ legNumber, origin, destination, status }) =>
    t("package-details.legSentence", {
      number: legNumber,
      origin: placeName(origin),
      destination: placeName(destination),
      status: statusLabel(status),
    }),
  );
  if (reportedIn !== null)
    sentences.push(t("package-details.lastReportedIn", { country: reportedIn }));
  return joinSentences([t("package-details.map"), ...sentences]);
}
