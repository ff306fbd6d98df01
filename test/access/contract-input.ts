import * as z from "zod";
import type { Operation } from "#app/contract/operations.ts";

type JsonSchema = {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly prefixItems?: readonly JsonSchema[];
  readonly items?: JsonSchema | false;
};

export function inputSchemaOf({ name, inputSchema }: Operation): JsonSchema {
  if (!(inputSchema instanceof z.ZodType)) throw new Error(`${name} has no schema of its input.`);
  return z.toJSONSchema(inputSchema, { unrepresentable: "any", io: "input" }) as JsonSchema;
}

/** A value for the field of that name; undefined where the contract decides. */
type ValueByName = (name: string) => unknown;

/**
 * What a schema takes: null where it may be, the value that a field's name decides, the contract's example, or else the
 * first and least that is possible. Optional fields are left out.
 */
export function exampleOf(root: JsonSchema, valueByName: ValueByName): unknown {
  function valueOf(name: string, schema: JsonSchema): unknown {
    const definition = root.$defs?.[schema.$ref?.split("/").at(-1) ?? ""];
    const { anyOf = [], required = [], ...rest } = { ...definition, ...schema };
    const types = [rest.type ?? []].flat();
    if ([...types, ...anyOf.map(({ type }) => type)].includes("null")) return null;
    const [example = rest.enum?.[0]] = rest.examples ?? [];
    const value = valueByName(name) ?? example;
    if (value !== undefined) return value;
    if (anyOf[0] !== undefined) return valueOf(name, anyOf[0]);
    if (types.includes("boolean")) return true;
    if (types.includes("array")) {
      const items = rest.items ? [rest.items] : (rest.prefixItems ?? []);
      return items.map((item) => valueOf(name, item));
    }
    if (types.includes("object")) {
      const { properties = {} } = rest;
      return Object.fromEntries(
        required.map((inner) => [inner, valueOf(inner, properties[inner] ?? {})]),
      );
    }
    if (!types.includes("string")) return Math.max(rest.minimum ?? 1, 1);
    if (rest.format === "uuid") throw new Error(`It is not stated which thing ${name} names.`);
    if (rest.format === "date") return "2026-01-01";
    return rest.format === "binary" ? new File(["no picture"], "a.png") : "For the matrix";
  }
  return valueOf("", root);
}
