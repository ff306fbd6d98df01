import "#app/web/messages/public.ts";
import { Outlet } from "react-router";
import classes from "./public-frame.module.css";
import { PublicFooter, PublicHeader } from "./public-frame.tsx";

/** Pages for visitors that run the application, between the header and the footer of public pages. */
export default function VisitorLayout() {
  return (
    <div className={classes["frame"]}>
      <PublicHeader />
      <main className={classes["main"]}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
