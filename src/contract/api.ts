// The whole API in one object: the RPC client, the server, the API document and the access tests derive from it.
import { audit } from "./audit.ts";
import { lanes } from "./lanes.ts";
import { live } from "./live.ts";
import { office } from "./office.ts";
import { packages } from "./packages.ts";
import { functions, payments } from "./payments.ts";
import { people } from "./people.ts";
import { plans } from "./plans.ts";
import { platform } from "./platform.ts";
import { wallet } from "./wallet.ts";

export const api = {
  people,
  plans,
  wallet,
  packages,
  lanes,
  functions,
  payments,
  platform,
  live,
  office,
  audit,
};

/** The type of the whole contract, for the typed client. */
export type Api = typeof api;
