/** The address of the details of an inbound parcel, or otherwise of a package. */
export function subjectAddress(subject: {
  readonly packageId: string | null;
  readonly inboundParcelId: string | null;
}): string {
  const { packageId, inboundParcelId } = subject;
  return inboundParcelId === null
    ? `/admin/dashboard/shipments?${new URLSearchParams({ package: packageId ?? "" }).toString()}`
    : `/admin/dashboard/inbound-parcels?${new URLSearchParams({ parcel: inboundParcelId }).toString()}`;
}
