import type common from "./common.en.json";
import type customer from "./customer.en.json";
import type publicPages from "./public.en.json";
import type server from "./server.en.json";
import type staff from "./staff.en.json";

declare module "#platform/rules/messages.ts" {
  interface ModuleMessages {
    office: typeof common & typeof customer & typeof publicPages & typeof server & typeof staff;
  }
}
