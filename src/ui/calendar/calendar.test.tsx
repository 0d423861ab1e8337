// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Calendar, type CalendarDay } from './calendar.tsx'
import { dayOf, startOf } from './days.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const states: Readonly<Record<string, CalendarDay | null>> = {
  '2026-11-20': { isOpen: false, text: 'Sold out', look: 'full' },
  '2026-11-21': { isOpen: true, text: '3 places left', note: '₹ 900', look: 'few' },
  '2026-11-22': null,
}
const words = {
  months: 'Months',
  previous: 'Previous month',
  next: 'Next month',
  today: 'today',
  chosen: 'chosen',
  loading: 'Checking',
  day: (day: string) => `day ${day}`,
  month: (day: string) => `month ${day.slice(0, 7)}`,
  weekday: (day: string) => ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'][startOf(day).getDay()] ?? '',
  weekdayName: (day: string) => `weekday ${startOf(day).getDay()}`,
}

type States = typeof states
type ExampleProps = { months: 1 | 2; known: States; onDay: (day: string) => void }
function Example({ months, known, onDay }: ExampleProps) {
  const [value, setValue] = useState('2026-11-19')
  const [month, setMonth] = useState('2026-11-01')
  return (
    <Calendar
      label="Travel date"
      words={words}
      value={value}
      onChange={(day) => {
        setValue(day)
        onDay(day)
      }}
      today="2026-11-18"
      first="2026-11-01"
      last="2027-01-31"
      month={month}
      onMonth={setMonth}
      months={months}
      stateOf={(day) => (day in known ? (known[day] ?? null) : { isOpen: true })}
    />
  )
}

async function show({ months = 1 }: { months?: 1 | 2 } = {}) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    host.remove()
  })
  const chosen: string[] = []
  const learn = (more: States) =>
    act(async () =>
      root.render(<Example months={months} known={{ ...states, ...more }} onDay={(day) => chosen.push(day)} />),
    )
  await learn({})
  const screen = within(host)
  const press = (key: string) => act(async () => fireEvent.keyDown(document.activeElement ?? host, { key }))
  const click = (element: Element) => act(async () => fireEvent.click(element))
  return {
    ...screen,
    host,
    chosen,
    learn,
    press,
    click,
    focused: () => document.activeElement?.getAttribute('aria-label'),
  }
}

test('the grid is named after its month and opens with the focus on the chosen day', async () => {
  const { getByRole, focused } = await show()
  expect(getByRole('grid', { name: 'month 2026-11' })).toBeTruthy()
  expect(focused()).toBe('day 2026-11-19, chosen')
})

test('the calendar is in the language of the page, without the article of Arabic weekdays', async () => {
  Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' })
  const weekday = vi.spyOn(words, 'weekday').mockReturnValue('الأحد')
  onTestFinished(() => {
    Object.assign(document.documentElement, { lang: '', dir: '' })
    weekday.mockRestore()
  })
  const { getAllByText, focused } = await show()
  expect(getAllByText('أحد')[0]?.closest('[lang]')?.getAttribute('lang')).toBe('ar')
  expect(focused()).toBe('day 2026-11-19، chosen')
})

test('a single day is in the tab order', async () => {
  const { getByRole } = await show()
  const days = within(getByRole('grid')).getAllByRole('button')
  expect(days.filter(({ tabIndex }) => tabIndex === 0).map((day) => day.getAttribute('aria-label'))).toEqual([
    'day 2026-11-19, chosen',
  ])
})

test('today is named, and so are the state and the price of a day', async () => {
  const { getByRole } = await show()
  expect(getByRole('button', { name: 'day 2026-11-18, today' })).toBeTruthy()
  expect(getByRole('button', { name: 'day 2026-11-21, 3 places left, ₹ 900' })).toBeTruthy()
})

test.each([
  ['ArrowRight', 'day 2026-11-20, Sold out'],
  ['ArrowLeft', 'day 2026-11-18, today'],
  ['ArrowDown', 'day 2026-11-26'],
  ['ArrowUp', 'day 2026-11-12'],
  ['Home', 'day 2026-11-16'],
  ['End', 'day 2026-11-22'],
  ['PageDown', 'day 2026-12-19'],
])('%s moves the focus to %s, open or not', async (key, name) => {
  const { press, focused } = await show()
  await press(key)
  expect(focused()).toBe(name)
})

test('the days are a grid of weeks with seven cells, of which only the chosen one is selected', async () => {
  const { getByRole } = await show()
  const grid = within(getByRole('grid'))
  // The names of the weekdays are hidden: each day says its own.
  const weeks = grid.getAllByRole('row')
  expect(weeks.map((week) => within(week).getAllByRole('gridcell').length)).toEqual([7, 7, 7, 7, 7, 7])
  const selected = grid.getAllByRole('gridcell').filter((cell) => cell.getAttribute('aria-selected') === 'true')
  expect(selected.map((cell) => within(cell).getByRole('button').getAttribute('aria-label'))).toEqual([
    'day 2026-11-19, chosen',
  ])
})

