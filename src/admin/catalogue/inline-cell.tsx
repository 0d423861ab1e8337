import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatMoney, money } from '../../kernel/money.ts'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { type FieldSpec, optionName } from '../../services/kind.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'
import { Amount } from '../labels.tsx'
import { say, textOf } from '../text.ts'
import { arrowOf, focusCell, openCell, stepOf } from './cell-keys.ts'
import type { EditedKind } from './edited-kind.ts'
import { fromControl, toControl } from './form.ts'
import { useChange } from './use-change.ts'

const t = textOf('catalogue')
type Props = { edited: EditedKind; row: AdminServiceRow; spec: FieldSpec; isShared?: boolean }

/**
 * A cell that opens on click. Enter saves and opens the cell below, Escape restores the stored value. Prices are edited
 * as in a spreadsheet: Tab goes to the next price, the arrow keys to the price above or below.
 */
export function InlineCell({ edited, row, spec, isShared = false }: Props) {
  const stored = isShared ? row.title : row.details[spec.name]
  const held = String(toControl(spec, stored, row.currency))
  const { run, isPending } = useChange(edited, row)
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const takesFocus = useRef(false)
  const isClosed = typed === null
  // Focus the cell as soon as it renders again, which may be a frame after the server's response.
  useLayoutEffect(() => {
    if (isClosed && takesFocus.current) opener.current?.focus()
    takesFocus.current = false
  }, [isClosed])
  /** Escape and Enter keep the focus in the cell; Tab has already moved it. */
  const close = (keepsFocus: boolean) => {
    takesFocus.current = keepsFocus
    setTyped(null)
    setError(null)
  }
  /** False: what was typed cannot be saved, and the cell says why. */
  const isRight = () => {
    const read = fromControl(spec, typed ?? '', row.currency)
    if ('error' in read && typed?.trim() !== held.trim()) setError(read.error)
    return !('error' in read) || typed?.trim() === held.trim()
  }
  const save = async (keepsFocus: boolean) => {
    if (typed === null || isPending) return
    if (typed.trim() === held.trim()) return close(keepsFocus)
    const read = fromControl(spec, typed, row.currency)
    if ('error' in read) return setError(read.error)
    const change = isShared ? { title: String(read.value) } : { details: { [spec.name]: read.value } }
    const refusal = await run(change)
    if (refusal === null) close(keepsFocus)
    else setError(refusal)
  }
  if (isClosed)
    return <Closed ref={opener} row={row} spec={spec} value={stored} held={held} onOpen={() => setTyped(held)} />
  return (
    <OpenCell
      row={row}
      spec={spec}
      typed={typed}
      error={error}
      isPending={isPending}
      onType={setTyped}
      isRight={isRight}
      onSave={save}
      onCancel={() => close(true)}
    />
  )
}

type ClosedProps = {
  ref: React.RefObject<HTMLButtonElement | null>
  row: AdminServiceRow
  spec: FieldSpec
  value: unknown
  held: string
  onOpen: () => void
}

const Closed = ({ ref, row, spec, value, held, onOpen }: ClosedProps) => {
  const amount =
    spec.input === 'money' && typeof value === 'number'
      ? formatMoney(money(value, row.currency), { exact: true })
      : null
  return (
    <button
      ref={ref}
      type="button"
      data-cell={spec.name}
      data-price={spec.input === 'money' || undefined}
      onClick={onOpen}
      onKeyDown={(event) => {
        const step = arrowOf(event)
        if (step && focusCell(event.currentTarget, step)) event.preventDefault()
      }}
      aria-label={t('editCell', { column: say(spec.label), title: row.title, value: amount ?? (held || t('empty')) })}
      className={joinClasses(
        '-mx-2 inline-flex min-h-11 w-[calc(100%+1rem)] min-w-16 cursor-text items-center rounded-sm border border-transparent px-2 text-start hover:border-control',
        spec.input === 'money' || spec.input === 'number' ? 'sm:justify-end sm:text-end' : '',
      )}
    >
      {spec.input === 'money' && typeof value === 'number' ? (
        <Amount value={money(value, row.currency)} />
      ) : held === '' ? (
        <span className="text-ink-2">{t('notSet')}</span>
      ) : (
        <span className="line-clamp-3">{held}</span>
      )}
    </button>
  )
}

type OpenProps = {
  row: AdminServiceRow
  spec: FieldSpec
  typed: string
  error: string | null
  isPending: boolean
  isRight: () => boolean
  onType: (text: string) => void
  onSave: (keepsFocus: boolean) => Promise<void>
  onCancel: () => void
}

function OpenCell({ row, spec, typed, error, isPending, isRight, onType, onSave, onCancel }: OpenProps) {
  const id = useId()
  // Closing the field triggers blur, which must not save again.
  const isLeaving = useRef(false)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event, spec.input)
    if (step) {
      // The cell that is left saves on blur.
      if (!isRight() || openCell(event.currentTarget, step)) event.preventDefault()
      else if (event.key === 'Enter') {
        event.preventDefault()
        void onSave(true)
      }
    } else if (event.key === 'Escape') {
      event.preventDefault()
      isLeaving.current = true
      onCancel()
    }
  }
  const shared = {
    autoFocus: true,
    value: typed,
    'aria-label': t('cell', { column: say(spec.label), title: row.title }),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    'aria-busy': isPending || undefined,
    'data-cell': spec.name,
    'data-price': spec.input === 'money' || undefined,
    onKeyDown,
    onBlur: () => {
      if (!isLeaving.current) void onSave(false)
    },
    className: 'input min-h-11! w-full min-w-24 px-2!',
  }
  return (
    <span className="grid gap-1">
      {spec.input === 'select' ? (
        <select {...shared} onChange={(event) => onType(event.target.value)}>
          {spec.required ? null : <option value="">{t('choose')}</option>}
          {spec.options?.map((option) => (
            <option key={option} value={option}>
              {say(optionName(spec, option))}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          inputMode={spec.input === 'money' || spec.input === 'number' ? 'decimal' : undefined}
          onChange={(event) => onType(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
      )}
      <span role="alert" className="sm:whitespace-nowrap">
        <FieldError id={`${id}-error`} error={error ?? undefined} />
      </span>
    </span>
  )
}
