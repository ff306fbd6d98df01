import type { ReactNode } from "react";
import { createMemoryRouter, parsePath } from "react-router";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { PersonContext, useSession } from "#ui/web/session.tsx";
import type { FakeAnswers } from "./fake-client.ts";
import { renderRouter } from "./render-router.tsx";
import { mei } from "./users.ts";

function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const received = new Promise((resolve) => {
    port1.onmessage = resolve;
  });
  port2.postMessage(null);
  return received;
}

/** Whether the pages at an address are not below the shell of signed-in pages, or read the session themselves. */
function isOutsideOfShell(path: string): boolean {
  const isForVisitors = /^\/(login|admin-login|register|auth|reset-password|invitation|a|t)\b/.test(
    path,
  );
  return isForVisitors || findDeskPage(path) !== undefined;
}

/** As the shell, waits for the session and gives its person to the screen. */
function BelowShell(props: { children: ReactNode }) {
  const { state, person } = useSession();
  if (state === "loading") return null;
  return <PersonContext value={person}>{props.children}</PersonContext>;
}

/**
 * Renders `element` at `path` with theme, API, router and toasts around it; all other addresses show a placeholder.
 * What is below the shell is for the person of the answered session, and for `mei` where no session is answered.
 * @param address the current address with its query; `path` by default.
 * @param state the navigation state left by the previous page.
 * @param others further routes, for tests that navigate.
 * @param hasPortals places dialogs at the end of the document, as users get them: for those within a form, since forms
 * may not be nested. They then move as well, which takes longer.
 * @param runsEffectsTwice renders in StrictMode, for effects that must run once.
 */
export async function showScreen(options: {
  readonly element: ReactNode;
  /** Whether `element` reads the session itself, as the shell does. */
  readonly isFrame?: boolean;
  /** The page within `element`, where that is a frame. */
  readonly page?: ReactNode;
  readonly path: string;
  readonly address?: string;
  readonly state?: unknown;
  readonly answers: FakeAnswers;
  readonly others?: Readonly<Record<string, ReactNode>>;
  readonly colorScheme?: "light" | "dark";
  readonly hasPortals?: boolean;
  readonly runsEffectsTwice?: boolean;
}) {
  const hasSession = options.answers.auth?.readSession !== undefined;
  const signedIn = (element: ReactNode) => {
    if (!hasSession) return <PersonContext value={mei}>{element}</PersonContext>;
    if (options.isFrame || options.page !== undefined || isOutsideOfShell(options.path))
      return element;
    return <BelowShell>{element}</BelowShell>;
  };
  const router = createMemoryRouter(
    [
      {
        path: options.path,
        element: signedIn(options.element),
        ...(options.page === undefined
          ? {}
          : { children: [{ index: true, element: options.page }] }),
      },
      ...Object.entries(options.others ?? {}).map(([path, element]) => ({
        path,
        element: signedIn(element),
      })),
      { path: "*", element: <p>Another screen</p> },
    ],
    { initialEntries: [{ ...parsePath(options.address ?? options.path), state: options.state }] },
  );
  const screen = await renderRouter(router, {
    answers: options.answers,
    mantine: {
      env: options.hasPortals ? "default" : "test",
      forceColorScheme: options.colorScheme ?? "light",
    },
    runsEffectsTwice: options.runsEffectsTwice ?? false,
  });
  // React as users get it renders and runs effects after this; development's has done both. Timers may be stopped.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await nextTask();
  return { screen, router };
}
