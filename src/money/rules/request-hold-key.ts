// The holds of a ship request besides those of its extra services, and their keys.
/** A hold that a ship request has besides those of its extra services. */
export type RequestHold = {
  readonly type: "shipping_fee" | "storage_fee" | "service_fee";
  readonly key: string;
  readonly amountCents: number;
};

/** The key of a posting or hold of a request in its `round`: each time its holds are made anew is a round. */
export function requestHoldKey(
  type: RequestHold["type"],
  shipRequestId: string,
  round: number,
): string {
  const names = { shipping_fee: "freight", storage_fee: "storage", service_fee: "box" } as const;
  return `${names[type]}:${shipRequestId}:${round}`;
}
