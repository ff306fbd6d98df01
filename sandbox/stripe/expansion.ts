/** Expansion: puts whole objects in place of the ids that `expand[]` names. */
import { ApiError } from "./api-error.ts";
import { planOfSession } from "./checkout-sessions.ts";
import type { CheckoutSession, InvoicePayment, Refund } from "./resources.ts";
import { type Condition, findObject, listObjects, type StoredObject } from "./resource-store.ts";
import type { World } from "./world.ts";

type Branch = Record<string, unknown>;

/** Fields that hold the id of another object. */
const references = new Set([
  "balance_transaction",
  "charge",
  "customer",
  "default_payment_method",
  "default_price",
  "invoice",
  "latest_charge",
  "latest_invoice",
  "payment_intent",
  "payment_method",
  "failure_balance_transaction",
  "price",
  "product",
  "source",
  "subscription",
]);

const deepestLevel = 4;

/** Lists that are left out of an object unless they are asked for. */
function includeList(world: World, parent: Branch, field: string): unknown {
  const id = String(parent["id"]);
  if (parent["object"] === "checkout.session" && field === "line_items") {
    const session = parent as unknown as CheckoutSession;
    return {
      object: "list",
      data: planOfSession(world, session.id).lineItems,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    };
  }
  if (parent["object"] === "invoice" && field === "payments") {
    const { objects, hasMore } = listObjects<InvoicePayment>(
      world.database,
      "invoice_payment",
      [{ field: "invoice", operator: "in", values: [id] }],
      { limit: 10 },
    );
    return { object: "list", data: objects, has_more: hasMore, url: "/v1/invoice_payments" };
  }
  if (parent["object"] === "charge" && field === "refunds") {
    const conditions: Condition[] = [{ field: "charge", operator: "in", values: [id] }];
    const { objects, hasMore } = listObjects<Refund>(world.database, "refund", conditions, {
      limit: 10,
    });
    return { object: "list", data: objects, has_more: hasMore, url: `/v1/charges/${id}/refunds` };
  }
  return undefined;
}

function expandField(world: World, parent: Branch, field: string, path: string): unknown {
  const value = parent[field];
  if (value === undefined) {
    const list = includeList(world, parent, field);
    if (list !== undefined) return list;
  } else if (typeof value === "object" && value !== null) {
    return value;
  } else if (references.has(field)) {
    if (value === null) return null;
    const found =
      typeof value === "string" ? findObject<StoredObject>(world.database, value) : undefined;
    if (found !== undefined) return found;
  }
  throw new ApiError(`This property cannot be expanded (${path}).`, { param: "expand" });
}

function expandPath(world: World, value: unknown, rest: string[], path: string): unknown {
  const [field, ...deeper] = rest;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => expandPath(world, one, rest, path));
  if (typeof value !== "object") {
    throw new ApiError(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  const parent = value as Branch;
  const expanded = expandField(world, parent, field, path);
  return { ...parent, [field]: expandPath(world, expanded, deeper, path) };
}

/** Expands every path of the request in its answer, at most four levels deep. */
export function expand(world: World, answer: object, paths: string[]): object {
  return paths.reduce<object>((expanded, path) => {
    const fields = path.split(".");
    const levels = fields[0] === "data" ? fields.length - 1 : fields.length;
    if (levels > deepestLevel) {
      throw new ApiError(
        `You cannot expand more than ${deepestLevel} levels of a property (${path}).`,
        { param: "expand" },
      );
    }
    return expandPath(world, expanded, fields, path) as object;
  }, answer);
}
