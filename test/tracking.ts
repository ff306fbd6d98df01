// A tracking provider for tests, behind the same port as the real one, and messages of it.
import { createHash } from "node:crypto";
import type { ShippingLeg } from "#goods/contract/packages.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import {
  TrackingError,
  type CurrentTracking,
  type NumberToFollow,
  type ProviderEvent,
  type ProviderNumber,
  type ProviderTracker,
  type RefusedNumber,
  type Tracking,
} from "#tracking/server/adapters/tracking/tracking.ts";
import { processingQueued } from "#tracking/server/tracking/carrier-messages.ts";
import type { TestApp } from "./test-app.ts";
import type { TestPerson } from "./users.ts";

const key = "a key of tests alone";

function signatureOf(body: Uint8Array): string {
  return createHash("sha256").update(body).update(key).digest("hex");
}

export type FakeTracking = {
  /** For `testApp`; null while no provider is configured. */
  readonly currentTracking: CurrentTracking;
  isConfigured: boolean;
  /** Registrations of the month. */
  quota: number;
  /** Thrown by every call until it is null again. */
  failure: TrackingError | null;
  /** How often it was called, also while it fails. */
  calls: number;
  /** Reasons by number. */
  readonly refused: Map<string, RefusedNumber["reason"]>;
  /** What was asked, in order. */
  readonly followed: NumberToFollow[];
  readonly changed: { readonly number: ProviderNumber; readonly carrier: string }[];
  readonly stopped: string[];
  readonly read: string[];
  /** What is read of each number. */
  readonly known: Map<string, ProviderTracker>;
};

export function fakeTracking(): FakeTracking {
  const fake: FakeTracking = {
    currentTracking: () => Promise.resolve(fake.isConfigured ? provider : null),
    isConfigured: true,
    quota: 1_000,
    failure: null,
    calls: 0,
    refused: new Map(),
    followed: [],
    changed: [],
    stopped: [],
    read: [],
    known: new Map(),
  };
  const failing = async <Answer>(answer: () => Answer): Promise<Answer> => {
    fake.calls += 1;
    if (fake.failure !== null) throw fake.failure;
    return await Promise.resolve(answer());
  };
  const refusalOf = (trackingNumber: string): RefusedNumber[] => {
    const reason = fake.refused.get(trackingNumber);
    return reason === undefined ? [] : [{ trackingNumber, reason, message: `Refused: ${reason}` }];
  };
  const provider: Tracking = {
    follow: (numbers) =>
      failing(() => {
        fake.followed.push(...numbers);
        const refused = numbers.flatMap(({ trackingNumber }) => refusalOf(trackingNumber));
        return {
          followed: numbers.filter((one) => !fake.refused.has(one.trackingNumber)),
          refused,
        };
      }),
    read: (numbers) =>
      failing(() => {
        fake.read.push(...numbers.map(({ trackingNumber }) => trackingNumber));
        const trackers = numbers.flatMap((one) => fake.known.get(one.trackingNumber) ?? []);
        return { trackers, refused: [] };
      }),
    stop: (numbers) =>
      failing(() => {
        fake.stopped.push(...numbers.map(({ trackingNumber }) => trackingNumber));
      }),
    changeCarrier: (number, carrier) =>
      failing(() => {
        fake.changed.push({ number, carrier });
        return refusalOf(number.trackingNumber)[0] ?? null;
      }),
    readQuota: () => failing(() => ({ total: fake.quota, used: fake.followed.length })),
    isSigned: (rawBody, headers) => headers.get("sign") === signatureOf(rawBody),
    readMessage: (body) => {
      if (typeof body !== "object" || body === null || !("trackingNumber" in body)) {
        throw new TrackingError("malformed_answer", "This is no message of the provider.");
      }
      return body as ProviderTracker;
    },
  };
  return fake;
}

let eventCount = 0;

/** An event at a moment, different from every other one. */
export function providerEvent(
  stage: TrackingStage | null,
  at: Date | string,
  changes: Partial<ProviderEvent> = {},
): ProviderEvent {
  const [date = "", time = ""] = new Date(at).toISOString().slice(0, 19).split("T");
  eventCount += 1;
  return {
    stage,
    providerStatus: stage ?? "Unknown_Status",
    occurred: { date, time, utcOffsetMinutes: 0 },
    description: `Event ${eventCount}`,
    place: null,
    country: null,
    ...changes,
  };
}

/** A message about a number, as the provider would send it. */
export function providerMessage(
  trackingNumber: string,
  events: readonly ProviderEvent[],
  changes: Partial<ProviderTracker> = {},
): ProviderTracker {
  return {
    trackingNumber,
    providerCarrier: null,
    tag: null,
    state: "following",
    events,
    ...changes,
  };
}

/** Sends any signed body to the webhook. Its processing may not be queued yet when it is answered. */
export async function postSigned(
  app: Pick<TestApp, "app" | "config">,
  text: string,
  sign?: string,
): Promise<Response> {
  const body = new TextEncoder().encode(text);
  const headers = { sign: sign ?? signatureOf(body), "content-type": "application/json" };
  const url = new URL("/api/webhooks/tracking", app.config.publicUrl);
  return await app.app.fetch(new Request(url, { method: "POST", body, headers }));
}

/** The same, and waits until processing is queued. */
export async function sendSigned(app: TestApp, text: string, sign?: string): Promise<Response> {
  const response = await postSigned(app, text, sign);
  await processingQueued(app.services.jobs);
  return response;
}

/** Sends messages to the webhook and processes them. */
export async function deliverMessages(
  app: TestApp,
  ...messages: readonly ProviderTracker[]
): Promise<void> {
  for (const message of messages) {
    const { status } = await sendSigned(app, JSON.stringify(message));
    if (status !== 200) throw new Error(`A message was answered with ${status}.`);
  }
  const { errors } = await app.runJobs();
  if (errors.length > 0) throw errors[0];
}

/** Gives a leg of a package a number, as staff do. */
export async function numberLeg(
  app: TestApp,
  staff: TestPerson,
  leg: ShippingLeg | undefined,
  trackingNumber: string | null,
): Promise<void> {
  if (leg === undefined) throw new Error("There is no such leg.");
  const { id: legId, origin, destination, carrier, estimatedDeparture, estimatedArrival } = leg;
  const fields = {
    origin,
    destination,
    carrier,
    estimatedDeparture,
    estimatedArrival,
    notes: null,
  };
  await staff.api.packages.updateLeg({ legId, ...fields, trackingNumber });
  await app.runJobs();
}
