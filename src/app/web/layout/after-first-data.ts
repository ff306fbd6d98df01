import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const checkMilliseconds = 500;

/** Whether a part of the page, such as one made with `lazy`, is not there yet. */
function hasPlaceholder(): boolean {
  return document.querySelector("main :is([data-placeholder], .mantine-Skeleton-root)") !== null;
}

/** False until the page has loaded its data and parts, so that what may be needed next does not delay it. */
export function useAfterFirstData(): boolean {
  const queryClient = useQueryClient();
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    if (isAfter) return undefined;
    const timer = setInterval(() => {
      if (queryClient.isFetching() === 0 && !hasPlaceholder()) setAfter(true);
    }, checkMilliseconds);
    return () => clearInterval(timer);
  }, [queryClient, isAfter]);
  return isAfter;
}
