import { get, set } from "idb-keyval";
import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import { awaitedNumbersName } from "#goods/web/desk-account-key.ts";
import { openStore } from "./queue-records.ts";

/** The numbers that a warehouse awaits, as last listed for an account. */
export type AwaitedList = {
  readonly userId: string;
  readonly warehouseId: string;
  /** null before the first list has arrived. */
  readonly listedAt: string | null;
  readonly items: readonly AwaitedNumber[];
};

const key = "list";

/** The stored list, or null when it is of another account or warehouse. */
export async function readAwaitedList(
  userId: string,
  warehouseId: string,
): Promise<AwaitedList | null> {
  const stored = await get<AwaitedList>(key, openStore(awaitedNumbersName));
  return stored?.userId === userId && stored.warehouseId === warehouseId ? stored : null;
}

/** Replaces what is stored, also of another account. */
export async function writeAwaitedList(list: AwaitedList): Promise<void> {
  await set(key, list, openStore(awaitedNumbersName));
}
