// 17TRACK's API, version 2.4, as far as its documentation and public clients show it.
import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod";
import { faultyAnswer } from "./faults.ts";
import {
  countNumbers,
  findNumbers,
  insertNumber,
  pushNumber,
  readTrackInfo,
  setCarrier,
  setStopped,
} from "./numbers.ts";
import type { Route } from "./stories.ts";
import type { TrackedNumber } from "./tracked-number.ts";
import { atomically, readSetting, saveSetting, type SandboxState } from "./sandbox-state.ts";

const maxNumbers = 40;
const maxCarrierChanges = 5;
const quotaSetting = "quota";
const usualQuota = 10_000;

const messages = {
  [-18010002]: "Invalid security key.",
  [-18010012]: "The format of the data is invalid.",
  [-18010013]: "Invalid submitted data.",
  [-18010014]: "Tracking numbers exceed 40 limit.",
  [-18019801]: "The tracking number is registered with multiple carriers.",
  [-18019802]: "The parameter carrier_new is incorrect.",
  [-18019803]: "The Carrier Code to be changed can not be the same of the current one.",
  [-18019806]: "Carrier can not be changed for stopped numbers.",
  [-18019807]: "The times for changing carrier exceed limit.",
  [-18019809]: "The number is registered with this carrier already.",
  [-18019901]: "The tracking number is already registered.",
  [-18019902]: "The tracking number is not registered yet.",
  [-18019903]: "The carrier can not be identified.",
  [-18019906]: "Only numbers being tracked can be stopped.",
  [-18019908]: "Your quotas have ran out.",
  [-18019909]: "No tracking info at the moment.",
  [-18019910]: "Carrier Code is incorrect.",
} as const;

type Code = keyof typeof messages;

const item = z.looseObject({
  number: z.string(),
  carrier: z.number().int().optional(),
  carrier_old: z.number().int().optional(),
  carrier_new: z.number().int().optional(),
  tag: z.string().max(100).nullish(),
});
type Item = z.infer<typeof item>;

/** What an item comes to: what is accepted, or the code of its rejection. */
type Outcome = Readonly<Record<string, unknown>> | Code;

const errorOf = (code: Code) => ({ code, message: messages[code] });

function refuse(status: 200 | 401, code: Code): Response {
  return Response.json({ code, data: { errors: [errorOf(code)] } }, { status });
}

/** The quota of registrations, which a month would renew. */
export function readQuota(state: SandboxState): { total: number; used: number } {
  const total = z.number().catch(usualQuota).parse(readSetting(state.database, quotaSetting));
  return { total, used: countNumbers(state) };
}

export function changeQuota(state: SandboxState, total: number): void {
  saveSetting(state.database, quotaSetting, total);
}

const carriersOfNumbers: readonly (readonly [RegExp, number])[] = [
  [/^[A-Z]{2}\d{9}CN$/, 3011],
  [/^[A-Z]{2}\d{9}HK$/, 8011],
  [/^[A-Z]{2}\d{9}SG$/, 19131],
  [/^1Z/, 100002],
  [/^SF/, 100012],
  [/^\d{10,11}$/, 100001],
  [/^\d{12}$/, 100003],
  [/^[A-Z]{0,4}\d{6,}$/, 190271],
];

function detectCarrier(number: string): number | undefined {
  return carriersOfNumbers.find(([pattern]) => pattern.test(number))?.[1];
}

function register(
  state: SandboxState,
  { number, carrier, tag = null }: Item,
  route: Route | undefined,
): Outcome {
  if (!/^[A-Za-z0-9-]{5,50}$/.test(number)) return -18010012;
  if (carrier !== undefined && carrier > 999_999) return -18019910;
  const known = carrier || detectCarrier(number.toUpperCase());
  if (known === undefined) return -18019903;
  if (findNumbers(state, number, carrier).length > 0) return -18019901;
  const { total, used } = readQuota(state);
  if (used >= total) return -18019908;
  insertNumber(state, { number, carrier: known, tag }, route);
  return { origin: carrier ? 2 : 1, number, carrier: known };
}

/** Nothing is known before the first step, or before 17TRACK has found nothing. */
function info(state: SandboxState, { number, carrier }: Item): Outcome {
  const [tracked] = findNumbers(state, number, carrier);
  if (tracked === undefined) return -18019902;
  if (tracked.happened === 0) return -18019909;
  return {
    number,
    carrier: tracked.carrier,
    param: null,
    tag: tracked.tag,
    track_info: readTrackInfo(state, tracked),
  };
}

