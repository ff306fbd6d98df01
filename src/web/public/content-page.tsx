import type { MetaArgs } from "react-router";
import { splitLanguagePath } from "#core/language.ts";
import classes from "./content-page.module.css";
import { pageMeta } from "./page-meta.ts";
import pages from "./public-pages.module.css";

const titles: Readonly<Record<string, { title: string; description: string }>> = {
  "/terms": {
    title: "Terms of Service",
    description: "What you and the operator of this service agree to.",
  },
  "/privacy": {
    title: "Privacy",
    description: "Which data is stored, why, for how long, and who else sees it.",
  },
  "/help": {
    title: "Help",
    description: "How forwarding works, and answers to frequent questions.",
  },
  "/contact": { title: "Contact", description: "How to contact the operator of this service." },
};

export function meta({ location }: MetaArgs) {
  const path = splitLanguagePath(location.pathname).path;
  return pageMeta({ ...(titles[path] ?? { title: "", description: "" }), path });
}

// The server replaces both placeholders with the text of the product or of the operator.
const article = { __html: "%ARTICLE%" };
const operator = { __html: "%OPERATOR%" };

/** Terms, privacy, help or contact. */
export default function ContentPage() {
  return (
    <section className={pages["section"]}>
      <article className={classes["article"]} dangerouslySetInnerHTML={article} />
      <aside
        className={classes["article"]}
        aria-label="Operator"
        dangerouslySetInnerHTML={operator}
      />
    </section>
  );
}
