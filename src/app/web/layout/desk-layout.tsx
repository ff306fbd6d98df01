import "#app/web/messages/desk.ts";
import { lazy } from "react";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";

// Loaded later, because the names of all files that a route loads at once are part of every first view.
const DeskFrame = lazy(async () => ({
  default: (await import("./desk-frame.tsx")).DeskFrame,
}));

export default function DeskLayout() {
  return (
    <LazyPart fallback={<PageLoader />}>
      <DeskFrame />
    </LazyPart>
  );
}
