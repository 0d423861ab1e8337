import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import type { AuditLine } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { dateTime, Email, inWords } from '../labels.tsx'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { changesOf, nameIn } from './changes.ts'

const t = textOf('audit')
const auditKeys = ['who', 'action', 'subject', 'from', 'to'] as const
type Filters = { [key in (typeof auditKeys)[number]]?: string }

export function AuditTrail() {
  const search: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const next = Object.fromEntries(auditKeys.map((key) => [key, String(form.get(key) ?? '').trim()]))
    void navigate({ to: '/admin/audit', search: next as never, resetScroll: false })
  }
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-4 text-2xl sm:text-3xl">{t('title')}</h1>
      <search>
        <form
          key={JSON.stringify(search)}
          className="mb-4 grid grid-cols-1 items-end gap-3 sm:grid-cols-3 xl:grid-cols-[1fr_1fr_1fr_11rem_11rem_auto]"
          onSubmit={find}
        >
          {(['who', 'action', 'subject'] as const).map((key) => (
            <Field key={key} label={t(key)} hint={t(`${key}Hint`)}>
              <TextInput name={key} type="search" maxLength={100} defaultValue={search[key] ?? ''} />
            </Field>
          ))}
          {(['from', 'to'] as const).map((key) => (
            <Field key={key} label={t(key)}>
              <TextInput name={key} type="date" defaultValue={search[key] ?? ''} />
            </Field>
          ))}
          <Button type="submit" icon={<Search aria-hidden="true" />}>
            {t('find')}
          </Button>
        </form>
      </search>
      <List search={search} />
    </>
  )
}

const List = ({ search }: { search: Filters }) => (
  <LongList
    queryKey={['audit', search]}
    ask={(after) => api.account.admin.audit({ ...search, limit: 50, ...after })}
    words={t}
    isFiltered
  >
    {(lines) => (
      <ul aria-label={t('title')} className="card divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    )}
  </LongList>
)

const words = (action: string): string => inWords(action.replaceAll('.', ' '))

const Line = ({ line }: { line: AuditLine }) => (
  <li className="px-4 py-3 wrap-anywhere sm:px-5">
    <div className="grid gap-x-4 gap-y-1 md:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]">
      <time dateTime={line.at} className="text-sm text-ink-2 tabular-nums">
        {dateTime(line.at)}
      </time>
      <span>
        <span className="block font-semibold">{words(line.action)}</span>
        <Subject line={line} />
      </span>
      <span className="text-sm">
        {line.who}
        {line.email ? (
          <span className="block text-ink-2">
            <Email address={line.email} />
          </span>
        ) : null}
      </span>
    </div>
    <Changes line={line} />
  </li>
)

function Subject({ line }: { line: AuditLine }) {
  const { subject_type: type, subject_id: id } = line
  const name = nameIn(line)
  return (
    <span className="block text-sm text-ink-2">
      {words(type)}{' '}
      {type === 'booking' ? (
        <a href={`/admin/bookings?booking=${encodeURIComponent(id)}`}>{t('openBooking')}</a>
      ) : (
        <>
          {name ? (
            <>
              <bdi className="text-ink">{name}</bdi> ·{' '}
            </>
          ) : null}
          <bdi>{id}</bdi>
        </>
      )}
    </span>
  )
}

function Changes({ line }: { line: AuditLine }) {
  const changes = changesOf(line.before, line.after)
  if (changes.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="min-h-8 cursor-pointer text-sm pointer-coarse:min-h-11 pointer-coarse:py-3 text-primary-strong">
        {t('changes', { count: changes.length })}
      </summary>
      <table className="mt-2 w-full table-fixed text-sm">
        <caption className="sr-only">{t('changesOf', { action: words(line.action) })}</caption>
        <thead>
          <tr className="text-start text-ink-2">
            {['field', 'before', 'after'].map((name) => (
              <th key={name} scope="col" className="py-1 pe-3 text-start font-medium">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className="border-t border-line align-top">
              <th scope="row" className="py-1 pe-3 text-start font-medium">
                {field ? inWords(field) : t('value')}
              </th>
              <td className="py-1 pe-3 whitespace-pre-wrap">{before ?? t('nothing')}</td>
              <td className="py-1 whitespace-pre-wrap">{after ?? t('nothing')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
