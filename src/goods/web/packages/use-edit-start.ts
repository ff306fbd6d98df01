import { ORPCError } from "@orpc/client";
import { useState } from "react";
import { apiErrorCode } from "#ui/web/api.tsx";

/**
 * The values from which an edit starts. After a conflict, saving again replaces what was stored in the meantime, of which
 * the message of the error tells the user.
 */
export function useEditStart<Values>(shown: Values) {
  const [stored] = useState(shown);
  const [expected, setExpected] = useState(shown);
  const acceptConflict = (error: unknown) => {
    if (apiErrorCode(error) !== "conflict" || !(error instanceof ORPCError)) return;
    const { current } = error.data as { readonly current: Values };
    setExpected(current);
  };
  return { stored, expected, acceptConflict };
}
