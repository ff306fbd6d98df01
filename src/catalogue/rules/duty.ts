/** Who pays duty: the recipient at the delivery, or it has to be paid before. */
export const dutyPayers = ["recipient", "prepaid"] as const;
export type DutyPayer = (typeof dutyPayers)[number];
