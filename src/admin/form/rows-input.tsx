import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'

/** One row and what can be done with it; where a row has no place to move to, its button says so. */
export interface RowTools<Row> {
  /** 1, 2, 3... */
  readonly number: number
  readonly change: (next: Row) => void
  readonly moveButtons: (words: { up: string; down: string }) => ReactNode
  readonly removeButton: (label: string) => ReactNode
}

type Props<Row> = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  /** What a new row starts with, and the `data-part` of the control in it that gets the focus. */
  blank: Row
  firstPart: string
  words: { none?: string; add: string }
  rowClass: string
  /** A row is no more than a line: it has no frame. */
  isPlain?: boolean
  /** How many there may be. */
  most?: number
  children: (row: Row, tools: RowTools<Row>) => ReactNode
}

const look = { variant: 'quiet', size: 'sm', iconOnly: true } as const

/** A list of rows: added, removed and moved by buttons, which the keyboard has too. */
export function RowsInput<Row>(props: Props<Row>) {
  const { id, label, hint, error, rows, onChange, blank, firstPart, words, rowClass, isPlain, children } = props
  const { most = Number.POSITIVE_INFINITY } = props
  const list = useRef<HTMLOListElement>(null)
  /** After a step the focus is on what was made or moved, or stands in its place, or else on the way to a new row. */
  const focus = (at: number, part: string) =>
    requestAnimationFrame(() => {
      const target = list.current?.querySelector<HTMLElement>(`[data-row="${at}"] [data-part="${part}"]`)
      ;(target ?? document.getElementById(id))?.focus()
    })
  const move = (from: number, to: number, part: string) => {
    if (to < 0 || to >= rows.length) return
    onChange(moved(rows, from, to))
    focus(to, part)
  }
  const remove = (at: number) => {
    onChange(rows.toSpliced(at, 1))
    focus(Math.min(at, rows.length - 2), 'remove')
  }
  const toolsOf = (at: number): RowTools<Row> => ({
    number: at + 1,
    change: (next) => onChange(rows.with(at, next)),
    moveButtons: ({ up, down }) => (
      <>
        <Button
          {...look}
          data-part="up"
          aria-disabled={at === 0}
          aria-label={up}
          icon={<ArrowUp aria-hidden="true" />}
          onClick={() => move(at, at - 1, 'up')}
        />
        <Button
          {...look}
          data-part="down"
          aria-disabled={at === rows.length - 1}
          aria-label={down}
          icon={<ArrowDown aria-hidden="true" />}
          onClick={() => move(at, at + 1, 'down')}
        />
      </>
    ),
    removeButton: (name) => (
      <Button
        {...look}
        data-part="remove"
        aria-label={name}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => remove(at)}
      />
    ),
  })
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="group-legend">{label}</legend>
      {hint ? <span className="field-hint">{hint}</span> : null}
      <FieldError id={`${id}-error`} error={error} />
      {rows.length === 0 && words.none ? <p className="text-ink-2">{words.none}</p> : null}
      <ol ref={list} className="grid grid-cols-1 gap-3 empty:hidden">
        {rows.map((row, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its fields are held by the form
            key={at}
            data-row={at}
            className={joinClasses(
              !isPlain && 'rounded-lg border border-line bg-surface p-3 sm:p-4',
              'gap-3',
              rowClass,
            )}
          >
            {children(row, toolsOf(at))}
          </li>
        ))}
      </ol>
      {rows.length < most ? (
        <Button
          id={id}
          variant="secondary"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => {
            onChange([...rows, blank])
            focus(rows.length, firstPart)
          }}
        >
          {words.add}
        </Button>
      ) : null}
    </fieldset>
  )
}

export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [one] = list.slice(from, from + 1)
  return one === undefined ? list : list.toSpliced(from, 1).toSpliced(to, 0, one)
}
