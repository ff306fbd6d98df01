import type common from "./common.en.json";
import type publicPages from "./public.en.json";
import type server from "./server.en.json";

declare module "#platform/rules/messages.ts" {
  interface ModuleMessages {
    people: typeof common & typeof publicPages & typeof server;
  }
}
