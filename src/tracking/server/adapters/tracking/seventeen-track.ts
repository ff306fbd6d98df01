import { createHash, timingSafeEqual } from "node:crypto";
import {
  numbersAnswer,
  push,
  pushedTracker,
  quotaAnswer,
  trackersAnswer,
  type Rejected,
  carrierText,
  toTracker,
} from "./seventeen-track-trackers.ts";
import {
  createSendRequest,
  parseAnswer,
  type SeventeenTrackAccess,
} from "./seventeen-track-request.ts";
import {
  maxNumbersPerRequest,
  TrackingError,
  type NumberToFollow,
  type ProviderNumber,
  type ProviderTracker,
  type RefusedNumber,
  type Tracking,
} from "./tracking.ts";

const noInformationYet = -18019909;
const internalError = -18010003;

const reasons: ReadonlyMap<number, RefusedNumber["reason"]> = new Map([
  [-18019901, "already_followed"],
  [-18019907, "quota_used"],
  [-18019908, "quota_used"],
  [-18010011, "invalid_number"],
  [-18010012, "invalid_number"],
  [-18010013, "invalid_number"],
  [-18019802, "unknown_carrier"],
  [-18019903, "unknown_carrier"],
  [-18019910, "unknown_carrier"],
  [-18019911, "unknown_carrier"],
  [-18019805, "not_followed"],
  [-18019902, "not_followed"],
]);

function toRefused({ number, error }: Rejected): RefusedNumber {
  const reason = reasons.get(error.code) ?? "other";
  const message = `${error.message} (${error.code})`;
  return { trackingNumber: number, reason, message };
}

/** 17TRACK's keys are whole numbers; none is given where ours is not one. */
function carrierKey(providerCarrier: string | null): { carrier?: number } {
  const isKey = providerCarrier !== null && /^[1-9]\d{0,8}$/.test(providerCarrier);
  return isKey ? { carrier: Number(providerCarrier) } : {};
}

function numberBody({ trackingNumber, providerCarrier }: ProviderNumber) {
  return { number: trackingNumber, ...carrierKey(providerCarrier) };
}

/** With a carrier given, 17TRACK looks for another one where that finds nothing. */
function followBody({ tag, extra, ...number }: NumberToFollow) {
  return { ...numberBody(number), auto_detection: true, tag, ...(extra && { param: extra }) };
}

function checkCount(numbers: readonly unknown[]): void {
  if (numbers.length > maxNumbersPerRequest) {
    throw new RangeError(`One request holds at most ${maxNumbersPerRequest} numbers.`);
  }
}

/** Known to 17TRACK, with nothing from the carrier yet. */
function trackerWithoutEvents({ number, carrier }: Rejected): ProviderTracker {
  const providerCarrier = carrierText(carrier);
  return { trackingNumber: number, providerCarrier, tag: null, state: "following", events: [] };
}

function isSigned(apiKey: string, rawBody: Uint8Array, headers: Headers): boolean {
  const given = headers.get("sign")?.trim() ?? "";
  if (!/^[0-9a-f]{64}$/i.test(given)) return false;
  const expected = createHash("sha256").update(rawBody).update(`/${apiKey}`).digest();
  return timingSafeEqual(Buffer.from(given, "hex"), expected);
}

function readMessage(body: unknown): ProviderTracker | null {
  const { event, data } = parseAnswer(push, body);
  if (event !== "TRACKING_UPDATED" && event !== "TRACKING_STOPPED") return null;
  return toTracker(parseAnswer(pushedTracker, data), event === "TRACKING_STOPPED");
}

/** Tracking by 17TRACK's API, version 2.4. */
export function createSeventeenTrack(access: SeventeenTrackAccess): Tracking {
  const { apiKey } = access;
  const send = createSendRequest(access);
  return {
    async follow(numbers) {
      checkCount(numbers);
      if (numbers.length === 0) return { followed: [], refused: [] };
      const answer = await send("register", numbers.map(followBody), numbersAnswer);
      return {
        followed: (answer.accepted ?? []).map(({ number, carrier }) => ({
          trackingNumber: number,
          providerCarrier: carrierText(carrier),
        })),
        refused: (answer.rejected ?? []).map(toRefused),
      };
    },
    async read(numbers) {
      checkCount(numbers);
      if (numbers.length === 0) return { trackers: [], refused: [] };
      const answer = await send("gettrackinfo", numbers.map(numberBody), trackersAnswer);
      const rejected = Map.groupBy(
        answer.rejected ?? [],
        ({ error }) => error.code === noInformationYet,
      );
      return {
        trackers: [
          ...(answer.accepted ?? []).map((tracked) => toTracker(tracked)),
          ...(rejected.get(true) ?? []).map(trackerWithoutEvents),
        ],
        refused: (rejected.get(false) ?? []).map(toRefused),
      };
    },
    async stop(numbers) {
      checkCount(numbers);
      if (numbers.length === 0) return;
      const answer = await send("stoptrack", numbers.map(numberBody), numbersAnswer);
      // All other refusals say that the number is not followed.
      const failed = answer.rejected?.find(({ error }) => error.code === internalError);
      if (failed !== undefined) throw new TrackingError("unavailable", failed.error.message);
    },
    async changeCarrier({ trackingNumber, providerCarrier }, newProviderCarrier) {
      const { carrier: newKey } = carrierKey(newProviderCarrier);
      const message = `"${newProviderCarrier}" is not a carrier's key.`;
      if (newKey === undefined) return { trackingNumber, reason: "unknown_carrier", message };
      const { carrier: oldKey } = carrierKey(providerCarrier);
      const change = {
        number: trackingNumber,
        ...(oldKey !== undefined && { carrier_old: oldKey }),
        carrier_new: newKey,
      };
      const { rejected } = await send("changecarrier", [change], numbersAnswer);
      return rejected?.[0] === undefined ? null : toRefused(rejected[0]);
    },
    async readQuota() {
      const { quota_total: total, quota_used: used } = await send("getquota", [], quotaAnswer);
      return { total, used };
    },
    isSigned: (rawBody, headers) => isSigned(apiKey, rawBody, headers),
    readMessage,
  };
}

/** Whether the provider accepts the key, asked by a request that uses none of its quota; times out within seconds. */
export async function checkTrackingKey(
  access: SeventeenTrackAccess,
): Promise<"accepted" | "rejected" | "unavailable"> {
  try {
    await createSeventeenTrack(access).readQuota();
    return "accepted";
  } catch (error) {
    if (!(error instanceof TrackingError)) throw error;
    return error.reason === "invalid_key" ? "rejected" : "unavailable";
  }
}
