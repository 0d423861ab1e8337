export const resourceTypes = ['vehicle', 'boat', 'guide', 'room'] as const
export type ResourceType = (typeof resourceTypes)[number]
