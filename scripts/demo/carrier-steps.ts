// What carriers report of the numbers of the demo, step by step, and the numbers themselves.
import { countryByName } from "#catalogue/rules/country.ts";

/** A step of the tracking sandbox. */
export type CarrierStep = {
  readonly afterHours: number;
  readonly status: string;
  readonly description: string;
  readonly place: string;
  readonly country: string;
  readonly utcOffsetMinutes: number;
};

type Row = readonly [
  afterHours: number,
  status: string,
  description: string,
  place: string,
  country: string,
  utcOffsetMinutes: number,
];

function stepsOf(rows: readonly Row[]): readonly CarrierStep[] {
  return rows.map(([afterHours, status, description, place, country, utcOffsetMinutes]) => ({
    afterHours,
    status,
    description,
    place,
    country,
    utcOffsetMinutes,
  }));
}

/** From a shop to the warehouse, in 62 hours. */
export const courierSteps = stepsOf([
  [2, "InfoReceived", "Parcel information received", "Guangzhou", "CN", 480],
  [6, "InTransit_PickedUp", "Picked up from the seller", "Guangzhou", "CN", 480],
  [20, "InTransit_Departure", "Left the sorting centre", "Shenzhen", "CN", 480],
  [16, "InTransit_Arrival", "Arrived in Hong Kong", "Hong Kong", "HK", 480],
  [14, "OutForDelivery_Other", "Out for delivery", "Kowloon", "HK", 480],
  [4, "Delivered_Other", "Signed for", "Kowloon", "HK", 480],
]);

/** By air from the warehouse to a door in Halifax, in eight days. */
export const postSteps = stepsOf([
  [1, "InfoReceived", "Shipment information received", "Hong Kong", "HK", 480],
  [8, "InTransit_PickedUp", "Item posted", "Hong Kong", "HK", 480],
  [20, "InTransit_Departure", "Left Hong Kong", "Hong Kong", "HK", 480],
  [58, "InTransit_Arrival", "Arrived in Canada", "Vancouver", "CA", -480],
  [9, "InTransit_CustomsProcessing", "Presented to customs", "Vancouver", "CA", -480],
  [16, "InTransit_CustomsReleased", "Released by customs", "Vancouver", "CA", -480],
  [34, "InTransit_Other", "Item processed", "Halifax", "CA", -240],
  [38, "OutForDelivery_Other", "Out for delivery", "Halifax", "CA", -240],
  [6, "Delivered_Other", "Delivered", "Halifax", "CA", -240],
]);

/** From a place to a place in so many hours. Those that never arrive end on the way. */
export function legSteps(
  { origin, destination }: { readonly origin: string; readonly destination: string },
  hours: number,
  arrives: boolean,
): readonly CarrierStep[] {
  const from = countryByName(origin)?.code ?? "HK";
  const to = countryByName(destination)?.code ?? "HK";
  // The sandbox counts in whole milliseconds.
  const part = (share: number) => Math.round(hours * share);
  const rows: readonly Row[] = [
    [0, "InTransit_PickedUp", "Item posted", origin, from, 0],
    [part(0.2), "InTransit_Departure", `Left ${origin}`, origin, from, 0],
    [part(0.4), "InTransit_Arrival", `Arrived in ${destination}`, destination, to, 0],
    [part(0.3), "OutForDelivery_Other", "Out for delivery", destination, to, 0],
    [part(0.1), "Delivered_Other", "Delivered", destination, to, 0],
  ];
  return stepsOf(arrives ? rows : rows.slice(0, 2));
}

/** A number of SF Express. */
export function parcelNumber(random: () => number): string {
  return `SF${String(Math.floor(random() * 1e13)).padStart(13, "0")}`;
}

/** A postal number with its check digit. */
export function letterNumber(random: () => number, country: "HK" | "SG"): string {
  const digits = String(Math.floor(random() * 1e8)).padStart(8, "0");
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = 11 - (sum % 11);
  return `RB${digits}${check === 10 ? 0 : check === 11 ? 5 : check}${country}`;
}
