import { Tabs } from "@mantine/core";
import { Children, useEffect, useRef, type ComponentProps } from "react";
import classes from "./controls.module.css";

/** Scrolls the list, and not the page, to its selected tab. */
function showSelected(list: HTMLElement): void {
  const selected = list.querySelector<HTMLElement>("[aria-selected=true]");
  if (selected === null) return;
  const [outer, inner] = [list.getBoundingClientRect(), selected.getBoundingClientRect()];
  list.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

/** The tabs of `Tabs`, in one line that scrolls where they do not fit, at first to the selected one. */
export function TabList(props: Omit<ComponentProps<typeof Tabs.List>, "ref" | "className">) {
  const list = useRef<HTMLDivElement>(null);
  const count = Children.toArray(props.children).length;
  useEffect(() => {
    const shown = list.current;
    if (shown === null) return undefined;
    // The first call comes with the first layout, a later one where fonts make tabs wider or the window is turned. Tabs are
    // also added, such as those of the warehouse once it is known that there is one.
    const observer = new ResizeObserver(() => showSelected(shown));
    for (const element of [shown, ...shown.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  return <Tabs.List {...props} ref={list} className={classes["tabList"] ?? ""} />;
}