test('the focus goes on into other months with the keys, back again, and no further than the last day', async () => {
  const { press, focused, getByRole } = await show()
  await press('PageDown')
  expect(getByRole('grid', { name: 'month 2026-12' })).toBeTruthy()
  await press('PageUp')
  expect(focused()).toBe('day 2026-11-19, chosen')
  for (const _ of [1, 2]) await press('ArrowDown')
  expect(focused()).toBe('day 2026-12-03')
  for (const _ of [1, 2, 3]) await press('PageDown')
  expect(focused()).toMatch(/^day 2027-01-/)
})

test('in a right-to-left page the left arrow leads to the next day', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => {
    document.documentElement.dir = ''
  })
  const { press, focused } = await show()
  await press('ArrowLeft')
  expect(focused()).toBe('day 2026-11-20, Sold out')
})

test('a month that is turned to is announced', async () => {
  const { click, getByRole, getByText } = await show()
  await click(getByRole('button', { name: 'Next month' }))
  expect(getByText('month 2026-12').closest('[aria-live=polite], [role=status]')).toBeTruthy()
})

test('an open day is chosen', async () => {
  const { click, getByRole, chosen } = await show()
  await click(getByRole('button', { name: /2026-11-21/ }))
  expect(chosen).toEqual(['2026-11-21'])
})

test('a day that is not open is not chosen and says why', async () => {
  const { click, getByRole, getByText, chosen } = await show()
  const day = getByRole('button', { name: /2026-11-20/ })
  expect(day.getAttribute('aria-disabled')).toBe('true')
  await click(day)
  expect(chosen).toEqual([])
  expect(getByText('day 2026-11-20, Sold out').getAttribute('role')).toBe('status')
})

describe('a day that is pressed before its state is known', () => {
  const pressed = async () => {
    const shown = await show()
    const day = shown.getByRole('button', { name: /2026-11-22/ })
    await shown.click(day)
    expect(shown.chosen).toEqual([])
    return { ...shown, day }
  }

  test('waits, and says so', async () => {
    const { day, getByText } = await pressed()
    expect(day.getAttribute('aria-busy')).toBe('true')
    expect(day.getAttribute('aria-disabled')).toBe('false')
    expect(getByText('Checking').getAttribute('role')).toBe('status')
  })

  test('is chosen once it turns out to be open', async () => {
    const { day, learn, chosen, queryByText } = await pressed()
    await learn({ '2026-11-22': { isOpen: true } })
    expect(chosen).toEqual(['2026-11-22'])
    expect(day.getAttribute('aria-busy')).toBe('false')
    expect(queryByText('Checking')).toBeNull()
  })

  test('says why it turns out not to be open', async () => {
    const { learn, chosen, getByText } = await pressed()
    await learn({ '2026-11-22': { isOpen: false, text: 'Sold out' } })
    expect(chosen).toEqual([])
    expect(getByText('day 2026-11-22, Sold out').getAttribute('role')).toBe('status')
  })

  test('gives way to a day that is pressed after it', async () => {
    const { learn, click, chosen, getByRole } = await pressed()
    await click(getByRole('button', { name: /2026-11-21/ }))
    await learn({ '2026-11-22': { isOpen: true } })
    expect(chosen).toEqual(['2026-11-21'])
  })

  test('is forgotten when another month is shown', async () => {
    const { learn, click, chosen, getByRole, queryByText } = await pressed()
    await click(getByRole('button', { name: 'Next month' }))
    expect(queryByText('Checking')).toBeNull()
    await learn({ '2026-11-22': { isOpen: true } })
    expect(chosen).toEqual([])
  })
})

test('the months end at the first and the last one', async () => {
  const { click, getByRole } = await show()
  expect(getByRole('button', { name: 'Previous month' }).getAttribute('aria-disabled')).toBe('true')
  const next = getByRole('button', { name: 'Next month' })
  await click(next)
  await click(next)
  expect(getByRole('grid', { name: 'month 2027-01' })).toBeTruthy()
  expect(next.getAttribute('aria-disabled')).toBe('true')
})

test('two months are shown side by side', async () => {
  const { getAllByRole } = await show({ months: 2 })
  expect(getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))).toEqual([
    'month 2026-11',
    'month 2026-12',
  ])
})

test.each(['2026-01-01', '2026-03-29', '2028-02-29', '2026-10-25', '2026-12-31'])('%s stays the same day', (day) => {
  expect(dayOf(startOf(day))).toBe(day)
})
