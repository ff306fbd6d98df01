import "#app/web/messages/public.ts";
import { Button, Container, Group, Stack, Text, Title } from "@mantine/core";
import { Link, useParams } from "react-router";
import { brandName } from "#platform/rules/brand.ts";
import { parcelStickerPath } from "#goods/rules/receiving.ts";
import { needsOpenedWarehouse } from "#app/rules/customer-menu.ts";
import { isStaff, hasStaffAccess } from "#platform/rules/staff-role.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import type { AuthPageState } from "#people/web/auth/auth-page-state.ts";
import classes from "#app/web/layout/public-frame.module.css";
import { WarehouseEnteredContext } from "#ui/web/permissions.ts";
import { ExistingPage } from "#app/web/layout/existing-page.tsx";
import { PublicFooter, PublicHeader } from "#app/web/layout/public-frame.tsx";
import { UnreachableServer } from "#app/web/layout/notice.tsx";
import { useSession } from "#ui/web/session.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";
import { FoundParcel } from "#goods/web/receiving/labels/found-parcel.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** For everybody who may not see parcels: the same for every code, which is not looked up. */
function StrangerPage(props: { labelCode: string }) {
  const state: AuthPageState = { from: parcelStickerPath(props.labelCode) };
  return (
    <div className={classes["frame"]}>
      <PublicHeader />
      <Container component="main" size="xs" py={96} className={classes["main"] ?? ""}>
        <Stack gap="lg" align="flex-start">
          <Title order={1} size="h2">
            {t("parcel-labels.page.title")}
          </Title>
          <Text c="dimmed">{t("parcel-labels.page.description")}</Text>
          <Group gap="sm">
            <Button component={Link} to="/admin-login" state={state}>
              {t("parcel-labels.page.staffSignIn")}
            </Button>
            <Button component={Link} to="/dashboard/parcels" variant="default">
              {t("parcel-labels.page.ownParcels")}
            </Button>
          </Group>
        </Stack>
      </Container>
      <PublicFooter />
    </div>
  );
}

export function meta() {
  return [
    { title: `${t("parcel-labels.page.title")} · ${brandName}` },
    { name: "robots", content: "noindex" },
  ];
}

/** The address in the QR code of a parcel's label. */
export default function ParcelLabelPage() {
  const { state, person } = useSession();
  const { labelCode = "" } = useParams();
  if (state === "loading") return <PageLoader />;
  if (state === "unreachable") return <UnreachableServer />;
  return (
    <WarehouseEnteredContext
      value={person !== null && isStaff(person) ? person.isWarehouseEntered : null}
    >
      <ExistingPage needsWarehouse={needsOpenedWarehouse}>
        {person !== null && hasStaffAccess(person, roleAccess.inboundParcels) ? (
          <FoundParcel labelCode={labelCode} />
        ) : (
          <StrangerPage labelCode={labelCode} />
        )}
      </ExistingPage>
    </WarehouseEnteredContext>
  );
}
