/** The cache tag of a service's calendar: dropped when a departure of it shows something else, such as "3 places left". */
export const availabilityTag = (serviceId: string): string => `availability:${serviceId}`

/** Everything that a service's calendar shows depends on these. */
export const calendarTags = (serviceId: string): readonly string[] => [
  'catalogue',
  'settings',
  `service:${serviceId}`,
  availabilityTag(serviceId),
]
