import * as z from "zod";
import { planAndRoles } from "./auth.ts";
import { id, time } from "./fields.ts";
import { laneFacts, measuredTime } from "./lanes.ts";
import { storedImage } from "./parcel-measurements.ts";
import { payoutProgress } from "./payouts.ts";
import { newRecord } from "./receiving.ts";
import { contactFields, contactFieldsInput } from "./profile.ts";
import { serviceOffer, serviceSummary, serviceTerms } from "./shipping-services.ts";
import { feeFields, walletMovement } from "./wallet.ts";

const storedObject = z
  .object({ id, createdAt: time, updatedAt: time })
  .meta({ id: "StoredObject" });

const legPlaces = z
  .object({ origin: z.string(), destination: z.string(), carrier: z.string().nullable() })
  .meta({ id: "LegPlaces" });

/** Groups of fields that several objects have, which the API document describes once. */
export const sharedShapes = [
  contactFields,
  contactFieldsInput,
  feeFields,
  laneFacts,
  legPlaces,
  measuredTime,
  newRecord,
  payoutProgress,
  planAndRoles,
  serviceOffer,
  serviceSummary,
  serviceTerms,
  storedImage,
  storedObject,
  walletMovement,
];
