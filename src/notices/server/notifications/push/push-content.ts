import { brandName } from "#platform/rules/brand.ts";
import type { Language } from "#platform/rules/language.ts";
import {
  notificationMatrix,
  notificationPath,
  type NotificationKind,
  type NotificationPayload,
} from "#notices/rules/notification.ts";
import { pushTag } from "#notices/rules/push.ts";
import {
  notificationDetail,
  notificationText,
} from "#notices/server/notifications/notification-text.ts";
import { translate } from "#platform/server/translate.ts";

/** What the service worker `public/push-worker.js` shows. */
export type PushContent = {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Page of the web application. */
  readonly path: string;
  readonly tag: string;
  readonly isHeardAgain: boolean;
  readonly language: Language;
};

/** A notification as a device shows it: its sentence, or only of what it is where others may see the screen. */
export function pushContent(
  notification: {
    readonly notificationId: bigint;
    readonly kind: NotificationKind;
    readonly subjectId: string;
    readonly payload: NotificationPayload;
  },
  { language, showsDetails }: { readonly language: Language; readonly showsDetails: boolean },
): PushContent {
  const { notificationId, kind, subjectId, payload } = notification;
  const { group } = notificationMatrix[kind];
  return {
    id: String(notificationId),
    title: brandName,
    body: showsDetails
      ? [notificationText(notification, language), notificationDetail(payload, language)]
          .filter((line) => line !== null)
          .join("\n")
      : translate(language, `notifications.push.${group}`),
    path: notificationPath(kind, subjectId),
    ...pushTag(kind, subjectId),
    language,
  };
}

/** What the button in the settings sends. */
export function testContent(language: Language): PushContent {
  return {
    id: "test",
    title: brandName,
    body: translate(language, "notifications.push.test"),
    path: "/dashboard/settings?tab=notifications",
    tag: "test",
    isHeardAgain: true,
    language,
  };
}
