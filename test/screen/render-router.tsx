import { MantineProvider, type MantineProviderProps } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Fragment, StrictMode } from "react";
import { RouterProvider, type RouterProviderProps } from "react-router";
import { onTestFinished } from "vitest";
import { render } from "vitest-browser-react";
import { cssVariablesResolver, theme } from "#ui/web/theme.ts";
import "#ui/web/base.css";
import { ApiProvider } from "#ui/web/api.tsx";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { ToastStack } from "#ui/web/toast-stack.tsx";
import { expectComponentStyles } from "./expect-component-styles.ts";
import { fakeClient, type FakeAnswers } from "./fake-client.ts";
import { watchedOwner } from "./watched-drafts.ts";

/**
 * Renders `router` with theme, styles, API and toasts around it, and expects the styles of all components when the test ends.
 * @param mantine how the components differ from what users get.
 * @param runsEffectsTwice renders in StrictMode.
 */
export function renderRouter(
  router: RouterProviderProps["router"],
  options: {
    readonly answers: FakeAnswers;
    readonly mantine?: Pick<MantineProviderProps, "env" | "forceColorScheme">;
    readonly runsEffectsTwice?: boolean;
  },
) {
  notifications.clean();
  onTestFinished(expectComponentStyles);
  const Mode = options.runsEffectsTwice ? StrictMode : Fragment;
  return render(
    <Mode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        {...options.mantine}
      >
        <ApiProvider client={fakeClient(options.answers)}>
          <DraftOwner value={watchedOwner}>
            <RouterProvider router={router} />
          </DraftOwner>
        </ApiProvider>
        <ToastStack />
      </MantineProvider>
    </Mode>,
  );
}
