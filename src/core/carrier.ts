// The six carriers whose tracking pages customers open.

/** Ids of the carriers, in the order of the screens. */
export const carrierIds = ["sf-express", "hk-post", "sg-post", "dhl", "fedex", "ups"] as const;

/** Id of a carrier. */
export type CarrierId = (typeof carrierIds)[number];

/**
 * A carrier by the name under which it is stored. `trackingPage` is the address of its public tracking page with `{n}` in place of the number;
 * `isNumberFilledIn` is false where the page may ignore the number in the address, so that customers need to paste it.
 */
export type Carrier = {
  readonly id: CarrierId;
  readonly name: string;
  readonly trackingPage: string;
  readonly isNumberFilledIn: boolean;
};

/**
 * The carriers. No carrier documents or guarantees these addresses; those of the two posts are the least certain.
 */
export const carriers: readonly Carrier[] = [
  {
    id: "sf-express",
    name: "SF Express",
    trackingPage:
      "https://htm.sf-express.com/hk/en/dynamic_function/waybill/#search/bill-number/{n}",
    isNumberFilledIn: true,
  },
  {
    id: "hk-post",
    name: "Hong Kong Post",
    trackingPage: "https://webapp.hongkongpost.hk/en/mail_tracking/index.html?trackcode={n}",
    isNumberFilledIn: false,
  },
  {
    id: "sg-post",
    name: "Singapore Post",
    trackingPage: "https://www.singpost.com/track-items?trackingid={n}",
    isNumberFilledIn: true,
  },
  {
    id: "dhl",
    name: "DHL",
    trackingPage: "https://www.dhl.com/hk-en/home/tracking.html?tracking-id={n}&submit=1",
    isNumberFilledIn: true,
  },
  {
    id: "fedex",
    name: "FedEx",
    trackingPage: "https://www.fedex.com/fedextrack/?trknbr={n}",
    isNumberFilledIn: true,
  },
  {
    id: "ups",
    name: "UPS",
    trackingPage: "https://www.ups.com/track?loc=en_US&tracknum={n}",
    isNumberFilledIn: true,
  },
];

/** The carrier with that id. */
export function carrierById(id: CarrierId): Carrier {
  const carrier = carriers.find((candidate) => candidate.id === id);
  if (carrier === undefined) {
    throw new RangeError(`There is no carrier with the id ${String(id)}.`);
  }
  return carrier;
}

/**
 * The address of a carrier's tracking page for a number, trimmed and escaped, so that it cannot change the address's
 * host or path.
 */
export function trackingPageUrl(carrierId: CarrierId, trackingNumber: string): string {
  const escaped = encodeURIComponent(trackingNumber.trim().toWellFormed());
  return carrierById(carrierId).trackingPage.replace("{n}", () => escaped);
}
