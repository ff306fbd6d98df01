import { Button, Container, Group, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { brandName } from "#platform/rules/brand.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { ErrorState } from "#ui/web/states.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SharedPackageView } from "./shared-package-view.tsx";

// Every first load lists the files of all pages, so this page names few itself.

/** Reading it again counts as another view, so a page that stays open does so rarely. */
const freshMilliseconds = 5 * 60_000;

function Content(props: { token: string }) {
  const api = useApi();
  const query = useQuery(
    api.packageShares.readShared.queryOptions({
      input: { token: props.token },
      staleTime: freshMilliseconds,
    }),
  );
  const code = apiErrorCode(query.error);
  const pageTitle = (
    <Title order={1} className="visually-hidden">
      {t("shared-package.pageTitle")}
    </Title>
  );
  if (code === "not_found" || code === "invalid_input") {
    return (
      <>
        {pageTitle}
        <ErrorState title={t("shared-package.ended")} description={t("shared-package.endedText")} />
        <Group justify="center" mt="lg">
          <Button component={Link} to="/" variant="default" reloadDocument>
            {t("shared-package.home")}
          </Button>
        </Group>
      </>
    );
  }
  if (query.data) {
    return <SharedPackageView shared={query.data} />;
  }
  if (!query.isError) return <PageLoader label={t("shared-package.loading")} />;
  return (
    <>
      {pageTitle}
      <ErrorState
        title={t("shared-package.notLoaded")}
        {...(code === "too_many_requests" ? { description: t("shared-package.tooMany") } : {})}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </>
  );
}

export function meta() {
  return [
    { title: `${t("shared-package.pageTitle")} · ${brandName}` },
    { name: "robots", content: "noindex" },
  ];
}

/** Where a package is, for everybody who has its link. */
export default function SharedPackagePage() {
  const { token = "" } = useParams();
  return (
    <Container size="md" py="xl" w="100%">
      <Content token={token} />
    </Container>
  );
}
