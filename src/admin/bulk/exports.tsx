import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { textOf } from '../text.ts'
import { FileLink, kindOptions } from './choose-file.tsx'
import { tableHref, WithTranslations } from './with-translations.tsx'

const t = textOf('bulk')

export function Exports() {
  const [kind, setKind] = useState(kindOptions[0]?.value ?? '')
  const [isTranslated, setTranslated] = useState(false)
  const hrefOf = (format: 'csv' | 'xlsx') => tableHref('export', { kind, format, isTranslated })
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-5" aria-labelledby="bulk-export">
      <div>
        <h2 id="bulk-export" className="text-xl">
          {t('export')}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t('exportHint')}</p>
      </div>
      <Field label={t('exportType')}>
        <Select options={kindOptions} value={kind} onChange={(event) => setKind(event.target.value)} />
      </Field>
      <WithTranslations checked={isTranslated} onChange={setTranslated} />
      <p className="flex flex-wrap gap-3">
        <FileLink href={hrefOf('csv')}>{t('exportCsv')}</FileLink>
        <FileLink href={hrefOf('xlsx')}>{t('exportXlsx')}</FileLink>
      </p>
    </section>
  )
}
