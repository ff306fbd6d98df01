// `npm run dev`, from a fresh clone: installs what is missing, then runs the development server.
import { installedNode, installPackages } from "./installed.mjs";
import { runInForeground } from "./run-in-foreground.mjs";

installPackages();
runInForeground(installedNode(), "scripts/dev/dev-server.ts");
