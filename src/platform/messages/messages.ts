import type common from "./common.en.json";
import type server from "./server.en.json";

declare module "#platform/rules/messages.ts" {
  interface ModuleMessages {
    platform: typeof common & typeof server;
  }
}
