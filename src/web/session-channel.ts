/** Where the tabs of one browser tell each other that somebody has signed in or out. */

export const sessionChannelName = "sampan-session";

/** All that is said there; whoever hears it asks the server. */
export const sessionChanged = "changed";
