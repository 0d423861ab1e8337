import { useRef } from 'react'
import { factsOf, type Language } from '../../kernel/language.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import type { Draft } from '../form/draft.ts'
import { textOf } from '../text.ts'
import { placeholderName } from './placeholder-names.ts'
import type { Words } from './template-words.ts'

const t = textOf('email')
type Props = {
  variables: readonly string[]
  language: Language
  draft: Draft<Words>
  errorOf: (path: string) => string | undefined
}

/** Subject and HTML as they are stored, with placeholders in double braces (A226). */
export function SourceFields({ variables, language, draft, errorOf }: Props) {
  const body = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { html_body } = draft.value
    const at = body.current?.selectionStart ?? html_body.length
    const end = body.current?.selectionEnd ?? at
    draft.change('html_body', `${html_body.slice(0, at)}{{${name}}}${html_body.slice(end)}`)
  }
  return (
    <>
      <Field label={t('subject')} error={errorOf('subject')} required>
        <TextInput
          lang={language}
          dir={factsOf(language).direction}
          value={draft.value.subject}
          maxLength={300}
          onChange={(event) => draft.change('subject', event.target.value)}
        />
      </Field>
      <Field label={t('sourceBody')} hint={t('bodyHint')} error={errorOf('html_body')} required>
        <TextArea
          ref={body}
          rows={14}
          maxLength={50_000}
          spellCheck={false}
          dir="ltr"
          className="max-h-[60vh] font-mono text-sm"
          value={draft.value.html_body}
          onChange={(event) => draft.change('html_body', event.target.value)}
        />
      </Field>
      <fieldset>
        <legend className="group-legend">{t('sourcePlaceholders')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {variables.map((name) => (
            <button
              key={name}
              type="button"
              title={placeholderName(name)}
              onClick={() => insert(name)}
              className="min-h-9 pointer-coarse:min-h-11 rounded-sm border border-line bg-sunken px-2 font-mono text-sm hover:border-control"
            >
              {`{{${name}}}`}
            </button>
          ))}
        </div>
      </fieldset>
    </>
  )
}
