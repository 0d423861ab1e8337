import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../kernel/dates.ts'
import { departuresOn, schedulesOf } from '../../../modules/inventory/index.ts'
import { rowOf } from '../../../modules/inventory/testing/arbitrary.ts'
import { kinds } from '../../../services/index.ts'
import { loadKinds } from '../../../services/loaded.server.ts'
import { scheduleIn } from '../../../services/shared/schedule.ts'
import type { StoredSchedule } from '../../../services/shared/stored-schedules.ts'
import { storedSchedules } from '../../../services/testing/schedules.ts'
import { describeKind, type EditedKind } from '../edited-kind.ts'
import { errorPath, errorsAfter, type FormValues, formOf, newForm, readForm, toControl } from '../form.ts'
import { daysOf, exceptionsIn, noExceptions, planOf, wantedOf } from './preview.ts'
import { blankSchedule, readTyped, type TypedSchedule, typedOf } from './typed.ts'

const registry = await loadKinds(kinds)
const loaded = registry.find('tour')!
const describeOf = async (key: string) => {
  const { kind, ...rest } = registry.find(key)!
  return describeKind(kind, rest, (await kind.rules()).rules)
}
const tour = await describeOf('tour')
const transfer = await describeOf('transfer')
const journey = await describeOf('umrah')
const spec = tour.fields.find(({ path }) => path === 'details.schedules')!.spec
const details = { price_adult: 10_000, price_child: 6_000, time_slots: ['2:00 PM', '08:00'], slot_capacity: 9 }
const base: FormValues = {
  ...newForm(tour.fields),
  ...{ title: 'A tour', currency: 'AED', 'details.price_adult': '100', 'details.price_child': '60' },
}
const withRows = (...rows: Partial<TypedSchedule>[]): FormValues => ({
  ...base,
  'details.schedules': rows.map((row) => ({ ...blankSchedule, ...row })),
})
const errorsOf = (values: FormValues) => {
  const read = readForm(tour.fields, tour.details, values)
  return 'errors' in read ? read.errors : {}
}
/** Noon in Dubai on 24 February 2027, a Wednesday. */
const previewOf = (edited: EditedKind, values: FormValues, at: typeof clock) => {
  const plan = planOf(edited, values, at.agencyZone)
  return { days: daysOf(plan, at.now), leftOut: plan.leftOut }
}
const clock = { now: new Date('2027-02-24T08:00:00Z'), agencyZone: 'Asia/Dubai' }

describe('the schedules of the editor', () => {
  it('send what was stored, whatever it is', () => {
    fc.assert(
      fc.property(storedSchedules, (all) => {
        const rows = all.map((each) => readTyped(typedOf(each, 'AED'), 'AED'))
        const read = loaded.details.safeParse({ ...details, schedules: rows })
        const sent = all.map((each) =>
          each.starts === 'closed' ? { ...each, capacity: null, cut_off_hours: 0, prices: {} } : each,
        )
        expect(read.data?.schedules).toEqual(sent)
      }),
    )
  })
  it('show each error at its row and field', () => {
    const wrong = withRows(
      { times: '09:00' },
      { times: '9 am', capacity: 'ten', cut_off_hours: '-1', prices: { price_adult: 'cheap' } },
      { starts: 'hours', opens: '', closes: '' },
      { from: '2027-03-02', to: '2027-03-01', times: '09:00' },
    )
    expect(Object.keys(errorsOf(wrong)).sort()).toEqual([
      'details.schedules.1.capacity',
      'details.schedules.1.cut_off_hours',
      'details.schedules.1.prices.price_adult',
      'details.schedules.1.times',
      'details.schedules.2.hours',
      'details.schedules.3.to',
    ])
    expect(errorsOf(wrong)['details.schedules.3.to']).toBe('The last day is before the first')
  })
  it('keep the errors of rows that did not change', () => {
    const errors = { 'details.schedules.0.times': 'a', 'details.schedules.1.times': 'b', title: 'c' }
    const stayAfter = (before: unknown, now: unknown) =>
      Object.keys(errorsAfter(errors, 'details.schedules', { before, now })).sort()
    expect(stayAfter([{ a: 1 }, { b: 1 }], [{ a: 1 }, { b: 2 }])).toEqual(['details.schedules.0.times', 'title'])
    expect(stayAfter([{ a: 1 }, { b: 1 }], [{ b: 1 }])).toEqual(['title'])
    expect([errorPath('details.itinerary.0.title'), errorPath('details.schedules.0.hours.from')]).toEqual([
      'details.itinerary',
      'details.schedules.0.hours',
    ])
  })
  it('are shown again as they were typed', () => {
    const stored = loaded.details.parse({ ...details, schedules: [{ starts: 'times', times: ['09:00'], capacity: 4 }] })
    const form = formOf(tour.fields, { currency: 'AED', title: 'A tour', details: stored })
    expect(form['details.schedules']).toEqual([{ ...blankSchedule, times: '09:00', capacity: '4' }])
    expect(toControl(spec, undefined, 'AED')).toEqual([])
  })
})

