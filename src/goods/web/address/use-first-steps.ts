import { useState } from "react";
import { readFirstSteps, writeFirstSteps, type FirstStepsMemory } from "./first-steps-memory.ts";

/** What is remembered of the account's first purchase, and a function that changes it. */
export function useFirstSteps(userId: string) {
  const [memory, setMemory] = useState(() => readFirstSteps(userId));
  const remember = (change: Partial<FirstStepsMemory>) => {
    const next = { ...readFirstSteps(userId), ...change };
    writeFirstSteps(userId, next);
    setMemory(next);
  };
  return { memory, remember };
}
