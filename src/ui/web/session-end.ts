const forgetting = new Set<() => void>();

/** Runs `forget` whenever a session ends in this browser, to remove what the browser kept for its account. */
export function whenSessionEnds(forget: () => void): void {
  forgetting.add(forget);
}

/** Removes what the browser kept for the account whose session has ended. */
export function forgetAccount(): void {
  for (const forget of forgetting) forget();
}
