import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type CustomComponents, type DayButtonProps, DayPicker, type DayPickerProps } from 'react-day-picker'
import { commaOf } from '../../kernel/lists.ts'
import { joinClasses } from '../class-names.ts'
import { dayOf, startOf } from './days.ts'

export type CalendarDay = {
  /** Days that cannot be chosen stay in reach of the keys, and `text` says why. */
  isOpen: boolean
  /** `few` stands out; `full` is crossed out. */
  look?: 'few' | 'full' | undefined
  /** A short second line, such as the lowest price. */
  note?: string | undefined
  /** The note as it is read out; by default as it is shown. */
  noteText?: string | undefined
  /** Read out after the date: '3 places left'. */
  text?: string | undefined
}

/** Every word comes in, in the reader's language. Days are 'YYYY-MM-DD'. */
export type CalendarWords = {
  /** Names the buttons 'previous' and 'next'. */
  months: string
  previous: string
  next: string
  today: string
  chosen: string
  /** Said while a pressed day waits for its state; needed where `stateOf` may answer null. */
  loading?: string
  /** 'Saturday 21 November 2026' */
  day: (day: string) => string
  /** 'November 2026' */
  month: (day: string) => string
  /** 'Sat', 'Saturday' */
  weekday: (day: string) => string
  weekdayName: (day: string) => string
}

export type CalendarProps = {
  label: string
  words: CalendarWords
  /** The chosen day, or ''. */
  value: string
  onChange: (day: string) => void
  today: string
  /** The months that can be seen. */
  first: string
  last: string
  /** A day of the (first) visible month. */
  month: string
  onMonth: (day: string) => void
  months?: 1 | 2
  /** 0 is Sunday. */
  weekStartsOn?: 0 | 1 | 6
  /** Null while the day's state is not known. Pressing such a day chooses it once its state arrives, if it is open. */
  stateOf: (day: string) => CalendarDay | null
  /** Below the days, such as a legend. */
  children?: ReactNode
}

/** A month (or two) as an ARIA grid. Load it when it opens: it brings react-day-picker. */
export function Calendar(props: CalendarProps) {
  const { label, value, months = 1, weekStartsOn = 1, children } = props
  const [refused, setRefused] = useState('')
  const { waiting, wait } = useWaiting(props, setRefused)
  const id = useId()
  const known = useMemo(
    () => ({ ...props, setRefused, waiting, wait, reasonId: `${id}-reason` }),
    [props, waiting, wait, id],
  )
  return (
    <Known.Provider value={known}>
      <DayPicker
        {...wordsFor(props)}
        {...looks}
        aria-label={label}
        autoFocus
        components={components}
        dir={document.documentElement.dir || 'ltr'}
        endMonth={startOf(props.last)}
        lang={document.documentElement.lang}
        mode="single"
        month={startOf(props.month)}
        numberOfMonths={months}
        onMonthChange={(month) => {
          wait('')
          props.onMonth(dayOf(month))
        }}
        selected={value ? startOf(value) : undefined}
        startMonth={startOf(props.first)}
        today={startOf(props.today)}
        weekStartsOn={weekStartsOn}
      />
      <p id={known.reasonId} role="status" className="mt-2 min-h-6 text-sm text-ink-2">
        {waiting ? props.words.loading : refused}
      </p>
      {children}
    </Known.Provider>
  )
}

/** The day that was pressed before its state was known, or ''. */
function useWaiting(props: CalendarProps, refuse: (text: string) => void) {
  const [waiting, wait] = useState('')
  useEffect(() => {
    const state = waiting ? props.stateOf(waiting) : null
    if (!state) return
    wait('')
    if (state.isOpen) props.onChange(waiting)
    else refuse(sentenceOf(props, waiting))
  }, [props, waiting, refuse])
  return { waiting, wait }
}

type Waiting = ReturnType<typeof useWaiting>
type Known = CalendarProps & Waiting & { setRefused: (text: string) => void; reasonId: string }
const Known = createContext<Known | null>(null)
function useKnown(): Known {
  const known = useContext(Known)
  if (!known) throw new Error('a day outside of a calendar')
  return known
}

