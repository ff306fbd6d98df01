import * as z from "zod";
import { planAndRoles } from "#platform/contract/session.ts";
import { boxFields } from "#shipping/contract/boxes.ts";
import { extraServicePrice } from "#shipping/contract/extra-services.ts";
import { id, idempotencyKey, time } from "#platform/contract/fields.ts";
import { laneFacts, measuredTime } from "#catalogue/contract/lanes.ts";
import { storedImage, extraServiceRequest } from "#goods/contract/parcel-measurements.ts";
import { payoutProgress } from "#money/contract/payouts.ts";
import { newRecord } from "#goods/contract/receiving.ts";
import { contactFields, contactFieldsInput } from "#people/contract/profile.ts";
import {
  serviceOffer,
  serviceSummary,
  serviceTerms,
} from "#catalogue/contract/shipping-services.ts";
import { feeFields, walletMovement } from "#money/contract/wallet.ts";

const storedObject = z
  .object({ id, createdAt: time, updatedAt: time })
  .meta({ id: "StoredObject" });

const createdObject = z.object({ id, createdAt: time }).meta({ id: "CreatedObject" });

const repeatableRequest = z.object({ idempotencyKey }).meta({ id: "RepeatableRequest" });

/** A part of a list says how long the whole list is. */
const listTotal = z.object({ total: z.int() }).meta({ id: "ListTotal" });

const legPlaces = z
  .object({ origin: z.string(), destination: z.string(), carrier: z.string().nullable() })
  .meta({ id: "LegPlaces" });

/** Groups of fields that several objects have, which the API document describes once, as requests or as responses have them. */
export const sharedShapes = {
  input: [contactFieldsInput, feeFields, repeatableRequest],
  output: [
    boxFields,
    contactFields,
    createdObject,
    extraServicePrice,
    extraServiceRequest,
    laneFacts,
    legPlaces,
    listTotal,
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
  ],
};
