import { hash, listed, type AccountPart } from "#platform/server/account-part.ts";

const number =
  "Numbers of parcels and packages stay without the name, since goods on their way still arrive.";
const places = "Countries and codes of a route; nobody is named.";

/** What carriers report about numbers. */
export const trackingPart: AccountPart = {
  tables: {
    trackers: {
      kept: {
        tracking_number: number,
        carrier_code: listed,
        provider_carrier: listed,
        last_error: "The tracking provider's answer about a number.",
      },
    },
    tracker_uses: {},
    tracking_events: {
      kept: {
        key: hash,
        provider_status: listed,
        local_time: "A time.",
        description: "A carrier's words about a number, which are never changed.",
        place: "A carrier's words about a number, which are never changed.",
        country: places,
      },
    },
    carrier_messages: {
      kept: {
        content_hash: hash,
        body: "The tracking provider's message about a number, deleted some days later.",
        tracking_number: number,
        last_error: "The tracking provider's answer about a number.",
      },
    },
  },
  withoutCustomers: [],
};
