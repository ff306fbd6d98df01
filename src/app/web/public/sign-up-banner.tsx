import { Link } from "react-router";
import { t } from "./messages.ts";
import pages from "./public-pages.module.css";
import classes from "./sign-up-banner.module.css";

export function SignUpBanner() {
  return (
    <section className={`${pages["section"]} ${pages["signedOutOnly"]}`}>
      <div className={classes["banner"]}>
        <div>
          <h2 className={classes["title"]}>{t("public.banner")}</h2>
          <p className={classes["text"]}>{t("public.bannerText")}</p>
        </div>
        <Link to="/register" className={`${pages["primary"]} ${classes["button"]}`}>
          {t("public.signUpNow")}
        </Link>
      </div>
    </section>
  );
}
