import fc from 'fast-check'

/** A schedule of one day of a model, beside the daily one; it counts where both depart. */
export interface Season {
  readonly slots: readonly string[]
  readonly capacity: number | null
  readonly price: number
}
export const anyCapacity = fc.option(fc.integer({ min: 1, max: 8 }), { nil: null })
/** Of a single departure. */
export const anyPrice = fc.option(
  fc.integer({ min: 1, max: 9 }).map((n) => n * 1_000),
  { nil: null },
)
export const anySlots = (times: readonly string[]) => fc.uniqueArray(fc.constantFrom(...times), { minLength: 1 })
export const anySeason = (times: readonly string[]) =>
  fc.record({
    slots: anySlots(times),
    capacity: anyCapacity,
    price: fc.integer({ min: 11, max: 19 }).map((n) => n * 1_000),
  })

type Daily = Pick<Season, 'slots' | 'capacity'>
/** As they are stored with a tour. The day is a Tuesday or a Wednesday. */
export const storedSchedules = (daily: Daily, { slots, capacity, price }: Season, day: string) => [
  { starts: 'times', times: daily.slots, capacity: daily.capacity },
  {
    ...{ from: day, to: day, weekdays: [2, 3], starts: 'times', times: slots },
    ...{ capacity, prices: { price_adult: price } },
  },
]
