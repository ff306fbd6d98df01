// Rules about carriers, which are rows of a table.

/** Lengths, in characters, of what is stored about a carrier. */
export const carrierTextLengths = { code: 40, name: 60, trackingPage: 500, source: 500 } as const;

/** How many carriers there may be, since every list of them is read whole. */
export const maxCarriers = 300;

/** Whether a text can be the code of a carrier: lower-case letters, digits and single hyphens between them. */
export function isCarrierCode(text: string): boolean {
  return (
    text.length >= 2 &&
    text.length <= carrierTextLengths.code &&
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
  );
}

/** What stands for the tracking number in the address of a tracking page. */
export const numberPlaceholder = "{n}";

// The last label of a host's name begins with a letter, other than that of an IP address.
const trackingPageShape =
  /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?\/[^\s<>"]*$/;

/**
 * The address of a tracking page as it is stored; null for anything but an https address of a named host, so that no
 * address can hold a script. The placeholder for the number may stand once after the host.
 */
export function parseTrackingPage(text: string): string | null {
  const typed = text.trim().replace(/^https:\/\/[^/?#]*/i, (origin) => origin.toLowerCase());
  const page = /^https:\/\/[^/?#]+$/.test(typed) ? `${typed}/` : typed;
  const isAccepted =
    page.length <= carrierTextLengths.trackingPage &&
    trackingPageShape.test(page) &&
    page.split(numberPlaceholder).length <= 2;
  return isAccepted ? page : null;
}

/**
 * The address of a tracking page for a number, trimmed and escaped, so that it cannot change the address's host.
 * A page without a placeholder stays as it is.
 */
export function trackingPageUrl(trackingPage: string, trackingNumber: string): string {
  const escaped = encodeURIComponent(trackingNumber.trim().toWellFormed());
  return trackingPage.replace(numberPlaceholder, () => escaped);
}
