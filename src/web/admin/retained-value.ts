/** Keeps what a dialog was about while it fades out. */
import { useState } from "react";

/** The value, or the last one there was once it has become null. */
export function useRetainedValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
