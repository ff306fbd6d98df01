import { publicPath, t } from "#web/i18n/messages.tsx";
import { brandName } from "#core/brand.ts";
import { Notice } from "./notice.tsx";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader } from "./public-header.tsx";
import classes from "./public-layout.module.css";

/** Section 2 of the specification, "any other path". */
export default function NotFoundPage() {
  return (
    <div className={classes["frame"]}>
      <title>{`Page not found · ${brandName}`}</title>
      <PublicHeader />
      <div className={classes["main"]}>
        <Notice
          figure="404"
          title={t("sentences.pageNotFound")}
          description="The address may be wrong, or the page may have moved."
          actions={[{ label: "Return to Home", href: publicPath("/") }]}
        />
      </div>
      <PublicFooter />
    </div>
  );
}
