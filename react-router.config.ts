/** How addresses become pages: the public ones drawn at build time, all others a single-page application. */
import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  buildDirectory: "build",
  ssr: false,
  prerender: [
    "/",
    "/pricing",
    "/services",
    "/terms",
    "/privacy",
    "/help",
    "/contact",
    "/login",
    "/register",
    "/admin-login",
    "/reset-password",
  ],
} satisfies Config;