function stop(state: SandboxState, { number, carrier }: Item): Outcome {
  const [tracked] = findNumbers(state, number, carrier);
  if (tracked === undefined) return -18019902;
  if (tracked.isStopped) return -18019906;
  setStopped(state, tracked.id);
  pushNumber(state, tracked, "TRACKING_STOPPED");
  return { number, carrier: tracked.carrier };
}

function changeOf(found: readonly TrackedNumber[], carrierNew: number): TrackedNumber | Code {
  const [tracked] = found;
  if (tracked === undefined) return -18019902;
  if (found.length > 1) return -18019801;
  if (tracked.carrier === carrierNew) return -18019803;
  if (tracked.isStopped) return -18019806;
  return tracked.carrierChanges >= maxCarrierChanges ? -18019807 : tracked;
}

function change(state: SandboxState, given: Item): Outcome {
  const { number, carrier_old: carrierOld, carrier_new: carrierNew = 0 } = given;
  if (carrierNew <= 0 || carrierNew > 999_999) return -18019802;
  const tracked = changeOf(findNumbers(state, number, carrierOld), carrierNew);
  if (typeof tracked === "number") return tracked;
  if (findNumbers(state, number, carrierNew).length > 0) return -18019809;
  setCarrier(state, tracked.id, carrierNew);
  return { number, carrier: carrierNew };
}

const verbs: Readonly<
  Record<string, (state: SandboxState, item: Item, route: Route | undefined) => Outcome>
> = {
  register,
  gettrackinfo: info,
  stoptrack: stop,
  changecarrier: change,
};

function answerQuota(state: SandboxState): Response {
  const { total, used } = readQuota(state);
  const data = {
    quota_total: total,
    quota_used: used,
    quota_remain: Math.max(total - used, 0),
    today_used: 0,
    max_track_daily: 0,
    free_email_quota: 0,
    free_email_quotaused: 0,
  };
  return Response.json({ code: 0, data });
}

function isAllowed(request: Request, apiKey: string): boolean {
  const given = Buffer.from(request.headers.get("17token") ?? "");
  const expected = Buffer.from(apiKey);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Where what is registered under a tag comes from and goes to; null where that is not known. */
export type RouteOfTag = (tag: string) => Promise<Route | null>;

async function readRoutes(
  items: readonly Item[],
  routeOfTag: RouteOfTag,
): Promise<ReadonlyMap<string, Route>> {
  const routes = new Map<string, Route>();
  for (const { tag } of items) {
    const route = tag ? await routeOfTag(tag) : null;
    if (tag && route !== null) routes.set(tag, route);
  }
  return routes;
}

/** Routes below `/track/v2.4`. */
export function createApi(state: SandboxState, apiKey: string, routeOfTag: RouteOfTag): Hono {
  const api = new Hono();
  api.post("/track/v2.4/:verb", async (c) => {
    const fault = await faultyAnswer(state);
    if (fault !== null) return fault;
    if (!isAllowed(c.req.raw, apiKey)) return refuse(401, -18010002);
    const name = c.req.param("verb");
    if (name === "getquota") return answerQuota(state);
    const verb = verbs[name];
    if (verb === undefined) return c.notFound();
    const items = z.array(item).safeParse(await c.req.json().catch(() => null));
    if (!items.success || items.data.length === 0) return refuse(200, -18010013);
    if (items.data.length > maxNumbers) return refuse(200, -18010014);
    const routes = await readRoutes(name === "register" ? items.data : [], routeOfTag);
    const outcomes = atomically(state.database, () =>
      items.data.map((given): { given: Item; outcome: Outcome } => ({
        given,
        outcome: verb(state, given, routes.get(given.tag ?? "")),
      })),
    );
    const accepted = outcomes.flatMap(({ outcome }) =>
      typeof outcome === "number" ? [] : [outcome],
    );
    const rejected = outcomes.flatMap(({ given: { number, carrier }, outcome }) =>
      typeof outcome === "number"
        ? [{ number, ...(carrier !== undefined && { carrier }), error: errorOf(outcome) }]
        : [],
    );
    return Response.json({ code: 0, data: { accepted, rejected } });
  });
  return api;
}
