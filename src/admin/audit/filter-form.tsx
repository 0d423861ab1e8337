import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { auditThingNames } from '../../modules/account/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('audit')
const filterKeys = ['person', 'thing', 'from', 'to'] as const
export type Filters = { readonly [key in (typeof filterKeys)[number] | 'action' | 'subject']?: string }

export function FilterForm({ search }: { search: Filters }) {
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const filled = filterKeys.map((key) => [key, String(form.get(key) ?? '')]).filter(([, value]) => value !== '')
    void navigate({ to: '/admin/audit', search: Object.fromEntries(filled) as never, resetScroll: false })
  }
  return (
    <search>
      <form
        key={JSON.stringify(search)}
        className="mb-4 grid grid-cols-1 items-end gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_11rem_11rem_auto]"
        onSubmit={find}
      >
        <Field label={t('person')}>
          <PersonSelect value={search.person ?? ''} />
        </Field>
        <Field label={t('thing')}>
          <Select
            name="thing"
            defaultValue={search.thing ?? ''}
            placeholder={t('everything')}
            options={auditThingNames.map((value) => ({ value, label: t(`things.${value}`) }))}
          />
        </Field>
        {(['from', 'to'] as const).map((key) => (
          <Field key={key} label={t(key)}>
            <TextInput name={key} type="date" defaultValue={search[key] ?? ''} />
          </Field>
        ))}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2 xl:col-span-1">
          <Button type="submit">{t('find')}</Button>
          {Object.keys(search).length > 0 ? (
            <Link to="/admin/audit" search={{} as never} resetScroll={false}>
              {t('clear')}
            </Link>
          ) : null}
        </div>
      </form>
    </search>
  )
}

function PersonSelect({ value, ...field }: { value: string }) {
  const staff = useQuery({ queryKey: ['staff'], queryFn: () => api.account.admin.staff() })
  const people = staff.data?.people.map(({ id, full_name: label }) => ({ value: id, label })) ?? []
  const options = [...people, { value: 'shop', label: t('shop') }]
  // A former member of staff is not among the people.
  const missing = value !== '' && !options.some((one) => one.value === value)
  return (
    <Select
      {...field}
      key={staff.dataUpdatedAt}
      name="person"
      defaultValue={value}
      placeholder={t('everybody')}
      options={missing ? [...options, { value, label: t('former') }] : options}
    />
  )
}
