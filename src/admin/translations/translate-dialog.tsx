import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isLanguage, type Language, languages } from '../../kernel/language.ts'
import type { Translated } from '../../kernel/translation-contract.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { agencyLanguages, languageName } from '../agency-languages.ts'
import { readFault } from '../api.ts'
import { ListSkeleton } from '../catalogue/list-skeleton.tsx'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { textOf } from '../text.ts'
import { percentOf } from './percent.ts'
import type { TextSource } from './sources.ts'
import { idOf, TranslatedField } from './translated-field.tsx'
import { type TranslationState, useTranslation } from './use-translation.ts'

const t = textOf('translations')
const shell = textOf('shell')

/** Texts beside their translations, one language at a time. */
export function TranslateDialog({ source, onClose }: { source: TextSource; onClose: () => void }) {
  const { first, all } = agencyLanguages()
  const others = languages.filter((code) => code !== first)
  const [language, setLanguage] = useState<Language>(all[1] ?? others[0] ?? first)
  const translation = useTranslation(source, language)
  const unsaved = useUnsaved(translation.isDirty)
  const { stored } = translation
  return (
    <Dialog
      open
      onClose={() => unsaved.leave(onClose)}
      keepOnOutsidePress
      size="full"
      title={source.title}
      closeLabel={t('close')}
      footer={<Actions translation={translation} onClose={() => unsaved.leave(onClose)} />}
    >
      <div className="grid gap-5">
        <LanguageChoice
          {...{ source, others, language }}
          onChoose={(next) =>
            unsaved.leave(() => {
              translation.forget()
              setLanguage(next)
            })
          }
        />
        {stored.data ? (
          <Fields data={stored.data} language={language} translation={translation} />
        ) : stored.isError ? (
          <Failed error={stored.error} onRetry={() => void stored.refetch()} />
        ) : (
          <ListSkeleton label={t('loading')} />
        )}
      </div>
      {unsaved.question}
    </Dialog>
  )
}

const Actions = ({ translation, onClose }: { translation: TranslationState; onClose: () => void }) => (
  <>
    {translation.isDirty ? (
      <Badge tone="warn" className="me-auto">
        {t('unsaved')}
      </Badge>
    ) : null}
    <Button variant="secondary" onClick={onClose}>
      {t('close')}
    </Button>
    <Button
      disabled={!translation.isDirty}
      loading={translation.isSaving}
      loadingLabel={t('saving')}
      onClick={translation.save}
    >
      {t('save')}
    </Button>
  </>
)

type ChoiceProps = {
  source: TextSource
  others: readonly Language[]
  language: Language
  onChoose: (language: Language) => void
}
function LanguageChoice({ source, others, language, onChoose }: ChoiceProps) {
  const { data } = useQuery({
    queryKey: ['translations', source.key],
    queryFn: source.languages,
  })
  return (
    <Field label={t('language')} className="max-w-sm">
      <Select value={language} onChange={({ target }) => onChoose(target.value as Language)}>
        {others.map((code) => {
          const progress = data?.items.find((each) => each.language === code)?.progress
          const name = languageName(code)
          return (
            <option key={code} value={code}>
              {progress ? t('choice', { language: name, percent: percentOf(progress) }) : name}
            </option>
          )
        })}
      </Select>
    </Field>
  )
}

type FieldsProps = { data: Translated; language: Language; translation: TranslationState }
function Fields({ data, language, translation }: FieldsProps) {
  const { total, translated, outdated } = data.progress
  const original = isLanguage(data.original_language) ? data.original_language : 'en'
  return (
    <>
      <p className="text-ink-2" role="status">
        {t('progress', { translated, total, outdated })}
        {data.fields.some(({ picture }) => picture) ? ` ${t('picturesCount')}` : null}
      </p>
      <ErrorSummary
        title={t('check')}
        attempt={translation.attempt}
        errors={Object.entries(translation.errors).map(([path, message]) => ({ controlId: idOf(path), message }))}
      />
      {data.fields.map((field) => (
        <TranslatedField
          key={field.path}
          field={field}
          languages={{ original, into: language }}
          translation={translation}
        />
      ))}
    </>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Notice tone="danger" role="alert">
    <p className="mb-2">{readFault(error).message || shell('unreachable')}</p>
    <Button size="sm" variant="secondary" onClick={onRetry}>
      {shell('retry')}
    </Button>
  </Notice>
)
