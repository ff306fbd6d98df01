import { Outlet } from "react-router";
import classes from "./auth-layout.module.css";
import { AuthIllustration } from "./auth-illustration.tsx";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader } from "./public-header.tsx";
import { RichText, t } from "./messages.ts";

/** The form on one side, an illustration on the other. Pages show a heading and at most one card, 27rem wide. */
export default function AuthLayout() {
  return (
    <div className={classes["frame"]}>
      <PublicHeader />
      <div className={classes["halves"]}>
        <main className={classes["main"]}>
          <div className={classes["column"]}>
            <Outlet />
          </div>
        </main>
        <aside className={classes["illustration"]} aria-label={t("layout.about")}>
          <AuthIllustration />
          <p className={classes["slogan"]}>
            <RichText id="layout.slogan" components={{ br: <br /> }} />
          </p>
        </aside>
      </div>
      <PublicFooter />
    </div>
  );
}
