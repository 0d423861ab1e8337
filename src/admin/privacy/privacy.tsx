import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type { PersonFacts } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api, readFault, readFieldErrors } from '../api.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { ExportPersonButton } from './export-button.tsx'
import { StoredData } from './stored-data.tsx'

const t = textOf('privacy')

export function Privacy() {
  const { email: given = '' } = useSearch({ strict: false }) as { email?: string }
  const [email, setEmail] = useState(given)
  const [isAsked, setAsked] = useState(false)
  const search = useMutation({ mutationFn: () => api.account.admin.findPerson({ email }) })
  const { mutate } = search
  // A link from the customer's page looks up at once.
  useEffect(() => {
    if (given !== '') mutate()
  }, [given, mutate])
  const look = (event: FormEvent) => {
    event.preventDefault()
    if (!search.isPending && email.trim() !== '') search.mutate()
  }
  const change = (next: string) => {
    setEmail(next)
    search.reset()
  }
  const fault = search.error
    ? readFieldErrors(search.error)[0]?.message || readFault(search.error).message || t('failed')
    : undefined
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-2 text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="mb-4 max-w-2xl text-ink-2">{t('intro')}</p>
      <search>
        <form noValidate onSubmit={look} className="field-row mb-5 max-w-2xl">
          <Address label={t('email')} error={fault} value={email} onChange={change} />
          <Button type="submit" variant="secondary" loading={search.isPending}>
            {t('find')}
          </Button>
        </form>
      </search>
      {search.data ? (
        <StoredData
          person={search.data}
          download={<ExportPersonButton email={search.data.email} />}
          onErase={() => setAsked(true)}
        />
      ) : null}
      {search.data && isAsked ? (
        <EraseDialog person={search.data} onDone={() => change('')} onClose={() => setAsked(false)} />
      ) : null}
    </>
  )
}

type AddressProps = {
  label: string
  error: string | undefined
  value: string
  onChange: (address: string) => void
}

const Address = ({ value, onChange, ...field }: AddressProps) => (
  <Field {...field}>
    <TextInput
      type="email"
      maxLength={254}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
)

type EraseProps = { person: PersonFacts; onDone: () => void; onClose: () => void }

function EraseDialog({ person: { email }, onDone, onClose }: EraseProps) {
  const [typed, setTyped] = useState('')
  const erase = useAction(
    () => api.account.admin.erasePerson({ email, confirmation: typed.trim() }),
    { done: t('done'), failed: t('eraseFailed') },
    () => {},
    () => {
      onClose()
      onDone()
    },
  )
  return (
    <ConfirmDialog
      title={t('question')}
      confirm={t('confirm')}
      isPending={erase.isPending}
      fault={erase.errors.confirmation ? null : erase.fault}
      onConfirm={erase.run}
      onClose={onClose}
    >
      <p>{t('gone')}</p>
      <p>{t('kept')}</p>
      <p className="font-semibold">{t('final')}</p>
      <Address label={t('type', { email })} error={erase.errors.confirmation} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  )
}
