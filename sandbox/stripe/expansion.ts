/** Expansion: puts whole objects in place of the ids that `expand[]` names. */
import { ApiError } from "./api-error.ts";
import { planOfSession } from "./checkout-sessions.ts";
import type { CheckoutSession, InvoicePayment, Refund } from "./resources.ts";
import { type Condition, findObject, listObjects, type StoredObject } from "./resource-queries.ts";
import type { SandboxState } from "./sandbox-state.ts";

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

/** Lists that are left out of an object unless expanded. */
function includeList(sandbox: SandboxState, parent: Branch, field: string): unknown {
  const id = String(parent["id"]);
  if (parent["object"] === "checkout.session" && field === "line_items") {
    const session = parent as unknown as CheckoutSession;
    return {
      object: "list",
      data: planOfSession(sandbox, session.id).lineItems,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    };
  }
  if (parent["object"] === "invoice" && field === "payments") {
    const { objects, hasMore } = listObjects<InvoicePayment>(
      sandbox.database,
      "invoice_payment",
      [{ field: "invoice", operator: "in", values: [id] }],
      { limit: 10 },
    );
    return { object: "list", data: objects, has_more: hasMore, url: "/v1/invoice_payments" };
  }
  if (parent["object"] === "charge" && field === "refunds") {
    const conditions: Condition[] = [{ field: "charge", operator: "in", values: [id] }];
    const { objects, hasMore } = listObjects<Refund>(sandbox.database, "refund", conditions, {
      limit: 10,
    });
    return { object: "list", data: objects, has_more: hasMore, url: `/v1/charges/${id}/refunds` };
  }
  return undefined;
}

function expandField(sandbox: SandboxState, parent: Branch, field: string, path: string): unknown {
  const value = parent[field];
  if (value === undefined) {
    const list = includeList(sandbox, parent, field);
    if (list !== undefined) return list;
  } else if (typeof value === "object" && value !== null) {
    return value;
  } else if (references.has(field)) {
    if (value === null) return null;
    const found =
      typeof value === "string" ? findObject<StoredObject>(sandbox.database, value) : undefined;
    if (found !== undefined) return found;
  }
  throw new ApiError(`This property cannot be expanded (${path}).`, { param: "expand" });
}

function expandPath(sandbox: SandboxState, value: unknown, rest: string[], path: string): unknown {
  const [field, ...deeper] = rest;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => expandPath(sandbox, one, rest, path));
  if (typeof value !== "object") {
    throw new ApiError(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  const parent = value as Branch;
  const expanded = expandField(sandbox, parent, field, path);
  return { ...parent, [field]: expandPath(sandbox, expanded, deeper, path) };
}

/** Expands every path of the request in its answer, at most four levels deep. */
export function expand(sandbox: SandboxState, answer: object, paths: string[]): object {
  return paths.reduce<object>((expanded, path) => {
    const fields = path.split(".");
    const levels = fields[0] === "data" ? fields.length - 1 : fields.length;
    if (levels > deepestLevel) {
      throw new ApiError(
        `You cannot expand more than ${deepestLevel} levels of a property (${path}).`,
        { param: "expand" },
      );
    }
    return expandPath(sandbox, expanded, fields, path) as object;
  }, answer);
}
