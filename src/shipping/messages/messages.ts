import type common from "./common.en.json";
import type customer from "./customer.en.json";
import type desk from "./desk.en.json";
import type server from "./server.en.json";
import type staff from "./staff.en.json";

declare module "#platform/rules/messages.ts" {
  interface ModuleMessages {
    shipping: typeof common & typeof customer & typeof desk & typeof server & typeof staff;
  }
}
