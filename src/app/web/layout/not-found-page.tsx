import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { brandName } from "#platform/rules/brand.ts";
import { Notice } from "./notice.tsx";
import { PublicFooter, PublicHeader } from "./public-frame.tsx";
import classes from "./public-frame.module.css";

/** Section 2 of the specification, "any other path". */
export default function NotFoundPage() {
  const title = `${t("layout.pageNotFound.title")} · ${brandName}`;
  return (
    <div className={classes["frame"]}>
      <title>{title}</title>
      <PublicHeader />
      <div className={classes["main"]}>
        <Notice
          figure="404"
          title={t("sentences.pageNotFound")}
          description={t("layout.pageNotFound.description")}
          actions={[{ label: t("layout.returnHome"), href: publicPath("/") }]}
        />
      </div>
      <PublicFooter />
    </div>
  );
}
