import { sentences } from "#contract/messages.ts";
import { Notice } from "./notice.tsx";

/** Section 2 of the specification, "any other path". */
export function NotFound() {
  return (
    <>
      <title>Page not found</title>
      <Notice
        figure="404"
        title={sentences.pageNotFound}
        description="The address may be mistyped, or the page has moved."
        actions={[{ label: "Return to Home", href: "/" }]}
      />
    </>
  );
}

export default NotFound;