describe('the preview', () => {
  it('is what the shop will sell after the save', () => {
    fc.assert(
      fc.property(storedSchedules, (all: StoredSchedule[]) => {
        const values = { ...base, 'details.schedules': all.map((each) => typedOf(each, 'AED')) }
        const read = readForm(tour.fields, tour.details, values)
        if ('errors' in read) throw new Error(JSON.stringify(read.errors))
        const item = { title: 'A', currency: 'AED', details: loaded.details.parse(read.item.details) }
        const rules = scheduleIn('Asia/Dubai', loaded.schedule(item))
        const range = { from: '2027-02-24', to: addDays('2027-02-24', 27) }
        const terms = { now: clock.now, zone: rules.timeZone, cutOffMinutes: 0, fewUpTo: 0 }
        const { days, leftOut } = previewOf(tour, values, clock)
        expect(days.flatMap(({ departures }) => departures)).toEqual(
          departuresOn(schedulesOf(rules), [], { ...range, ...terms }),
        )
        expect([days.length, leftOut]).toEqual([28, []])
      }),
    )
  })
  it('follows the other fields while there are no schedules', () => {
    const { days } = previewOf(tour, { ...base, 'details.time_slots': '2:00 PM\n08:00\nlater' }, clock)
    expect(days[1]?.departures.map(({ time }) => time)).toEqual(['08:00', '14:00'])
    expect(days[0]?.departures.map(({ reason }) => reason)).toEqual(['started', null])
  })
  it('takes changed and added departures and blocked dates into account', () => {
    const none = { capacity: null, prices: null, taken: 0, cut_off_hours: null, is_added: false, is_closed: false }
    const row = { ...none, id: 'a', date: '2027-02-25', time: '09:00' }
    const exceptions = exceptionsIn({
      departures: [
        { ...row, is_closed: true },
        { ...row, id: 'b', date: '2027-02-26', capacity: 3, taken: 3, prices: { price_adult: 5_000 } },
        { ...row, id: 'c', date: '2027-02-26', time: '20:00', is_added: true },
        { ...row, id: 'd', date: '2027-04-26', is_added: true },
      ],
      blocked: [{ from: '2027-02-28', to: '2027-03-01', reason: 'Holidays' }],
      resources: [],
    })
    const plan = planOf(tour, withRows({ times: '09:00' }), 'Asia/Dubai')
    const shown = daysOf(plan, clock.now, exceptions).flatMap(({ departures }) => departures)
    const of = (date: string) => shown.filter((each) => each.date === date).map(({ time, reason }) => [time, reason])
    expect(of('2027-02-25')).toEqual([['09:00', 'closed']])
    expect(of('2027-02-26')).toEqual([
      ['09:00', 'full'],
      ['20:00', null],
    ])
    expect(of('2027-02-27')).toEqual([['09:00', null]])
    expect([of('2027-02-28'), of('2027-03-01')]).toEqual([[['09:00', 'closed']], [['09:00', 'closed']]])
    expect(shown.at(-1)?.date).toBe('2027-03-23')
  })
  it('marks departures whose resource is in use elsewhere, but not by themselves', () => {
    const boat = '0199e1c0-0000-7000-8000-000000000001'
    const row = { resource_id: boat, minutes: '120', setup_minutes: '30', turnaround_minutes: '' }
    const values = { ...withRows({ times: '09:00, 15:00' }), 'details.resources': [row, { ...row, minutes: 'long' }] }
    const plan = planOf(tour, values, 'Asia/Dubai')
    expect(wantedOf(plan)).toEqual({ resource_ids: [boat], use_minutes: 120 })
    const use = (from: string, departure_id: string | null) => ({
      unit: 1,
      from,
      to: '2027-02-26T06:00:00Z',
      departure_id,
    })
    const departure = { id: 'own', date: '2027-02-26', time: '09:00', taken: 2, capacity: null, prices: null }
    const reasons = (uses: ReturnType<typeof use>[]) => {
      const exceptions = exceptionsIn({
        departures: [{ ...departure, is_closed: false, is_added: false, cut_off_hours: null }],
        blocked: [],
        resources: [{ id: boat, name: 'Sea Star', units: 1, is_archived: false, uses }],
      })
      const [day] = daysOf(plan, clock.now, exceptions).filter(({ date }) => date === departure.date)
      return day?.departures.map(({ reason }) => reason)
    }
    expect(reasons([use('2027-02-26T04:30:00Z', null)])).toEqual(['busy', null])
    expect(reasons([use('2027-02-26T04:30:00Z', 'own')])).toEqual([null, null])
    expect(daysOf(plan, clock.now, noExceptions)[2]?.departures.map(({ reason }) => reason)).toEqual([null, null])
  })
  it('shows added departures only for an item sold on group departures', () => {
    const row = { ...blankSchedule, starts: 'day' as const }
    const values = { ...newForm(journey.fields), 'details.price': '900', 'details.schedules': [row] }
    const added = rowOf({ date: '2027-03-01', isAdded: true })
    const datesOf = (isGroupOnly: boolean) => {
      const plan = planOf(journey, { ...values, 'details.group_departures_only': isGroupOnly }, clock.agencyZone)
      const days = daysOf(plan, clock.now, { ...noExceptions, rows: [added] })
      return days.flatMap(({ departures }) => departures.map(({ date }) => date))
    }
    expect(datesOf(false)).toHaveLength(28)
    expect(datesOf(true)).toEqual(['2027-03-01'])
  })
  it('leaves out what is not right yet, and shows nothing if that is all', () => {
    const { days, leftOut } = previewOf(tour, withRows({ times: '09:00' }, { times: '' }), clock)
    expect([days[1]?.departures.length, leftOut]).toEqual([1, [2]])
    expect(previewOf(tour, withRows({ times: '' }), clock).days.flatMap(({ departures }) => departures)).toEqual([])
  })
  it('never fails, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (times, capacity, zone) => {
        const values = { ...withRows({ times, capacity, from: zone }), 'details.time_zone': zone }
        expect(previewOf(tour, values, clock).days).toHaveLength(28)
        const hours = { from: times, to: capacity }
        const ride = { ...newForm(transfer.fields), 'details.available_hours': hours, 'details.time_zone': zone }
        expect(previewOf(transfer, ride, clock).days).toHaveLength(28)
      }),
    )
  })
})
