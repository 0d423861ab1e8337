import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { kinds } from '../../services/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault, sendTable } from '../api.ts'
import { say, textOf } from '../text.ts'
import { tableHref, WithTranslations } from './with-translations.tsx'

const t = textOf('bulk')
const shell = textOf('shell')

export const kindOptions = kinds.map(({ key, labels }) => ({ value: key, label: say(labels.plural) }))
const look = buttonClass({ variant: 'secondary', size: 'sm' })
export const FileLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} download className={look}>
    <Download aria-hidden="true" /> {children}
  </a>
)

export function ChooseFile({ onStaged }: { onStaged: (uploadId: string) => void }) {
  const [kind, setKind] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const send = useMutation({
    mutationFn: (given: { kind: string; file: File }) => sendTable(given.kind, given.file),
    onSuccess: ({ id }) => onStaged(id),
    onError: () => showToast({ tone: 'error', title: shell('error'), description: t('failed') }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(kind === '' || file === null)
    if (kind !== '' && file !== null) send.mutate({ kind, file })
  }
  const fault = isIncomplete ? t('missing') : send.error && (readFault(send.error).message || shell('unreachable'))
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 rounded-lg border border-line bg-surface p-5">
      <Field label={t('type')} required>
        <Select
          placeholder={t('typeHint')}
          options={kindOptions}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        />
      </Field>
      {kind === '' ? null : <Template kind={kind} />}
      <Field label={t('file')} required hint={t('fileHint')}>
        <TextInput
          type="file"
          accept=".csv,.xlsx,.xls"
          className="h-auto py-6"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </Field>
      {fault ? (
        <Notice tone="danger" role="alert">
          {fault}
        </Notice>
      ) : null}
      <div>
        <Button type="submit" loading={send.isPending} icon={<Upload aria-hidden="true" />}>
          {t('look')}
        </Button>
      </div>
    </form>
  )
}

function Template({ kind }: { kind: string }) {
  const [isTranslated, setTranslated] = useState(false)
  const hrefOf = (format: 'csv' | 'xlsx') => tableHref('template', { kind, format, isTranslated })
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-3 text-sm">
        {t('template')}
        <FileLink href={hrefOf('csv')}>{t('templateCsv')}</FileLink>
        <FileLink href={hrefOf('xlsx')}>{t('templateXlsx')}</FileLink>
      </p>
      <WithTranslations checked={isTranslated} onChange={setTranslated} />
    </div>
  )
}
