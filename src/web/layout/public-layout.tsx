import { Outlet } from "react-router";
import classes from "./public-layout.module.css";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader } from "./public-header.tsx";

export default function PublicLayout() {
  return (
    <div className={classes["frame"]}>
      <PublicHeader />
      <main className={classes["main"]}>
        <Outlet />
      </main>
      <PublicFooter />
      <div id="static-toast" className={classes["toast"]} role="status" />
    </div>
  );
}
