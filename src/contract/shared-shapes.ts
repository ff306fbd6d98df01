import * as z from "zod";
import { planAndRoles } from "./person.ts";
import { boxFields } from "./boxes.ts";
import { extraServicePrice } from "./extra-services.ts";
import { id, idempotencyKey, time } from "./fields.ts";
import { laneFacts, measuredTime } from "./lanes.ts";
import { storedImage } from "./parcel-measurements.ts";
import { payoutProgress } from "./payouts.ts";
import { newRecord } from "./receiving.ts";
import { contactFields, contactFieldsInput } from "./profile.ts";
import { serviceOffer, serviceSummary, serviceTerms } from "./shipping-services.ts";
import { feeFields, walletMovement } from "./wallet.ts";
import { extraServiceRequest } from "./ordered-extra-services.ts";

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
