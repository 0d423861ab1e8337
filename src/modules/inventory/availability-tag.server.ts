/** The cache tag of a service's calendar: dropped when a departure of it shows something else, such as "3 places left". */
export const availabilityTag = (serviceId: string): string => `availability:${serviceId}`

/** The cache tag of everything that shows whether a resource is free: dropped when a unit is taken or freed. */
export const resourceTag = (resourceId: string): string => `resource:${resourceId}`

/** Everything that a service's calendar shows depends on these. */
export const calendarTags = (serviceId: string, resourceIds: readonly string[]): readonly string[] => [
  'catalogue',
  'settings',
  `service:${serviceId}`,
  availabilityTag(serviceId),
  ...resourceIds.map(resourceTag),
]
