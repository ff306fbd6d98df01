import type { ReactNode } from "react";

export type SidebarLink = {
  readonly label: string;
  readonly to: string;
  readonly icon: ReactNode;
  readonly isExact?: boolean;
};

/** The groups of the sidebar's links; the first has no heading. */
export type SidebarGroups = readonly {
  readonly heading?: string;
  readonly links: readonly SidebarLink[];
}[];
