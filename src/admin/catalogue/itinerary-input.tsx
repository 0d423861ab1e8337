import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { ItineraryDay } from '../../services/shared/itinerary.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  days: readonly ItineraryDay[]
  onChange: (days: readonly ItineraryDay[]) => void
}

/** The days of a journey: added, removed and moved by buttons, which the keyboard has too. */
export function ItineraryInput({ id, label, hint, error, days, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  /** After a step the focus is on what was made or moved, once it is drawn. */
  const focus = (at: number, what: string) =>
    requestAnimationFrame(() => {
      const target = list.current?.querySelector<HTMLElement>(`[data-day="${at}"] [data-part="${what}"]`)
      target?.focus()
    })
  const move = (from: number, to: number, part: string) => {
    onChange(moved(days, from, to))
    focus(to, part)
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="group-legend">{label}</legend>
      {hint ? <span className="field-hint">{hint}</span> : null}
      <FieldError error={error} />
      {days.length === 0 ? <p className="text-ink-2">{t('noDays')}</p> : null}
      <ol ref={list} className="grid grid-cols-1 gap-3">
        {days.map((day, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place; its fields are held by the form
            key={at}
            data-day={at}
            className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-3 sm:p-4"
          >
            <Day
              day={day}
              at={at}
              last={days.length - 1}
              onChange={(next) => onChange(days.map((each, index) => (index === at ? next : each)))}
              onMove={(to, part) => move(at, to, part)}
              onRemove={() => {
                onChange(days.filter((_, index) => index !== at))
                if (days.length > 1) focus(Math.min(at, days.length - 2), 'remove')
                else document.getElementById(id)?.focus()
              }}
            />
          </li>
        ))}
      </ol>
      <Button
        id={id}
        variant="secondary"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" />}
        onClick={() => {
          onChange([...days, { title: '', description: '' }])
          focus(days.length, 'title')
        }}
      >
        {t('addDay')}
      </Button>
    </fieldset>
  )
}

export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, index) => index !== from)
  const one = list[from]
  return one === undefined ? list : [...rest.slice(0, to), one, ...rest.slice(to)]
}

type DayProps = {
  day: ItineraryDay
  at: number
  last: number
  onChange: (day: ItineraryDay) => void
  onMove: (to: number, part: string) => void
  onRemove: () => void
}

function Day({ day, at, last, onChange, onMove, onRemove }: DayProps) {
  const number = at + 1
  const look = { variant: 'quiet', size: 'sm', iconOnly: true } as const
  return (
    <>
      <div className="flex items-center gap-1">
        <h3 className="me-auto text-base">{t('day', { number })}</h3>
        <Button
          {...look}
          data-part="up"
          aria-disabled={at === 0}
          aria-label={t('dayUp', { number })}
          icon={<ArrowUp aria-hidden="true" />}
          onClick={() => at > 0 && onMove(at - 1, 'up')}
        />
        <Button
          {...look}
          data-part="down"
          aria-disabled={at === last}
          aria-label={t('dayDown', { number })}
          icon={<ArrowDown aria-hidden="true" />}
          onClick={() => at < last && onMove(at + 1, 'down')}
        />
        <Button
          {...look}
          data-part="remove"
          aria-label={t('removeDay', { number })}
          icon={<Trash2 aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      <Field label={t('dayTitle', { number })}>
        <TextInput
          data-part="title"
          value={day.title}
          onChange={(event) => onChange({ ...day, title: event.target.value })}
        />
      </Field>
      <Field label={t('dayText', { number })}>
        <TextArea
          rows={2}
          value={day.description}
          onChange={(event) => onChange({ ...day, description: event.target.value })}
        />
      </Field>
      {day.activities ? (
        <Field label={t('dayActivities', { number })}>
          <TextArea
            rows={2}
            value={day.activities.join('\n')}
            onChange={(event) => onChange({ ...day, activities: event.target.value.split('\n') })}
          />
        </Field>
      ) : null}
    </>
  )
}
