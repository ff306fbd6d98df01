import { useCallback, useEffect, useRef } from "react";
import { useSession } from "#ui/web/session.tsx";

/** Another tab can have signed in before this one has read that its session had ended. */
const longestWaitMilliseconds = 30_000;

/** Returns a function that resolves when somebody signs in on this page, and after half a minute at the latest. */
export function useNextSignIn(): () => Promise<void> {
  const isSignedIn = useSession().person !== null;
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isSignedIn) for (const goOn of waiting.current.splice(0)) goOn();
  }, [isSignedIn]);
  return useCallback(
    () =>
      new Promise((resolve) => {
        waiting.current.push(resolve);
        setTimeout(resolve, longestWaitMilliseconds);
      }),
    [],
  );
}
