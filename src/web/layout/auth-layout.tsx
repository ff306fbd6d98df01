/** The frame of the screens through which people come in: the form on one side, the harbour on the other. */
import { Outlet } from "react-router";
import classes from "./auth-layout.module.css";
import { AuthIllustration } from "./auth-illustration.tsx";
import { PublicHeader } from "./public-header.tsx";

/** Screens in it bring a heading and one card at most; the column is 27rem wide. */
export default function EntranceLayout() {
  return (
    <div className={classes["frame"]}>
      <PublicHeader />
      <div className={classes["halves"]}>
        <main className={classes["main"]}>
          <div className={classes["column"]}>
            <Outlet />
          </div>
        </main>
        <aside className={classes["view"]} aria-label="About">
          <AuthIllustration />
          <p className={classes["line"]}>
            Bought in China.
            <br />
            Gathered in Hong Kong.
            <br />
            At your door.
          </p>
        </aside>
      </div>
    </div>
  );
}
