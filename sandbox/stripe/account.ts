/** The one account of the sandbox: the merchant. */
import { type Endpoint, endpoint } from "./endpoint.ts";

/** `GET /v1/account`. */
export const accountEndpoints: Endpoint[] = [
  endpoint("GET", "/v1/account", {}, (sandbox) => ({
    id: sandbox.accountId,
    object: "account",
    business_profile: { name: sandbox.merchantName },
    charges_enabled: true,
    country: "HK",
    default_currency: "usd",
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: false,
    settings: { dashboard: { display_name: sandbox.merchantName, timezone: "Etc/UTC" } },
    type: "standard",
  })),
];