/** The whole sentence of a day: date, state, and whether it is today or chosen. */
function sentenceOf(known: CalendarProps, day: string): string {
  const { words, today, value } = known
  const state = known.stateOf(day)
  const parts = [
    words.day(day),
    state?.text,
    state?.noteText ?? state?.note,
    day === today && words.today,
    day === value && words.chosen,
  ]
  return parts.filter(Boolean).join(commaOf(document.documentElement.lang || 'en'))
}

function Day({ day: { isoDate }, modifiers, children, className, ...button }: DayButtonProps) {
  const known = useKnown()
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (modifiers.focused) ref.current?.focus()
  }, [modifiers.focused])
  // A dialog that opens around the calendar gives the focus to the element with this attribute, which React leaves out.
  useLayoutEffect(() => void ref.current?.toggleAttribute('autofocus', button.tabIndex === 0), [button.tabIndex])
  const state = known.stateOf(isoDate)
  const isChosen = isoDate === known.value
  const press = () => {
    if (state?.isOpen) known.onChange(isoDate)
    known.wait(state ? '' : isoDate)
    known.setRefused(state && !state.isOpen ? sentenceOf(known, isoDate) : '')
  }
  const isWaiting = isoDate === known.waiting
  return (
    <button
      {...button}
      ref={ref}
      type="button"
      disabled={false}
      aria-disabled={state?.isOpen === false}
      aria-busy={isWaiting}
      aria-label={sentenceOf(known, isoDate)}
      onClick={press}
      className={joinClasses(
        'flex h-12 w-full flex-col items-center justify-center rounded-sm text-sm tabular-nums',
        isChosen ? 'bg-primary text-on-primary' : lookOf(state),
        isoDate === known.today && !isChosen && !isWaiting && 'ring-1 ring-control ring-inset',
        isWaiting && 'ring-2 ring-primary ring-inset motion-safe:animate-pulse',
        className,
      )}
    >
      <span className={joinClasses(state?.look === 'full' && !isChosen && 'line-through')}>{children}</span>
      {state?.note ? (
        <span aria-hidden="true" className="text-[0.625rem] leading-tight tracking-tight">
          {state.note}
        </span>
      ) : null}
    </button>
  )
}

function lookOf(state: CalendarDay | null): string {
  if (!state) return 'text-ink-2'
  if (!state.isOpen) return 'cursor-not-allowed text-ink-2'
  return state.look === 'few' ? 'bg-warn-tint font-semibold text-warn hover:bg-tint' : 'font-semibold hover:bg-tint'
}

const components: Partial<CustomComponents> = {
  DayButton: Day,
  Chevron: ({ orientation }) =>
    orientation === 'left' ? (
      <ChevronLeft aria-hidden="true" className="mirror size-5" />
    ) : (
      <ChevronRight aria-hidden="true" className="mirror size-5" />
    ),
}

const arrow = 'btn btn-quiet btn-icon [&[aria-disabled=true]]:pointer-events-none [&[aria-disabled=true]]:opacity-40'
const looks = {
  classNames: {
    months: 'relative flex flex-wrap gap-6',
    month: 'min-w-0 flex-1 basis-64',
    month_caption: 'flex h-11 items-center justify-center font-semibold',
    month_grid: 'mt-2 w-full table-fixed border-collapse',
    weekday: 'pb-1 text-center text-xs font-medium text-ink-2',
    day: 'p-0.5 text-center',
    outside: 'invisible',
    nav: 'absolute inset-x-0 top-0 flex justify-between',
    button_previous: arrow,
    button_next: arrow,
  },
} satisfies Pick<DayPickerProps, 'classNames'>

function wordsFor({ words }: CalendarProps): Pick<DayPickerProps, 'labels' | 'formatters'> {
  return {
    labels: {
      labelNext: () => words.next,
      labelPrevious: () => words.previous,
      labelGrid: (month) => words.month(dayOf(month)),
      labelNav: () => words.months,
      labelWeekday: (day) => words.weekdayName(dayOf(day)),
    },
    formatters: {
      formatCaption: (month) => words.month(dayOf(month)),
      // Without the Arabic article, seven names fit on a phone.
      formatWeekdayName: (day) => words.weekday(dayOf(day)).replace(/^ال/, ''),
      formatDay: (day) => String(day.getDate()),
    },
  }
}
