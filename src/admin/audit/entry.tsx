import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditLine } from '../../modules/account/contract.ts'
import { api } from '../api.ts'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import type { Change } from './changes.ts'
import { sentenceOf, sentenceText } from './sentence.ts'
import { pathOf } from './title.ts'
import type { KindSpecs } from './values.ts'

const t = textOf('audit')

interface Props {
  readonly line: AuditLine
  readonly specs: KindSpecs
}

export function Entry({ line, specs }: Props) {
  const sentence = sentenceOf(line, specs)
  const { who, lead, title, rest, changes, isComplete } = sentence
  const path = pathOf(line)
  return (
    <li className="px-4 py-3 wrap-anywhere sm:px-5">
      <div className="grid gap-x-4 gap-y-0.5 md:grid-cols-[11rem_minmax(0,1fr)]">
        <time dateTime={line.at} className="text-sm text-ink-2 tabular-nums md:leading-6">
          {dateTime(line.at)}
        </time>
        <p>
          <bdi className="font-semibold">{who}</bdi> {lead}
          {title ? <bdi className="font-medium">{path ? <Link to={path}>{title}</Link> : title}</bdi> : null}
          {rest}
        </p>
      </div>
      <div className="md:ps-[12rem]">
        {line.parts && line.parts.count > 0 ? <Parts line={line} specs={specs} /> : null}
        {isComplete || changes.length === 0 ? null : <Changes changes={changes} about={sentenceText(sentence)} />}
      </div>
    </li>
  )
}

const summary =
  'min-h-8 w-fit cursor-pointer py-1 text-sm text-primary-strong pointer-coarse:min-h-11 pointer-coarse:py-3'
const maxCounted = 10_000

/** The entries of a bulk action, loaded when they are opened. */
function Parts({ line: { subject_id: part_of, parts }, specs }: Props) {
  const [isOpen, setOpen] = useState(false)
  const count = parts?.count ?? 0
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={summary}>{t(count >= maxCounted ? 'partsMany' : 'partsShow', { count })}</summary>
      {isOpen ? (
        <LongList
          queryKey={['audit', 'parts', part_of]}
          ask={(after) => api.account.admin.audit({ part_of, limit: 50, ...after })}
          words={(key) => t(partWords[key])}
          isFiltered
        >
          {(lines) => (
            <ul className="mt-1 divide-y divide-line border-s-2 border-line">
              {lines.map((part) => (
                <Entry key={part.id} line={part} specs={specs} />
              ))}
            </ul>
          )}
        </LongList>
      ) : null}
    </details>
  )
}
const partWords = {
  loading: 'partsLoading',
  failed: 'partsFailed',
  none: 'partsNone',
  noneHint: 'partsNoneHint',
  noneYet: 'partsNoneHint',
  more: 'more',
} as const

/** Before and after, or just the facts where nothing existed before or nothing is left. */
function Changes({ changes, about }: { changes: readonly Change[]; about: string }) {
  const sides = (['before', 'after'] as const).filter((side) => changes.some((change) => change[side] !== null))
  const isBoth = sides.length > 1
  return (
    <details>
      <summary className={summary}>{isBoth ? t('changes', { count: changes.length }) : t('facts')}</summary>
      <table className="mt-1 w-full table-fixed text-sm">
        <caption className="sr-only">{t('changesOf', { action: about })}</caption>
        <thead className={isBoth ? '' : 'sr-only'}>
          <tr className="text-ink-2">
            {['field', ...sides].map((name) => (
              <th key={name} scope="col" className="py-1 pe-3 text-start font-medium">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, label, ...values }) => (
            <tr key={key} className="border-t border-line align-top">
              <th scope="row" className="py-1 pe-3 text-start font-medium">
                {label || t('value')}
              </th>
              {sides.map((side) => (
                <td key={side} className="typed py-1 pe-3 whitespace-pre-wrap">
                  {values[side] ?? t('nothing')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
