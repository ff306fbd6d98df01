import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { QrCodeImage } from "#ui/web/qr-code-image.tsx";
import classes from "./address.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** A QR code of the address as text, which needs no log-in, or of the page's own address. */
export function AddressQrCode(props: { text: string }) {
  const [content, setContent] = useState<"address" | "page">("address");
  const isPage = content === "page";
  return (
    <Stack gap="sm" align="flex-start">
      <SegmentedControl
        className={classes["languages"] ?? ""}
        aria-label={t("address.qr.choice")}
        value={content}
        data={[
          { value: "address", label: t("address.qr.address") },
          { value: "page", label: t("address.qr.page") },
        ]}
        onChange={(value) => setContent(value === "page" ? "page" : "address")}
      />
      <QrCodeImage
        text={isPage ? `${window.location.origin}/dashboard/address` : props.text}
        label={t(isPage ? "address.qr.pageLabel" : "address.qr.addressLabel")}
      />
      <Text size="sm" c="dimmed">
        {t(isPage ? "address.qr.pageHint" : "address.qr.addressHint")}
      </Text>
    </Stack>
  );
}
