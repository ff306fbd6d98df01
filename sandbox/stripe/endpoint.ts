/** The shape of one API endpoint, and the endpoints retrieve and list, which every kind of object has. */
import { ApiError, noSuchResource } from "./api-error.ts";
import type { FormValue } from "./form-encoding.ts";
import { optional, type Reader, record, text, unixTime, whole } from "./parameters.ts";
import { type Condition, findObject, listObjects, type StoredObject } from "./resource-queries.ts";
import type { SandboxState } from "./sandbox-state.ts";

/** One endpoint: path, parameters, and handler, which runs in one transaction. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** `:id` stands for an id. */
  path: string;
  shape: Record<string, Reader<unknown>>;
  answer: (
    sandbox: SandboxState,
    call: { id: string; parameters: Record<string, unknown> },
  ) => object;
}

/** Defines an endpoint whose handler gets typed parameters. */
export function endpoint<S extends Record<string, Reader<unknown>>>(
  method: Endpoint["method"],
  path: string,
  shape: S,
  answer: (
    sandbox: SandboxState,
    parameters: { [Name in keyof S]: ReturnType<S[Name]> },
    id: string,
  ) => object,
): Endpoint {
  type Values = { [Name in keyof S]: ReturnType<S[Name]> };
  return {
    method,
    path,
    shape,
    answer: (sandbox, { id, parameters }) => answer(sandbox, parameters as Values, id),
  };
}

/** `GET /v1/{kind}/{id}`. */
export function retrieveEndpoint<T extends StoredObject>(options: {
  path: string;
  kind: T["object"];
  noun: string;
}): Endpoint {
  return endpoint("GET", `${options.path}/:id`, {}, (sandbox, _parameters, id) => {
    const found = findObject<T>(sandbox.database, id, options.kind);
    if (found === undefined) throw noSuchResource(options.noun, id);
    return found;
  });
}

/** A filter of a list: the reader of its parameter, and the field that must equal the value, or one of them. */
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

/** One page of a kind of objects in the API's list shape; throws for an unknown cursor, and for two cursors. */
export function listPage<T extends StoredObject>(
  sandbox: SandboxState,
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
    if (cursor !== undefined && findObject(sandbox.database, cursor, list.kind) === undefined) {
      throw noSuchResource(list.noun, cursor, param);
    }
  }
  const { objects, hasMore } = listObjects<T>(sandbox.database, list.kind, list.conditions, {
    limit: page.limit ?? 10,
    after,
    before,
  });
  return { object: "list" as const, data: objects, has_more: hasMore, url: list.url };
}

/** One page of a list inside another object, in its own order. */
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
  present?: (sandbox: SandboxState, object: T) => T;
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
    answer(sandbox, { parameters }) {
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
      const page = listPage<T>(sandbox, list, parameters as PageParameters);
      const present = options.present;
      return present === undefined
        ? page
        : { ...page, data: page.data.map((object) => present(sandbox, object)) };
    },
  };
}
