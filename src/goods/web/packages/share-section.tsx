import { Alert, Button, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PackageShare } from "#goods/contract/package-shares.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { CopyButton } from "#ui/web/hint.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function useShare(packageId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = api.packageShares.readOwnShare.queryKey({ input: { packageId } });
  const show = (share: PackageShare | null) => {
    queryClient.setQueryData(queryKey, { share });
    return null;
  };
  const sharing = useAction(api.packageShares.shareOwnPackage.mutationOptions(), {
    done: show,
    showsErrorInPlace: true,
  });
  const ending = useAction(api.packageShares.endShare.mutationOptions(), {
    done: () => show(null),
    showsErrorInPlace: true,
  });
  const query = useQuery(api.packageShares.readOwnShare.queryOptions({ input: { packageId } }));
  return { query, sharing, ending };
}

type Sharing = ReturnType<typeof useShare>;

function Failure(props: { error: unknown; text: string }) {
  if (!props.error) return null;
  return <Alert color="red">{apiErrorMessage(props.error, props.text)}</Alert>;
}

/** Ends the link after a second click, in place: another dialog would cover the one that this stands in. */
function EndLink(props: { packageId: string; ending: Sharing["ending"] }) {
  const { packageId, ending } = props;
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Group>
        <Button variant="light" color="red" size="sm" onClick={() => setAsking(true)}>
          {t("package-share.end")}
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="xs" role="group" aria-label={t("package-share.end")}>
      <Text size="sm">{t("package-share.endText")}</Text>
      <Group gap="sm">
        <Button
          color="red"
          size="sm"
          data-autofocus
          loading={ending.isRunning}
          onClick={() => void ending.run({ packageId })}
        >
          {t("package-share.end")}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={ending.isRunning}
          onClick={() => setAsking(false)}
        >
          {t("package-share.keep")}
        </Button>
      </Group>
    </Stack>
  );
}

function OpenLink(props: { packageId: string; share: PackageShare } & Sharing) {
  const { packageId, share, sharing, ending } = props;
  return (
    <Stack gap="sm">
      <TextInput
        readOnly
        label={t("package-share.link")}
        value={share.url}
        onFocus={({ currentTarget }) => currentTarget.select()}
        rightSection={<CopyButton value={share.url} label={t("package-share.copy")} />}
        rightSectionWidth={44}
      />
      <Text size="sm" c="dimmed">
        <span>
          {t("package-share.createdAt", { day: momentText(share.createdAt), count: share.views })}
        </span>
        {sentenceGap()}
        <span>
          {share.endsAt === null
            ? t("package-share.untilDelivered")
            : t("package-share.until", { day: momentText(share.endsAt) })}
        </span>
      </Text>
      <Switch
        label={t("package-share.photos")}
        description={t("package-share.photosHint")}
        checked={sharing.input?.hasPhotos ?? share.hasPhotos}
        disabled={sharing.isRunning}
        onChange={({ currentTarget }) =>
          void sharing.run({ packageId, hasPhotos: currentTarget.checked })
        }
      />
      <Failure error={sharing.error} text={t("package-share.changeFailed")} />
      <EndLink packageId={packageId} ending={ending} />
      <Failure error={ending.error} text={t("package-share.endFailed")} />
    </Stack>
  );
}

/** The link with which the owner of a package shows others where it is. */
export function ShareSection(props: { packageId: string }) {
  const { packageId } = props;
  const share = useShare(packageId);
  const { query, sharing } = share;
  if (!query.data) {
    return (
      <NotLoaded
        query={query}
        failure={{ title: t("package-share.notLoaded") }}
        lines={2}
        label={t("package-share.title")}
      />
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("package-share.explanation")}
      </Text>
      {query.data.share === null ? (
        <>
          <Group>
            <Button
              variant="default"
              size="sm"
              loading={sharing.isRunning}
              onClick={() => void sharing.run({ packageId, hasPhotos: false })}
            >
              {t("package-share.create")}
            </Button>
          </Group>
          <Failure error={sharing.error} text={t("package-share.failed")} />
        </>
      ) : (
        <OpenLink packageId={packageId} share={query.data.share} {...share} />
      )}
    </Stack>
  );
}
