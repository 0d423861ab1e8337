import { useMutation } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import type { Language } from '../../kernel/language.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { agencyLanguages, languageName } from '../agency-languages.ts'
import { fetchContentFile, fetchTranslationFile, readFault } from '../api.ts'
import { saveAnswer } from '../bookings/export-button.tsx'
import { textOf } from '../text.ts'

const t = textOf('translationFiles')
const shell = textOf('shell')

/** Which items: the query of `GET /api/admin/translation-export`. 'content': pages, menus and settings. */
export type ExportQuery = Readonly<Record<string, string>> | 'content'
type Props = { query: ExportQuery; onClose: () => void }

export function ExportDialog({ query, onClose }: Props) {
  const isContent = query === 'content'
  const { first, all } = agencyLanguages()
  const others = all.filter((code) => code !== first)
  const [language, setLanguage] = useState<Language>(others[0] ?? first)
  const [isOpenOnly, setOpenOnly] = useState(true)
  const [hasSlugs, setSlugs] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      const chosen = { language, ...(isOpenOnly && { only: 'open' }), ...(hasSlugs && { slugs: 'yes' }) }
      const answer = isContent ? fetchContentFile(chosen) : fetchTranslationFile({ ...query, ...chosen })
      await saveAnswer(await answer)
    },
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('exportTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={saving.isPending} onClick={() => saving.mutate()}>
            {t('download')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{t(isContent ? 'contentHint' : 'exportHint')}</p>
        <Field label={t('language')}>
          <Select
            value={language}
            onChange={({ target }) => setLanguage(target.value as Language)}
            options={others.map((code) => ({ value: code, label: languageName(code) }))}
          />
        </Field>
        <Checkbox label={t('onlyOpen')} checked={isOpenOnly} onChange={({ target }) => setOpenOnly(target.checked)} />
        {isContent ? null : (
          <Checkbox
            label={t('slugs')}
            hint={t('slugsHint')}
            checked={hasSlugs}
            onChange={({ target }) => setSlugs(target.checked)}
          />
        )}
        {saving.error ? (
          <Notice tone="danger" role="alert">
            {readFault(saving.error).message || shell('unreachable')}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

type ButtonProps = { query: ExportQuery; variant?: 'quiet' | 'secondary' }
/** Nothing is shown in a shop of one language. */
export function ExportForTranslators({ query, variant = 'quiet' }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (agencyLanguages().all.length < 2) return null
  return (
    <>
      <Button variant={variant} size="sm" icon={<Languages aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('export')}
      </Button>
      {isOpen ? <ExportDialog query={query} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
