// Starts the product for development from a fresh clone: installs what is missing, then runs until told to stop.
import { installedNode, installPackages } from "./installed.mjs";
import { runInForeground } from "./run-in-foreground.mjs";

installPackages();
runInForeground(installedNode(), "scripts/dev/dev-server.ts");
