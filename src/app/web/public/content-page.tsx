import { useLocation, type MetaArgs } from "react-router";
import { splitLanguagePath } from "#platform/rules/language.ts";
import classes from "./public-pages.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { pageMeta } from "./public-page.tsx";

function headOf(path: string): { title: string; description: string } {
  switch (path) {
    case "/terms":
      return { title: t("public.terms"), description: t("public.termsDescription") };
    case "/privacy":
      return { title: t("public.privacy"), description: t("public.privacyDescription") };
    case "/help":
      return { title: t("public.help"), description: t("public.helpDescription") };
    case "/contact":
      return { title: t("public.contact"), description: t("public.contactDescription") };
    default:
      return { title: "", description: "" };
  }
}

export function meta({ location }: MetaArgs) {
  const { path } = splitLanguagePath(location.pathname);
  return pageMeta({ ...headOf(path), path });
}

// The server replaces both placeholders with the text of the product or of the operator.
const article = { __html: "%ARTICLE%" };
const operator = { __html: "%OPERATOR%" };

/** Terms, privacy, help or contact. */
export default function ContentPage() {
  const { path } = splitLanguagePath(useLocation().pathname);
  return (
    <section className={classes["section"]}>
      {/* The stylesheet shows it to those who are signed in. */}
      {path === "/contact" || path === "/help" ? (
        <p className={`${classes["article"]} ${classes["signedInOnly"]}`}>
          <a href="/dashboard/messages/new" className={classes["link"]}>
            {t("public.writeToUs")}
          </a>
        </p>
      ) : null}
      <article
        className={classes["article"]}
        dangerouslySetInnerHTML={article}
        suppressHydrationWarning
      />
      <aside
        className={classes["article"]}
        aria-label={t("public.operator")}
        dangerouslySetInnerHTML={operator}
        suppressHydrationWarning
      />
    </section>
  );
}
