// What happens to a number, step by step, with invented words of carriers.
import * as z from "zod";

const step = z.strictObject({
  /** Since the step before it, or since the registration. */
  afterHours: z.number().min(0).max(10_000),
  /** 17TRACK's sub status. */
  status: z.string().min(1).max(60),
  description: z.string().max(20_000),
  place: z.string().max(500).nullable().default(null),
  country: z.string().length(2).nullable().default(null),
  /** Of the carrier's own time; null where it names no zone. */
  utcOffsetMinutes: z.number().int().min(-720).max(840).nullable().default(0),
  /** Whether the carrier of the last mile tells it. */
  isLastMile: z.boolean().default(false),
});

export type Step = z.output<typeof step>;

export const storySteps = z.array(step).max(200);

/** By the last two digits of a number; all other endings play the first one. */
export const storyNames = [
  "plain",
  "silent",
  "customs_asks",
  "comes_back",
  "contradicted",
  "not_found",
  "two_carriers",
  "without_zone",
  "attempt_failed",
  "to_be_fetched",
] as const;

export type StoryName = (typeof storyNames)[number];

export type Story = { readonly name: StoryName | "own"; readonly steps: readonly Step[] };

/** Where a consignment comes from and goes to, as ISO codes of countries. */
export type Route = { readonly origin: string; readonly destination: string };

const usualRoute: Route = { origin: "HK", destination: "US" };

/** The route that a number itself says: of SF Express in China to Hong Kong, of a post from the country at its end. */
export function routeOfNumber(number: string): Route {
  if (/^SF\d/.test(number)) return { origin: "CN", destination: "HK" };
  const origin = /^[A-Z]{2}\d{9}([A-Z]{2})$/.exec(number)?.[1];
  if (origin === undefined || origin === usualRoute.destination) return usualRoute;
  return { ...usualRoute, origin };
}

/** The route of what is told of a number; null where nothing of it is told at the destination. */
export function routeOfStory({ steps }: Story): Route | null {
  const origin = steps[0]?.country;
  const destination = steps.find(({ status }) => toldAtDestination.test(status))?.country;
  return origin && destination ? { origin, destination } : null;
}

/** Countries whose places stories know. */
const places: Readonly<Record<string, readonly [place: string, utcOffsetMinutes: number]>> = {
  AU: ["Sydney", 600],
  CA: ["Vancouver", -480],
  CN: ["Shenzhen", 480],
  DE: ["Frankfurt", 60],
  FR: ["Paris", 60],
  GB: ["London", 0],
  HK: ["Hong Kong", 480],
  JP: ["Tokyo", 540],
  MY: ["Kuala Lumpur", 480],
  SG: ["Singapore", 480],
  US: ["Los Angeles", -480],
};

export const storyCountries: readonly string[] = Object.keys(places);

const toldAtDestination =
  /^(InTransit_(Arrival|Customs)|OutForDelivery|AvailableForPickup|DeliveryFailure|Delivered)/;

type ShortStep = readonly [afterHours: number, status: string, description: string];

const start: readonly ShortStep[] = [
  [0, "InfoReceived", "Shipment information received"],
  [6, "InTransit_PickedUp", "Item accepted by the carrier"],
];
const flight: readonly ShortStep[] = [
  [18, "InTransit_Departure", "Departed from the office of exchange"],
  [48, "InTransit_Arrival", "Arrived at the destination country"],
];
const customs: readonly ShortStep[] = [
  [8, "InTransit_CustomsProcessing", "Handed over to customs"],
  [12, "InTransit_CustomsReleased", "Released by customs"],
];
const delivery: readonly ShortStep[] = [
  [18, "OutForDelivery_Other", "Out for delivery"],
  [6, "Delivered_Other", "Delivered"],
];

const shortStories: Readonly<Record<StoryName, readonly ShortStep[]>> = {
  plain: [...start, ...flight, ...customs, ...delivery],
  silent: start,
  customs_asks: [
    ...start,
    ...flight,
    [8, "InTransit_CustomsRequiringInformation", "Customs asks the addressee for an invoice"],
    [48, "InTransit_CustomsReleased", "Released by customs"],
    ...delivery,
  ],
  comes_back: [
    ...start,
    ...flight,
    [20, "DeliveryFailure_InvalidAddress", "The address is not complete"],
    [72, "Exception_Returning", "Item is on its way back to the sender"],
    [240, "Exception_Returned", "Item returned to the sender"],
  ],
  contradicted: [
    ...start,
    ...flight,
    ...delivery,
    [30, "InTransit_Other", "Item processed at a sorting centre"],
  ],
  not_found: [],
  two_carriers: [...start, ...flight, ...customs, ...delivery],
  without_zone: [...start, ...flight, ...delivery],
  attempt_failed: [
    ...start,
    ...flight,
    [18, "OutForDelivery_Other", "Out for delivery"],
    [5, "DeliveryFailure_NoBody", "Nobody was at home"],
    [19, "OutForDelivery_Other", "Out for delivery"],
    [4, "Delivered_Other", "Delivered"],
  ],
  to_be_fetched: [
    ...start,
    ...flight,
    [20, "AvailableForPickup_Other", "The item can be collected at the post office"],
    [26, "Delivered_Other", "Collected by the addressee"],
  ],
};

export function createStory(name: StoryName, route: Route): Story {
  const steps = shortStories[name].map(([afterHours, status, description]): Step => {
    const isThere = toldAtDestination.test(status);
    const country = isThere ? route.destination : route.origin;
    const [place, utcOffsetMinutes] = places[country] ?? [null, 0];
    return {
      afterHours,
      status,
      description,
      place,
      country,
      utcOffsetMinutes: name === "without_zone" ? null : utcOffsetMinutes,
      isLastMile: name === "two_carriers" && isThere,
    };
  });
  return { name, steps };
}

/** The story of a number by its last two digits; a country at the end, as of `RB123456701HK`, does not count. */
export function storyOf(number: string, route: Route = routeOfNumber(number)): Story {
  const ending = Number(/(\d{2})[^\d]*$/.exec(number)?.[1] ?? 0);
  return createStory(storyNames[ending - 1] ?? "plain", route);
}
