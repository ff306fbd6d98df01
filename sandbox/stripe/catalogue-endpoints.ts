/** The endpoints of products and prices. */
import { ApiError, noSuchResource } from "./api-error.ts";
import {
  chooseProduct,
  createPrice,
  createProduct,
  productData,
  recurring,
  requireProduct,
} from "./catalogue.ts";
import { change, withoutAbsent } from "./changes.ts";
import { type Endpoint, endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { currency, unitAmount } from "./money.ts";
import {
  choice,
  clearable,
  flag,
  listOf,
  mergeMetadata,
  metadata,
  optional,
  text,
} from "./parameters.ts";
import type { Price, Product } from "./resources.ts";
import { findObject, listObjects } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

function freeLookupKey(
  sandbox: SandboxState,
  lookupKey: string | null | undefined,
  transfer: boolean,
) {
  if (lookupKey === undefined || lookupKey === null) return;
  const { objects } = listObjects<Price>(
    sandbox.database,
    "price",
    [{ field: "lookup_key", operator: "in", values: [lookupKey] }],
    { limit: 1 },
  );
  const holder = objects[0];
  if (holder === undefined) return;
  if (!transfer) {
    throw new ApiError(
      `A price (\`${holder.id}\`) already uses that lookup key. Pass transfer_lookup_key=true to move it.`,
      { param: "lookup_key" },
    );
  }
  const moved = change(sandbox, holder, { lookup_key: null });
  recordEvent(sandbox, "price.updated", moved.object, moved.previous);
}

/** Create (under an id of one's own, if wished), retrieve, update, and list. */
export const productEndpoints: Endpoint[] = [
  endpoint(
    "POST",
    "/v1/products",
    {
      id: optional(text(255)),
      name: text(250),
      description: optional(text()),
      active: optional(flag),
      metadata: optional(metadata),
    },
    (sandbox, sent) => {
      const product = createProduct(sandbox, { ...sent, active: sent.active ?? true });
      recordEvent(sandbox, "product.created", product);
      return product;
    },
  ),
  endpoint(
    "POST",
    "/v1/products/:id",
    {
      name: optional(text(250)),
      description: clearable(text()),
      active: optional(flag),
      metadata: optional(metadata),
    },
    (sandbox, sent, id) => {
      const product = requireProduct(sandbox, id, "id");
      const { object, previous } = change(sandbox, product, {
        ...withoutAbsent(sent),
        metadata: mergeMetadata(product.metadata, sent.metadata),
        updated: nowSeconds(sandbox),
      });
      recordEvent(sandbox, "product.updated", object, previous);
      return object;
    },
  ),
  retrieveEndpoint<Product>({ path: "/v1/products", kind: "product", noun: "product" }),
  listEndpoint<Product>({
    path: "/v1/products",
    kind: "product",
    noun: "product",
    filters: {
      active: { reader: optional(flag), field: "active" },
      ids: { reader: optional(listOf(text(255), 100)), field: "id" },
    },
  }),
];

/** Create, retrieve, update, and list (filters `active`, `product`, `type`, `currency`, `lookup_keys`). */
export const priceEndpoints: Endpoint[] = [
  endpoint(
    "POST",
    "/v1/prices",
    {
      product: optional(text(255)),
      product_data: optional(productData),
      currency,
      unit_amount: unitAmount,
      recurring: optional(recurring),
      active: optional(flag),
      lookup_key: optional(text(200)),
      transfer_lookup_key: optional(flag),
      nickname: optional(text()),
      metadata: optional(metadata),
    },
    (sandbox, sent) => {
      freeLookupKey(sandbox, sent.lookup_key, sent.transfer_lookup_key ?? false);
      const price = createPrice(sandbox, {
        product: chooseProduct(sandbox, sent, "", true).id,
        currency: sent.currency,
        unitAmountCents: sent.unit_amount,
        active: sent.active ?? true,
        recurring: sent.recurring,
        lookupKey: sent.lookup_key,
        nickname: sent.nickname,
        metadata: sent.metadata,
      });
      recordEvent(sandbox, "price.created", price);
      return price;
    },
  ),
  endpoint(
    "POST",
    "/v1/prices/:id",
    {
      active: optional(flag),
      lookup_key: clearable(text(200)),
      transfer_lookup_key: optional(flag),
      nickname: clearable(text()),
      metadata: optional(metadata),
    },
    (sandbox, { transfer_lookup_key: transfer, ...sent }, id) => {
      const price = findObject<Price>(sandbox.database, id, "price");
      if (price === undefined) throw noSuchResource("price", id);
      if (sent.lookup_key !== price.lookup_key) {
        freeLookupKey(sandbox, sent.lookup_key, transfer ?? false);
      }
      const { object, previous } = change(sandbox, price, {
        ...withoutAbsent(sent),
        metadata: mergeMetadata(price.metadata, sent.metadata),
      });
      recordEvent(sandbox, "price.updated", object, previous);
      return object;
    },
  ),
  retrieveEndpoint<Price>({ path: "/v1/prices", kind: "price", noun: "price" }),
  listEndpoint<Price>({
    path: "/v1/prices",
    kind: "price",
    noun: "price",
    filters: {
      active: { reader: optional(flag), field: "active" },
      currency: { reader: optional(currency), field: "currency" },
      lookup_keys: { reader: optional(listOf(text(200), 10)), field: "lookup_key" },
      product: { reader: optional(text(255)), field: "product" },
      type: { reader: optional(choice("one_time", "recurring")), field: "type" },
    },
  }),
];
