// What tests and people do to the sandbox: choose stories, move the clock, push events, make faults.
import { Hono } from "hono";
import * as z from "zod";
import { changeQuota, readQuota } from "./api.ts";
import { changeClock, clockChange, readSpeed, sandboxNow } from "./clock.ts";
import { apiFaults, changeFaults, faultsChange, readFaults } from "./faults.ts";
import { chooseStory, findNumbers, listNumbers, pushNext, settleDue } from "./numbers.ts";
import { pageHeaders, renderPage } from "./page.ts";
import { countPushes, hastenPushes } from "./pushes.ts";
import type { SandboxState } from "./sandbox-state.ts";
import { createStory, routeOfNumber, routeOfStory, storyNames, storySteps } from "./stories.ts";

const shownNumbers = 50;

const number = z.string().trim().min(1).max(50);
const country = z.string().regex(/^[A-Z]{2}$/);

const storyChange = z
  .strictObject({
    number,
    story: z.enum(storyNames).optional(),
    /** Each without one: what is told of the number so far, or what it says itself. */
    origin: country.optional(),
    destination: country.optional(),
    /** Own steps in place of a named story. */
    steps: storySteps.optional(),
  })
  .refine(({ story, steps }) => (story === undefined) !== (steps === undefined), {
    message: "Name a story, or give steps.",
  });

const eventPush = z.strictObject({ number, carrier: z.number().int().optional() });
const quotaChange = z.strictObject({ total: z.number().int().min(0) });

/** Each control by its path below the sandbox's. */
const controls: Readonly<Record<string, (state: SandboxState, body: unknown) => unknown>> = {
  stories(state, body) {
    const { number: chosen, story, steps = [], origin, destination } = storyChange.parse(body);
    const [known] = findNumbers(state, chosen);
    const said = (known && routeOfStory(known.story)) ?? routeOfNumber(chosen);
    const route = {
      origin: origin ?? said.origin,
      destination: destination ?? said.destination,
    };
    const played =
      story === undefined ? { name: "own" as const, steps } : createStory(story, route);
    chooseStory(state, chosen, played);
    return played;
  },
  clock(state, body) {
    changeClock(state, clockChange.parse(body));
    settleDue(state);
    return { now: new Date(sandboxNow(state)).toISOString(), speed: readSpeed(state) };
  },
  events(state, body) {
    const { number: pushed, carrier } = eventPush.parse(body);
    return { isPushed: pushNext(state, pushed, carrier) };
  },
  faults: (state, body) => changeFaults(state, faultsChange.parse(body)),
  quota(state, body) {
    changeQuota(state, quotaChange.parse(body).total);
    return readQuota(state);
  },
  // Waiting pushes go out now, as after the receiver has recovered.
  pushes(state) {
    hastenPushes(state);
    return countPushes(state);
  },
};

/** Files of a form count as missing. */
const formFields = z
  .object({ control: z.string().catch(""), search: z.string().catch("") })
  .catchall(z.string().optional().catch(undefined));

const isChecked = z.literal("on").optional();
const faultsForm = z.object({
  api: z.enum(apiFaults),
  doubled: isChecked,
  reordered: isChecked,
  held: isChecked,
  wrong: isChecked,
  dropped: isChecked,
});

/** The body of a control, from the fields of the page's form. */
function bodyOfForm(control: string, fields: Record<string, string | undefined>): unknown {
  if (control === "stories") {
    const { number: chosen, story, origin, destination } = fields;
    const route = { origin: origin || undefined, destination: destination || undefined };
    return { number: chosen, story, ...route };
  }
  if (control === "events") {
    return { number: fields["number"], carrier: Number(fields["carrier"]) };
  }
  if (control === "clock") {
    const { advanceHours, speed } = fields;
    return speed === undefined ? { advanceHours: Number(advanceHours) } : { speed: Number(speed) };
  }
  if (control !== "faults") return {};
  const { api, doubled, reordered, held, wrong, dropped } = faultsForm.parse(fields);
  return {
    api,
    apiTimes: null,
    pushCopies: doubled ? 2 : 1,
    areReordered: reordered !== undefined,
    areHeld: held !== undefined,
    hasWrongSignature: wrong !== undefined,
    dropsPerMille: dropped ? 300 : 0,
  };
}

async function page(
  state: SandboxState,
  path: string,
  search: string,
  error: string | null,
): Promise<Response> {
  const markup = await renderPage({
    path,
    search,
    error,
    now: sandboxNow(state),
    speed: readSpeed(state),
    numbers: listNumbers(state, { search, limit: shownNumbers }),
    pushes: countPushes(state),
    faults: readFaults(state),
    quota: readQuota(state),
  });
  return new Response(markup, { status: error === null ? 200 : 400, headers: pageHeaders });
}

function describeError(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  throw error;
}

/** The page at `path` and the controls below it, which take JSON. */
export function createControls(state: SandboxState, path: string): Hono {
  const routes = new Hono();
  routes.get("/", (c) => page(state, path, c.req.query("number")?.trim() ?? "", null));
  routes.get("/numbers.json", (c) =>
    c.json(listNumbers(state, { search: c.req.query("number") ?? "", limit: 1000 })),
  );
  routes.post("/", async (c) => {
    const { control, search, ...fields } = formFields.parse(await c.req.parseBody());
    const run = controls[control];
    if (run === undefined) return c.notFound();
    try {
      run(state, bodyOfForm(control, fields));
    } catch (error) {
      return await page(state, path, search, describeError(error));
    }
    const query = search === "" ? "" : `?number=${encodeURIComponent(search)}`;
    return c.redirect(`${path}${query}`, 303);
  });
  routes.post("/:control", async (c) => {
    const run = controls[c.req.param("control")];
    if (run === undefined) return c.notFound();
    try {
      const body: unknown = await c.req.json().catch(() => null);
      return Response.json(run(state, body) ?? {});
    } catch (error) {
      return c.json({ error: describeError(error) }, 400);
    }
  });
  return routes;
}
