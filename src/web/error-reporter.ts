/** Tells the office of errors that nobody caught, of people who are signed in: at most a few from one page. */

import { messageOf } from "#core/error-message.ts";

/** A page that breaks over and over says so no more often. */
const mostFromOnePage = 10;
/** Nothing is broken when these come: a box that changed its size twice, a page that was left, another's script. */
const harmless = /^ResizeObserver loop|^Script error\.?$|AbortError|The (operation|user) .*abort/i;

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

/** Takes errors, and hands on those that are news: each message once, none that is harmless, ten in all. */
export function createReporter(send: Send): (source: string, error: unknown) => void {
  const notified = new Set<string>();
  return (source, error) => {
    const { name, stack } = error instanceof Error ? error : new Error();
    const errorMessage = messageOf(error).slice(0, 2000);
    if (notified.size >= mostFromOnePage || notified.has(errorMessage)) return;
    if (harmless.test(errorMessage) || name === "AbortError") return;
    notified.add(errorMessage);
    send({
      errorMessage,
      source,
      context: JSON.stringify({ path: location.pathname.slice(0, 500) }),
      ...(stack === undefined ? {} : { errorStack: stack.slice(0, 8000) }),
    });
  };
}

const report = createReporter(sendReport);

/** Tells of the error that broke a page, as the router caught it. */
export function reportBrokenPage(error: unknown): void {
  report("router", error);
}

/** Hears of every error and every rejected promise that nobody caught. Answers how to stop. */
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
