/** Where the parcels in the warehouse are listed and shipped. */
export const shelfAddress = "/dashboard/parcels?group=here";
