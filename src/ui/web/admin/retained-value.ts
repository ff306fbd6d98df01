import { useState } from "react";

/** `value`, or its last value once it is null, so that a dialog keeps its content while it fades out. */
export function useRetainedValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
