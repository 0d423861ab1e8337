import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { agencyLanguages } from '../agency-languages.ts'
import { readFault, sendTranslationFile } from '../api.ts'
import { kindOptions } from '../bulk/choose-file.tsx'
import { textOf } from '../text.ts'
import { ExportForTranslators, type ExportQuery } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

const t = textOf('translationFiles')
const shell = textOf('shell')

const content = 'content'
const queryOf = (kind: string): ExportQuery => (kind === content ? content : kind === '' ? {} : { kind })

/** Files for translators. Nothing is shown in a shop of one language. */
export function TranslationFiles() {
  const [kind, setKind] = useState('')
  if (agencyLanguages().all.length < 2) return null
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-5" aria-labelledby="translation-files">
      <div>
        <h2 id="translation-files" className="text-xl">
          {t('title')}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t('hint')}</p>
      </div>
      <Field label={t('which')}>
        <Select
          options={[{ value: '', label: t('allItems') }, ...kindOptions, { value: content, label: t('content') }]}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        />
      </Field>
      <div>
        <ExportForTranslators query={queryOf(kind)} variant="secondary" />
      </div>
      <ImportForm />
    </section>
  )
}

function ImportForm() {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const checking = useMutation({ mutationFn: (given: File) => sendTranslationFile(given) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(file === null)
    if (file !== null) checking.mutate(file)
  }
  const fault = isMissing ? t('missing') : checking.error && (readFault(checking.error).message || shell('unreachable'))
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 border-t border-line pt-4">
      <Field label={t('file')} hint={t('fileHint')}>
        <TextInput
          type="file"
          accept=".xlf,.xliff"
          className="h-auto py-4"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </Field>
      {fault ? (
        <Notice tone="danger" role="alert">
          {fault}
        </Notice>
      ) : null}
      <div>
        <Button type="submit" variant="secondary" loading={checking.isPending} icon={<Upload aria-hidden="true" />}>
          {t('check')}
        </Button>
      </div>
      {file && checking.data ? (
        <ImportDialog file={file} report={checking.data} onClose={() => checking.reset()} />
      ) : null}
    </form>
  )
}
