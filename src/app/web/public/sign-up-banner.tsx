import { Link } from "react-router";
import { t } from "./messages.ts";
import pages from "./public-pages.module.css";
import bannerClasses from "./sign-up-banner.module.css";

export function SignUpBanner() {
  return (
    <section className={`${pages["section"]} ${pages["signedOutOnly"]}`}>
      <div className={bannerClasses["banner"]}>
        <div>
          <h2 className={bannerClasses["title"]}>{t("public.banner")}</h2>
          <p className={bannerClasses["text"]}>{t("public.bannerText")}</p>
        </div>
        <Link to="/register" className={`${pages["primary"]} ${bannerClasses["button"]}`}>
          {t("public.signUpNow")}
        </Link>
      </div>
    </section>
  );
}
