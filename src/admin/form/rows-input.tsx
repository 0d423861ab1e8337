import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'

export interface RowTools<Row> {
  readonly number: number
  readonly change: (next: Row) => void
  readonly moveButtons: (words: { up: string; down: string }) => ReactNode
  /** Null where no row can be added. */
  readonly copyButton: (label: string) => ReactNode
  readonly removeButton: (label: string) => ReactNode
}

type Props<Row> = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  /** The value of a new row, and the `data-part` of the control to focus in it. */
  blank: Row
  firstPart: string
  words: { none?: string; add: string }
  rowClass: string
  isPlain?: boolean
  most?: number
  children: (row: Row, tools: RowTools<Row>) => ReactNode
}

const icons = { copy: <Copy aria-hidden="true" />, remove: <Trash2 aria-hidden="true" /> }
const look = { variant: 'quiet', size: 'sm', iconOnly: true } as const

/** A list of rows. Buttons add, remove and move them, so the keyboard works too. */
export function RowsInput<Row>(props: Props<Row>) {
  const { id, label, hint, error, rows, onChange, blank, firstPart, words, rowClass, isPlain, children } = props
  const { most = Number.POSITIVE_INFINITY } = props
  const list = useRef<HTMLOListElement>(null)
  /** After a step, focus the row that was added or moved, else the one in its place, else the add button. */
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
  const copy = (at: number, row: Row) => {
    onChange(rows.toSpliced(at + 1, 0, row))
    focus(at + 1, firstPart)
  }
  const toolsOf = (at: number, row: Row): RowTools<Row> => ({
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
    copyButton: (name) =>
      rows.length < most ? (
        <Button {...look} data-part="copy" aria-label={name} icon={icons.copy} onClick={() => copy(at, row)} />
      ) : null,
    removeButton: (name) => (
      <Button {...look} data-part="remove" aria-label={name} icon={icons.remove} onClick={() => remove(at)} />
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
            {children(row, toolsOf(at, row))}
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
