// The answers of 17TRACK's API v2.4, as far as they are read. Fields that are not read may be anything.
import * as z from "zod";

const text = z.string().nullish();
const carrierKey = z.number().int().nonnegative().nullish();

const trackEvent = z.object({
  time_iso: text,
  time_utc: text,
  time_raw: z
    .object({ date: text, time: text, timezone: text })
    .partial()
    .nullish()
    // Malformed parts count as missing, so that one odd event does not hide the others.
    .catch(null),
  description: text,
  location: text,
  stage: text,
  sub_status: text,
  address: z.object({ country: text, state: text, city: text }).partial().nullish().catch(null),
});

export type TrackEvent = z.infer<typeof trackEvent>;

const tracked = z.object({
  number: z.string().min(1),
  carrier: carrierKey,
  tag: text,
  track_info: z
    .object({
      latest_status: z.object({ status: text, sub_status: text }).nullish(),
      tracking: z
        .object({
          providers: z.array(z.object({ events: z.array(trackEvent).nullish() })).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export type Tracked = z.infer<typeof tracked>;

const rejected = z.object({
  number: z.string(),
  carrier: carrierKey,
  error: z.object({ code: z.number().int(), message: z.string() }),
});

export type Rejected = z.infer<typeof rejected>;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    accepted: z.array(item).nullish(),
    rejected: z.array(rejected).nullish(),
  });

const number = z.object({ number: z.string().min(1), carrier: carrierKey });

export const numbersAnswer = listOf(number);
export const trackersAnswer = listOf(tracked);
export const quotaAnswer = z.object({
  quota_total: z.number().int().nonnegative(),
  quota_used: z.number().int().nonnegative(),
});

/** What surrounds every answer; a `code` other than 0 is an error of the whole request. */
export const envelope = z.object({ code: z.number().int(), data: z.unknown() });

export const requestErrors = z.object({
  errors: z.array(z.object({ code: z.number().int(), message: z.string() })).min(1),
});

/** A push. Other events than these two carry no tracker. */
export const push = z.object({ event: z.string(), data: z.unknown() });
export const pushedTracker = tracked;
