import { Tabs } from "@mantine/core";
import { useEffect, useRef, type ComponentProps } from "react";
import classes from "./tab-list.module.css";

/** Scrolls the list, and not the page, to its selected tab. */
function showSelected(list: HTMLElement | null): void {
  const selected = list?.querySelector<HTMLElement>("[aria-selected=true]");
  if (!list || !selected) return;
  list.scrollLeft = selected.offsetLeft - (list.clientWidth - selected.offsetWidth) / 2;
}

/** The tabs of `Tabs`, in one line that scrolls where they do not fit, at first to the selected one. */
export function TabList(props: Omit<ComponentProps<typeof Tabs.List>, "ref" | "className">) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    showSelected(list.current);
    // Until then the tabs are narrower.
    void document.fonts.ready.then(() => showSelected(list.current));
  }, []);
  return <Tabs.List {...props} ref={list} className={classes["list"] ?? ""} />;
}
