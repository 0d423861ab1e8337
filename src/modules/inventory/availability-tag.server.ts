/** The cache tag of a service's calendar: dropped when a departure of it shows something else, such as "3 places left". */
export const availabilityTag = (serviceId: string): string => `availability:${serviceId}`
