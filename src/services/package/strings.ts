export const strings = {
  moreNights: 'A package cannot have more nights than days',
} as const
