import type common from "./common.en.json";
import type customer from "./customer.en.json";
import type staff from "./staff.en.json";

declare module "#platform/rules/messages.ts" {
  interface ModuleMessages {
    tracking: typeof common & typeof customer & typeof staff;
  }
}
