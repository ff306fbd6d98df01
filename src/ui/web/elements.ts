import type { ReactElement } from "react";

/** What may stand beside other content: elements or nothing, but no text, which page translation breaks there. */
export type Elements = ReactElement | null | undefined | false | readonly Elements[];
