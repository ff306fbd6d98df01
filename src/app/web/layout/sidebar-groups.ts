import type { MessageId } from "./messages.ts";
import type { Elements } from "#ui/web/elements.ts";

export type SidebarLink = {
  readonly labelId: MessageId;
  readonly to: string;
  readonly icon: Elements;
  /** The addresses at which the link is the current one, where there are more than that of the link. */
  readonly pages?: readonly string[];
  readonly isExact?: boolean;
  /** For a page that is a document of its own. */
  readonly isDocument?: boolean;
};

/** The groups of the sidebar's links; the first has no heading. */
export type SidebarGroups = readonly {
  readonly headingId?: MessageId;
  readonly links: readonly SidebarLink[];
}[];
