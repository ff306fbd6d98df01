// A row of the concurrency matrix, and the ways of an operation in it.
import type { Fixture, Need, PlanKind } from "./fixture.ts";

/** One way to change a customer's plan or money. */
export type Operation = {
  readonly name: string;
  /** The plans with which it can succeed; any if missing. */
  readonly plans?: readonly PlanKind[];
  readonly needs?: readonly Need[];
  /** It affects every customer, or moves the provider's clock: no other operation may run at the same time. */
  readonly scope?: "everybody" | "clock";
  /**
   * "packages": it changes packages or their quota. "parcels": the same, and it is paired only with such, since it
   * touches neither money nor the plan. "prices": it is paired only with what sends goods.
   */
  readonly about?: "packages" | "parcels" | "prices";
  /** What has to be so for everybody before it can run. */
  readonly prepare?: (fixture: Fixture) => Promise<unknown>;
  /** The job that follows it, for operations of which the outcome is what the job makes of the state after both. */
  readonly settle?: (fixture: Fixture) => Promise<unknown>;
  /** Takes back what it changed for everybody. */
  readonly undo?: (fixture: Fixture) => Promise<unknown>;
  readonly run: (fixture: Fixture) => Promise<unknown>;
};

/** A row of the matrix. */
export type Row =
  | { readonly ways: readonly Operation[] }
  /** It is the same code as another operation. */
  | { readonly sameAs: string }
  /** It changes neither plan nor money. */
  | { readonly changesNeither: true };

export const neither: Row = { changesNeither: true };

export function ways(...operations: readonly Operation[]): Row {
  return { ways: operations };
}
