import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadView } from '../../modules/catalogue/index.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('bulk')
const shell = textOf('shell')

export function Mapping({ upload }: { upload: UploadView }) {
  const client = useQueryClient()
  const [mapping, setMapping] = useState(upload.mapping)
  const check = useMutation({
    mutationFn: () => api.catalogue.admin.uploads.check({ uploadId: upload.id, mapping }),
    onSuccess: (next) => client.setQueryData(['bulk-upload', upload.id], next),
    onSettled: () => void client.invalidateQueries({ queryKey: ['bulk-upload'] }),
  })
  const choose = (at: number, name: string) => setMapping(mapping.map((was, n) => (n === at ? name || null : was)))
  const unknown = upload.mapping.filter((name) => name === null).length
  const isGuess = (at: number) => upload.guessed.includes(at) && mapping[at] === upload.mapping[at]
  const faultAt = (at: number) =>
    mapping[at] === null ? upload.columnFaults.find(({ column }) => column === at)?.message : undefined
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(upload.mapping)
  return (
    <Accordion
      title={t('columns', { known: upload.mapping.length - unknown, count: upload.mapping.length })}
      open={unknown > 0 || upload.guessed.length > 0}
    >
      <p className="mb-4 text-sm text-ink-2">{t('columnsHint')}</p>
      {upload.guessed.length > 0 ? (
        <Notice tone="warn" className="mb-4">
          {t('guessedNotice', { count: upload.guessed.length })}
        </Notice>
      ) : null}
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {upload.headers.map((header, at) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            key={at}
            label={header || t('column', { number: at + 1 })}
            hint={isGuess(at) ? t('guessed') : undefined}
            error={faultAt(at)}
          >
            <Select value={mapping[at] ?? ''} onChange={(event) => choose(at, event.target.value)}>
              <option value="">{t('leaveOut')}</option>
              {upload.fields.map(({ name, label }) => (
                <option key={name} value={name} disabled={mapping.includes(name) && mapping[at] !== name}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      {check.error ? (
        <Notice tone="danger" role="alert" className="mt-4">
          {readFault(check.error).message || shell('unreachable')}
        </Notice>
      ) : null}
      <Button
        className="mt-4"
        variant="secondary"
        disabled={!isChanged}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t('checkAgain')}
      </Button>
    </Accordion>
  )
}
