import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { watchForErrors } from "#ui/web/error-reporter.ts";

watchForErrors();

startTransition(() => {
  hydrateRoot(document, <HydratedRouter useTransitions={false} />);
});
