import { useId } from 'react'
import { factsOf, type Language } from '../../kernel/language.ts'
import { plainOf } from '../../kernel/marked-text.ts'
import type { TranslatedField as Field_ } from '../../kernel/translation-contract.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { inWords, toControl } from '../catalogue/form.ts'
import { ItineraryInput } from '../catalogue/itinerary-input.tsx'
import { QuestionsInput } from '../catalogue/questions-input.tsx'
import { Thumbnail } from '../catalogue/thumbnail.tsx'
import { MarkedField } from '../rich-text/marked-field.tsx'
import { textOf } from '../text.ts'
import { specOf, type TranslationState } from './use-translation.ts'

const t = textOf('translations')
const tones = { missing: 'warn', outdated: 'danger', translated: 'success', optional: 'neutral' } as const
const written = (language: Language) => ({ lang: language, dir: factsOf(language).direction })
type Props = { field: Field_; languages: { original: Language; into: Language }; translation: TranslationState }

/** Original and translation side by side; on a phone below each other. */
export function TranslatedField({ field, languages, translation }: Props) {
  const heading = useId()
  const { path, label, state, picture } = field
  const isOutdated = state === 'outdated' && !translation.isConfirmed(path)
  return (
    <section aria-labelledby={heading} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id={heading} className="text-base font-semibold">
          {label}
        </h3>
        <StatusBadge tone={tones[isOutdated || state !== 'outdated' ? state : 'translated']}>
          {t(isOutdated || state !== 'outdated' ? state : 'confirmed')}
        </StatusBadge>
        {isOutdated ? (
          <Button variant="quiet" size="sm" onClick={() => translation.confirm(path)}>
            {t('confirm')}
          </Button>
        ) : null}
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <div className="min-w-0 rounded-md bg-tint p-3 whitespace-pre-line wrap-anywhere">
          {picture ? <Thumbnail address={picture} className="mb-2 aspect-[3/2] w-32" /> : null}
          <div {...written(languages.original)}>{shownOriginal(field)}</div>
        </div>
        <div className="min-w-0">
          <Control field={field} language={languages.into} translation={translation} />
        </div>
      </div>
    </section>
  )
}

function shownOriginal(field: Field_): string {
  if (field.input === 'richtext') return plainOf(String(field.original))
  const spec = specOf(field)
  return inWords(spec, toControl(spec, field.original, ''))
}

/** The id of the control, which an error leads to. */
export const idOf = (path: string): string => `translation-${path.replaceAll('.', '-')}`

type ControlProps = Pick<Props, 'field' | 'translation'> & { language: Language }
function Control({ field, language, translation }: ControlProps) {
  const { path, input } = field
  const held = translation.held(field)
  const common = { id: idOf(path), label: t('translation'), error: translation.errors[path] }
  const change = (value: unknown) => translation.change(path, value)
  switch (input) {
    case 'itinerary':
      return (
        <div dir={factsOf(language).direction}>
          <ItineraryInput {...common} days={held as never} onChange={change} />
        </div>
      )
    case 'questions':
      return (
        <div dir={factsOf(language).direction}>
          <QuestionsInput {...common} rows={held as never} onChange={change} />
        </div>
      )
    case 'richtext':
      return (
        <div dir={factsOf(language).direction}>
          <MarkedField {...common} value={String(held ?? '')} onChange={change} />
        </div>
      )
    default:
      return (
        <Field {...common} hint={input === 'list' ? t('onePerLine') : path === 'slug' ? t('slugHint') : undefined}>
          {input === 'text' ? (
            <TextInput
              {...written(language)}
              value={String(held ?? '')}
              onChange={({ target }) => change(target.value)}
            />
          ) : (
            <TextArea
              {...written(language)}
              rows={4}
              value={String(held ?? '')}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
      )
  }
}
