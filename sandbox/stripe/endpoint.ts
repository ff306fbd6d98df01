/** The shape of one API endpoint, and the two that every kind of object has: retrieve and list. */
import { ApiError, noSuchResource } from "./api-error.ts";
import type { FormValue } from "./form-encoding.ts";
import { optional, type Reader, record, text, unixTime, whole } from "./parameters.ts";
import { type Condition, findObject, listObjects, type StoredObject } from "./resource-store.ts";
import type { World } from "./world.ts";

/** One endpoint: its address, the parameters that it takes, and its answer (run in one transaction with its effects). */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** With `:id` where an id stands. */
  path: string;
  shape: Record<string, Reader<unknown>>;
  answer: (world: World, call: { id: string; parameters: Record<string, unknown> }) => object;
}

/** Writes an endpoint whose answer sees its parameters with their types. */
export function endpoint<S extends Record<string, Reader<unknown>>>(
  method: Endpoint["method"],
  path: string,
  shape: S,
  answer: (
    world: World,
    parameters: { [Name in keyof S]: ReturnType<S[Name]> },
    id: string,
  ) => object,
): Endpoint {
  type Values = { [Name in keyof S]: ReturnType<S[Name]> };
  return {
    method,
    path,
    shape,
    answer: (world, { id, parameters }) => answer(world, parameters as Values, id),
  };
}

/** `GET /v1/{kind}/{id}`. */
export function retrieveEndpoint<T extends StoredObject>(options: {
  path: string;
  kind: T["object"];
  noun: string;
}): Endpoint {
  return endpoint("GET", `${options.path}/:id`, {}, (world, _parameters, id) => {
    const found = findObject<T>(world.database, id, options.kind);
    if (found === undefined) throw noSuchResource(options.noun, id);
    return found;
  });
}

/** A filter of a list: how its parameter is read, and the field that must equal what was sent (or one of it). */
interface Filter {
  reader: Reader<unknown>;
  field: string;
}

/** Reads `created=…` or `created[gte]=…`. */
const createdRange: Reader<Condition[]> = (value: FormValue | undefined, name) => {
  if (value === undefined) return [];
  if (typeof value === "string") {
    return [{ field: "created", operator: "in", values: [unixTime(value, name)] }];
  }
  const bounds = record({
    gt: optional(unixTime),
    gte: optional(unixTime),
    lt: optional(unixTime),
    lte: optional(unixTime),
  })(value, name);
  const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
  return Object.entries(operators).flatMap(([bound, operator]) => {
    const time = bounds[bound as keyof typeof bounds];
    return time === undefined ? [] : [{ field: "created", operator, values: [time] }];
  });
};

function conditionOf(filter: Filter, value: unknown): Condition[] {
  if (value === undefined) return [];
  const values = Array.isArray(value) ? value : [value];
  return [
    {
      field: filter.field,
      operator: "in",
      values: values.map((one) =>
        typeof one === "boolean" ? Number(one) : (one as string | number),
      ),
    },
  ];
}

/** The parameters that page through a list. */
export const pageShape = {
  limit: optional(whole(1, 100)),
  starting_after: optional(text(255)),
  ending_before: optional(text(255)),
};
type PageParameters = {
  limit: number | undefined;
  starting_after: string | undefined;
  ending_before: string | undefined;
};

/** One page of a kind of objects in the API's list shape; refuses a cursor that names nothing, and two cursors. */
export function listPage<T extends StoredObject>(
  world: World,
  list: { kind: T["object"]; noun: string; url: string; conditions: Condition[] },
  page: PageParameters,
) {
  const { starting_after: after, ending_before: before } = page;
  if (after !== undefined && before !== undefined) {
    throw new ApiError("You can only pass one of ending_before and starting_after.", {
      param: "ending_before",
    });
  }
  for (const [param, cursor] of Object.entries({ starting_after: after, ending_before: before })) {
    if (cursor !== undefined && findObject(world.database, cursor, list.kind) === undefined) {
      throw noSuchResource(list.noun, cursor, param);
    }
  }
  const { objects, hasMore } = listObjects<T>(world.database, list.kind, list.conditions, {
    limit: page.limit ?? 10,
    after,
    before,
  });
  return { object: "list" as const, data: objects, has_more: hasMore, url: list.url };
}

/** One page of a list that stands inside another object, in its own order. */
export function pageOf<T extends { id: string }>(items: T[], page: PageParameters, url: string) {
  const cursor = page.starting_after ?? page.ending_before;
  const place = items.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && place === -1) {
    throw noSuchResource("line item", cursor, "starting_after");
  }
  const candidates =
    cursor === undefined
      ? items
      : page.starting_after === undefined
        ? items.slice(0, place)
        : items.slice(place + 1);
  const limit = page.limit ?? 10;
  return {
    object: "list" as const,
    data: candidates.slice(0, limit),
    has_more: candidates.length > limit,
    url,
  };
}

/** `GET /v1/{kind}`, newest first, with paging, `created` and the given filters. */
export function listEndpoint<T extends StoredObject>(options: {
  path: string;
  kind: T["object"];
  noun: string;
  filters?: Record<string, Filter>;
  present?: (world: World, object: T) => T;
  /** The field that `created` filters by, where it has another name. */
  timeField?: string;
}): Endpoint {
  const filters = options.filters ?? {};
  const filterShape = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filter.reader]),
  );
  return {
    method: "GET",
    path: options.path,
    shape: { ...pageShape, created: createdRange, ...filterShape },
    answer(world, { parameters }) {
      const conditions = [
        ...(parameters["created"] as Condition[]).map((condition) => ({
          ...condition,
          field: options.timeField ?? condition.field,
        })),
        ...Object.entries(filters).flatMap(([name, filter]) =>
          conditionOf(filter, parameters[name]),
        ),
      ];
      const list = { kind: options.kind, noun: options.noun, url: options.path, conditions };
      const page = listPage<T>(world, list, parameters as PageParameters);
      const present = options.present;
      return present === undefined
        ? page
        : { ...page, data: page.data.map((object) => present(world, object)) };
    },
  };
}
