import { apiError } from "#platform/contract/errors.ts";
import { localTime } from "#platform/rules/calendar-day.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import { printableText } from "#platform/rules/latin-script.ts";
import {
  printedAddress,
  shipRequestReference,
  unprintableFields,
  type LabelContent,
} from "#shipping/rules/shipping-label.ts";
import type { LabelFacts } from "./label-queries.ts";
import type { OutgoingRequest } from "#shipping/server/ship-requests/lead-outgoing-requests.ts";

/** The warehouse's address in English, which managers enter; letters that cannot be printed are left out. */
function senderLines(facts: LabelFacts): string[] {
  const { street, district, city, province } = facts.warehouseAddress.en;
  const country = countryByCode(facts.warehouseCountry)?.name ?? facts.warehouseCountry;
  const place = [...new Set([district, city, province])]
    .filter((part) => part !== country)
    .join(", ");
  const lines = [
    facts.warehouseName,
    street,
    [place, facts.warehousePostalCode].filter(Boolean).join(" "),
    country.toUpperCase(),
    facts.warehousePhone,
  ];
  return lines.flatMap((line) => printableText(line) ?? []).filter((line) => line !== "");
}

/** What is printed on the label of a request, in English as everything on it. Throws `address_not_printable` with the fields that cannot be printed. */
export function labelContent(request: OutgoingRequest, facts: LabelFacts, now: Date): LabelContent {
  const { recipient, countryCode } = request;
  const destination = countryByCode(countryCode)?.name ?? countryCode;
  const address = printedAddress(recipient, destination, facts.addressLineCharacters);
  if (address === null) {
    throw apiError("address_not_printable", { fields: unprintableFields(recipient) });
  }
  return {
    sender: senderLines(facts),
    recipient: address,
    carrierName: printableText(facts.carrierName) ?? "",
    serviceName: printableText(facts.serviceNames.en) ?? "",
    weightGrams: request.packedGrams ?? 0,
    reference: shipRequestReference(request.number),
    day: localTime(facts.timeZone, now).day,
  };
}
