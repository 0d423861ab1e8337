export const strings = {
  overview: 'Overview',
  features: 'Features',
  requirements: 'Requirements',
  processingTime: 'Processing time',
  shortNoticeTitle: 'Your departure is close',
  acknowledge: 'I understand that the clearance may not be ready before my departure.',
  missing: { travel_date: 'Departure date is required', customer_name: 'Passenger name is required' },
  badTime: 'Please enter the processing time in hours or days, for example 48 hours',
  badRate: 'Please enter the tax rate as a fraction from 0 to 1, for example 0.18',
  departureInThePast: 'The departure date cannot be in the past',
  shortNotice: (processingTime: string) =>
    `Your departure is sooner than the processing time of ${processingTime}. Please confirm that you want to go on.`,
} as const
