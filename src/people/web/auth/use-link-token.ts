import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * The token of an emailed link. It is removed from the address and stored in the history state as `name`, which survives a
 * reload.
 */
export function useLinkToken(name: "resetToken" | "invitationToken"): string | null {
  const { pathname, hash, state }: { pathname: string; hash: string; state: unknown } =
    useLocation();
  const navigate = useNavigate();
  const stored: unknown =
    typeof state === "object" && state !== null ? Reflect.get(state, name) : null;
  const tokenInAddress = new URLSearchParams(hash.replace(/^#/, "")).get("token");
  useEffect(() => {
    if (!tokenInAddress) return;
    void navigate(pathname, { replace: true, state: { [name]: tokenInAddress } });
  }, [tokenInAddress, pathname, navigate, name]);
  if (tokenInAddress) return tokenInAddress;
  return typeof stored === "string" && stored !== "" ? stored : null;
}
