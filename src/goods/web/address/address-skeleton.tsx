import { LoadingCard } from "#ui/web/loading-state.tsx";
import classes from "./address-skeleton.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** A placeholder as high as the address with the steps of a first purchase, so that nothing below it moves. */
export function AddressSkeleton(props: { isGuided: boolean }) {
  return (
    <div className={`${classes["place"]} ${classes["skeleton"]}`} data-guided={props.isGuided}>
      <LoadingCard lines={8} label={t("address.loading")} />
    </div>
  );
}
