/** Default time slots of a ticket: 09:00 AM to 08:00 PM by the hour (C§9, C068). */
export const defaultSlots: readonly string[] = [
  '09:00',
  '10:00',
  '11:00',
  '12:00',
  '13:00',
  '14:00',
  '15:00',
  '16:00',
  '17:00',
  '18:00',
  '19:00',
  '20:00',
]
