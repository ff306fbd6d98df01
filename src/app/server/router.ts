import { api } from "#app/contract/api.ts";
import { bindOperations } from "#platform/server/binder/bind-operations.ts";
import { platformOperations } from "#platform/server/operations.ts";
import { catalogueOperations } from "#catalogue/server/operations.ts";
import { peopleOperations } from "#people/server/operations.ts";
import { noticesOperations } from "#notices/server/operations.ts";
import { moneyOperations } from "#money/server/operations.ts";
import { trackingOperations } from "#tracking/server/operations.ts";
import { goodsOperations } from "#goods/server/operations.ts";
import { shippingOperations } from "#shipping/server/operations.ts";
import { officeOperations } from "#office/server/operations.ts";

/**
 * Every operation of the contract: each module states its own, and completes the areas that modules below it began. The
 * modules stand from the lowest to the highest; a missing operation is a type error here.
 */
export const router = bindOperations(api, {
  ...platformOperations,
  ...catalogueOperations,
  ...peopleOperations,
  ...noticesOperations,
  ...moneyOperations,
  ...trackingOperations,
  ...goodsOperations,
  ...shippingOperations,
  ...officeOperations,
});
