import "#app/web/messages/public.ts";
import { Outlet } from "react-router";
import { LanguageOffer } from "#office/web/languages/language-offer.tsx";
import classes from "./public-frame.module.css";
import { PublicFooter, PublicHeader } from "./public-frame.tsx";
import { toastText } from "#ui/web/i18n/messages.tsx";

/** For the document script, which shows them when there is no application. */
function lines({ title, description }: { title: string; description: string }): string {
  return `${title}\n${description}`;
}

export default function PublicLayout() {
  return (
    <div className={classes["frame"]}>
      <LanguageOffer />
      <PublicHeader />
      <main className={classes["main"]}>
        <Outlet />
      </main>
      <PublicFooter />
      <div
        id="static-toast"
        className={classes["toast"]}
        role="status"
        data-logged-out={lines(toastText("loggedOut"))}
        data-logout-failed={lines(toastText("logoutFailed"))}
      />
    </div>
  );
}
