import { createContext } from "react";

/**
 * Runs `work`, which ends the session and navigates to a public page. Until it is done the shell does not redirect to
 * the login, although requests already fail with `signed_out`. Rejects as `work` does.
 */
export type EndSession = (work: () => Promise<void>) => Promise<void>;

/** Provided by the shell; outside of it `work` just runs. */
export const EndSessionContext = createContext<EndSession>((work) => work());
