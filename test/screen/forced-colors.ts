import { commands } from "vitest/browser";

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateMedia: (features: { forcedColors: "active" | "none" }) => Promise<void>;
  }
}

/** Runs `work` with the colours of the system instead of the page's, as in Windows' high contrast. */
export async function withForcedColors(work: () => Promise<void>): Promise<void> {
  await commands.emulateMedia({ forcedColors: "active" });
  try {
    await work();
  } finally {
    await commands.emulateMedia({ forcedColors: "none" });
  }
}
