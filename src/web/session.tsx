/** Who is here and what the platform runs on, for every screen. */

export type Person = { id: string; email: string; fullName: string; isAdmin: boolean };

export type Session = {
  state: "loading" | "signed_out" | "signed_in";
  person: Person | null;
  signOut(): Promise<void>;
};

/** The visitor's session as the server last told it. */
export function useSession(): Session {
  return { state: "signed_out", person: null, signOut: () => Promise.resolve() };
}

/** What the platform says of itself to everybody. */
export function usePlatform(): { isSandbox: boolean; sandboxMailbox: boolean } {
  return { isSandbox: false, sandboxMailbox: false };
}
