/** Products and prices: what can be bought. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { makeIdentifier } from "./identifiers.ts";
import { choice, mergeMetadata, metadata, optional, record, text, whole } from "./parameters.ts";
import type { Interval, Price, Product } from "./resources.ts";
import { findObject, insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** Parameters of a product that is made inside a price. */
export const productData = record({
  name: text(250),
  description: optional(text()),
  metadata: optional(metadata),
});

/** Parameters of a price's interval. */
export const recurring = record({
  interval: choice("day", "week", "month", "year"),
  interval_count: optional(whole(1, 36)),
});

/** Makes a product; one made inside a price for a single purchase stays inactive and has no event of its own. */
export function createProduct(
  sandbox: SandboxState,
  details: {
    id?: string | undefined;
    name: string;
    description?: string | null | undefined;
    active: boolean;
    metadata?: Record<string, string> | null | undefined;
  },
): Product {
  if (details.id !== undefined && findObject(sandbox.database, details.id) !== undefined) {
    throw new ApiError(`Product already exists.`, { code: "resource_already_exists", param: "id" });
  }
  const created = nowSeconds(sandbox);
  const product: Product = {
    id: details.id ?? makeIdentifier("prod", 14),
    object: "product",
    active: details.active,
    created,
    default_price: null,
    description: details.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, details.metadata),
    name: details.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
  };
  insertObject(sandbox.database, product);
  return product;
}

/** Makes a price; amounts are whole cents. One made for a single purchase is inactive. */
export function createPrice(
  sandbox: SandboxState,
  details: {
    product: string;
    currency: string;
    unitAmountCents: number;
    active: boolean;
    recurring?: { interval: Interval; interval_count: number | undefined } | undefined;
    lookupKey?: string | null | undefined;
    nickname?: string | null | undefined;
    metadata?: Record<string, string> | null | undefined;
  },
): Price {
  const price: Price = {
    id: makeIdentifier("price"),
    object: "price",
    active: details.active,
    billing_scheme: "per_unit",
    created: nowSeconds(sandbox),
    currency: details.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: details.lookupKey ?? null,
    metadata: mergeMetadata({}, details.metadata),
    nickname: details.nickname ?? null,
    product: details.product,
    recurring:
      details.recurring === undefined
        ? null
        : {
            interval: details.recurring.interval,
            interval_count: details.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: details.recurring === undefined ? "one_time" : "recurring",
    unit_amount: details.unitAmountCents,
    unit_amount_decimal: String(details.unitAmountCents),
  };
  insertObject(sandbox.database, price);
  return price;
}

/** Finds a product named by a parameter; throws when there is none. */
export function requireProduct(sandbox: SandboxState, id: string, param: string): Product {
  const product = findObject<Product>(sandbox.database, id, "product");
  if (product === undefined) throw noSuchResource("product", id, param);
  return product;
}

/** Finds a price named by a parameter; throws when there is none. An inactive price can no longer be bought. */
export function requireActivePrice(sandbox: SandboxState, id: string, param: string): Price {
  const price = findObject<Price>(sandbox.database, id, "price");
  if (price === undefined) throw noSuchResource("price", id, param);
  if (!price.active) {
    throw new ApiError(`The price specified is inactive. This field only accepts active prices.`, {
      param,
    });
  }
  return price;
}

/** The product of a new price: an existing one by id, or one made from `product_data`; exactly one of the two. */
export function chooseProduct(
  sandbox: SandboxState,
  sent: {
    product: string | undefined;
    product_data: ReturnType<typeof productData> | undefined;
  },
  prefix: string,
  active: boolean,
): Product {
  const param = prefix === "" ? "product" : `${prefix}[product]`;
  if (sent.product_data !== undefined && sent.product === undefined) {
    return createProduct(sandbox, { ...sent.product_data, active });
  }
  if (sent.product !== undefined && sent.product_data === undefined) {
    return requireProduct(sandbox, sent.product, param);
  }
  throw new ApiError(
    `You must specify either \`${param}\` or \`${param}_data\`, and not both, when creating a price.`,
    { param },
  );
}
