import { messageOf } from "#platform/rules/error-message.ts";

/** Limits the reports of a page that fails over and over. */
const maxReportsPerPage = 10;
/**
 * Errors that do not mean a defect: resize loops, requests aborted by leaving the page, scripts of other sites, and
 * files that an update of the server has replaced.
 */
const harmless =
  /^ResizeObserver loop|^Script error\.?$|AbortError|The (operation|user) .*abort|dynamically imported module|^Importing a module script failed|^Unable to preload CSS/i;

type Report = {
  readonly errorMessage: string;
  readonly errorStack?: string;
  readonly source: string;
  readonly context: string;
};

type Send = (report: Report) => void;

function sendReport(report: Report): void {
  if (["customer", "admin"].includes(document.documentElement.dataset["visitor"] ?? "")) {
    fetch("/api/error-reports", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(report),
      keepalive: true,
    }).catch(() => undefined);
  }
}

/** Sends each error message once, none that is harmless, and at most `maxReportsPerPage`. */
export function createReporter(send: Send): (source: string, error: unknown) => void {
  const reportedMessages = new Set<string>();
  return (source, error) => {
    const { name, stack } = error instanceof Error ? error : new Error();
    const errorMessage = messageOf(error).slice(0, 2000);
    if (reportedMessages.size >= maxReportsPerPage || reportedMessages.has(errorMessage)) return;
    if (harmless.test(errorMessage) || name === "AbortError") return;
    reportedMessages.add(errorMessage);
    send({
      errorMessage,
      source,
      context: JSON.stringify({ path: location.pathname.slice(0, 500) }),
      ...(stack === undefined ? {} : { errorStack: stack.slice(0, 8000) }),
    });
  };
}

const report = createReporter(sendReport);

/** Reports an error that the router caught. */
export function reportBrokenPage(error: unknown): void {
  report("router", error);
}

/** Reports every uncaught error and unhandled rejection to `notify`. Returns a function that stops it. */
export function watchForErrors(target: EventTarget = window, notify = report): () => void {
  const onError = (event: Event) => {
    const { error, message } = event as ErrorEvent;
    notify("browser", (error as unknown) ?? message);
  };
  const onRejection = (event: Event) => notify("promise", (event as PromiseRejectionEvent).reason);
  target.addEventListener("error", onError);
  target.addEventListener("unhandledrejection", onRejection);
  return () => {
    target.removeEventListener("error", onError);
    target.removeEventListener("unhandledrejection", onRejection);
  };
}
