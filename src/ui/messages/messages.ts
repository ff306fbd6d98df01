import type common from "./common.en.json";
import type desk from "./desk.en.json";
import type publicPages from "./public.en.json";
import type staff from "./staff.en.json";

declare module "#platform/rules/messages.ts" {
  interface ModuleMessages {
    ui: typeof common & typeof desk & typeof publicPages & typeof staff;
  }
}
