/** How addresses become pages: the public ones drawn at build time, all others a single-page application. */
import type { Config } from "@react-router/dev/config";
import { publicAddresses, applicationPages } from "#platform/rules/page-addresses.ts";

export default {
  appDirectory: "src/app/web",
  buildDirectory: "build",
  ssr: false,
  prerender: [...publicAddresses, ...applicationPages],
} satisfies Config;
