/** Default time slots of a tour (C§9, C055). */
export const defaultSlots: readonly string[] = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00']
