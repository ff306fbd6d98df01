import { Anchor, Button, Group, Stack } from "@mantine/core";
import MapPin from "lucide-react/icons/map-pin";
import { lazy } from "react";
import { Link } from "react-router";
import { slot } from "#ui/web/slots.ts";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ParcelList } from "./parcel-list.tsx";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly actionNeeded: object;
    readonly readyToShip: object;
  }
}

const ActionNeeded = slot("actionNeeded");

const ReadyToShip = slot("readyToShip");

const DeclareCard = lazy(async () => ({
  default: (await import("./declare-card.tsx")).DeclareCard,
}));

export default function ParcelsPage() {
  return (
    <>
      <PageHeader
        title={t("parcels.title")}
        description={t("parcels.description")}
        actions={
          <Button
            component={Link}
            to="/dashboard/address"
            variant="default"
            leftSection={<MapPin size={18} aria-hidden="true" />}
          >
            {t("parcels.myAddress")}
          </Button>
        }
      />
      <Stack gap="xl">
        <LazyPart>
          <ActionNeeded />
          <ReadyToShip />
        </LazyPart>
        <LazyPart fallback={<LoadingCard lines={4} />}>
          <DeclareCard />
        </LazyPart>
        <ParcelList />
        <Group>
          <Anchor component={Link} to="/dashboard/parcels/claims" size="sm" py="sm">
            {t("parcels.claim")}
          </Anchor>
        </Group>
      </Stack>
    </>
  );
}
