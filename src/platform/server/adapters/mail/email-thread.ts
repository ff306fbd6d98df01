// The entry point of a thread that compiles emails one after another.
import { setPriority } from "node:os";
import mjml2html from "mjml";
import workerpool from "workerpool";
import type { CompiledEmail } from "./email-compiler.ts";

// Requests have priority. Elsewhere this would slow down the whole server: only Linux has priorities of threads.
if (process.platform === "linux") setPriority(10);

async function compile(mjml: string): Promise<CompiledEmail> {
  const { html, errors } = await mjml2html(mjml, {
    validationLevel: "soft",
    keepComments: false,
    ignoreIncludes: true,
    fonts: {},
  });
  return { html, errors: errors.map(({ formattedMessage }) => formattedMessage) };
}

workerpool.worker({ compile });
