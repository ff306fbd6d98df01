import { Dialog } from "#ui/web/dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Signing in on a page that must not be left; whoever opens it closes it once somebody is signed in. */
export function SignInDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("auth.login")}
      size="sm"
      staysOnClickOutside
    >
      <SignInForm
        operation="signIn"
        emailLabel={t("common.email")}
        errorSentence={() => t("sentences.loginFailed")}
      />
    </Dialog>
  );
}
