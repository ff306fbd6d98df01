import { placeName } from "#web/i18n/country-names.ts";
import { statusLabel } from "#web/i18n/status-label.ts";
import type { MappedLeg } from "./journey-courses.ts";
import { joinSentences } from "./join-sentences.ts";
import { t } from "./details-messages.ts";

/** The text alternative of the map. */
export function journeySentence(legs: readonly MappedLeg[]): string {
  const sentences = legs.map(({ legNumber, origin, destination, status }) =>
    t("package-details.legSentence", {
      number: legNumber,
      origin: placeName(origin),
      destination: placeName(destination),
      status: statusLabel(status),
    }),
  );
  return joinSentences([t("package-details.map"), ...sentences]);
}
