import { useMemo, useState } from 'react'
import { factsOf, type Language } from '../../../kernel/language.ts'
import { type Editing, type Format, useEditing } from '../../rich-text/editing.ts'
import type { LinkTarget } from '../../rich-text/link-dialog.tsx'
import { RichField, TextFrame, useTextLinks } from '../../rich-text/rich-field.tsx'
import { textOf } from '../../text.ts'
import { placeholderName } from '../placeholder-names.ts'
import { BodyTools } from './body-tools.tsx'
import { insertChip } from './chips.ts'
import { bodyFormat, subjectFormat } from './mail-formats.ts'
import { isKept, readBody, writeBody } from './mail-html.ts'
import { SuggestionList } from './suggestion-list.tsx'

export { isKept }
/** What the visual editor keeps of HTML. */
export const simplified = (html: string): string => writeBody(readBody(html))

export type MailWords = { readonly subject: string; readonly html_body: string }
type Props = {
  words: MailWords
  language: Language
  variables: readonly string[]
  isAboutBooking: boolean
  isDisabled: boolean
  errorOf: (path: string) => string | undefined
  onChange: (path: keyof MailWords, text: string) => void
}

const t = textOf('email')
const isLink = (name: string): boolean => name.endsWith('_url')
const linkTargets = (variables: readonly string[]): LinkTarget[] =>
  variables.filter(isLink).map((name) => ({ value: `{{${name}}}`, label: placeholderName(name) }))

/** Subject and body with placeholders as single pieces, and the buttons that insert them where the cursor was last. */
export function VisualFields({ words, language, variables, isAboutBooking, isDisabled, errorOf, onChange }: Props) {
  const [isInSubject, setInSubject] = useState(false)
  const formats = useMemo(() => ({ subject: subjectFormat(variables), body: bodyFormat(variables) }), [variables])
  const subject = useMailText({
    ...{ format: formats.subject, value: words.subject, language, isDisabled, isLine: true },
    error: errorOf('subject'),
    onChange: (text) => onChange('subject', text),
  })
  const body = useMailText({
    ...{ format: formats.body, value: words.html_body, language, isDisabled, hint: true },
    error: errorOf('html_body'),
    onChange: (text) => onChange('html_body', text),
  })
  return (
    <>
      <RichField id={subject.id} label={t('subject')} error={errorOf('subject')}>
        <TextFrame editing={subject.editing} onFocus={() => setInSubject(true)}>
          <SuggestionList editing={subject.editing} id={subject.id} />
        </TextFrame>
      </RichField>
      <RichField id={body.id} label={t('body')} hint={t('bodyHint')} error={errorOf('html_body')}>
        <TextFrame
          editing={body.editing}
          onFocus={() => setInSubject(false)}
          tools={
            isDisabled ? null : (
              <BodyTools
                editing={body.editing}
                id={body.id}
                targets={linkTargets(variables)}
                isAboutBooking={isAboutBooking}
              />
            )
          }
        >
          <SuggestionList editing={body.editing} id={body.id} />
        </TextFrame>
      </RichField>
      {isDisabled ? null : (
        <ChipButtons
          variables={variables}
          onInsert={(name) => (isInSubject ? subject : body).editing.run(insertChip(name))}
        />
      )}
    </>
  )
}

type TextOptions = {
  format: Format
  value: string
  language: Language
  isDisabled: boolean
  isLine?: boolean
  hint?: boolean
  error: string | undefined
  onChange: (text: string) => void
}
function useMailText(options: TextOptions): { id: string; editing: Editing } {
  const { format, value, language, onChange, isDisabled, ...rest } = options
  const { id, attributes: links } = useTextLinks({ ...rest, isDisabled, required: true })
  const attributes = { ...links, lang: language, dir: factsOf(language).direction }
  return { id, editing: useEditing({ format, value, onChange, attributes, isDisabled }) }
}

type ChipsProps = { variables: readonly string[]; onInsert: (name: string) => void }
const agency = ['site_title', 'contact_phone', 'contact_email', 'verification_time']
const groupOf = (name: string) => (isLink(name) ? 'links' : agency.includes(name) ? 'agency' : 'values')

const ChipButtons = ({ variables, onInsert }: ChipsProps) => (
  <section aria-labelledby="insert-chip" className="grid gap-2">
    <h3 id="insert-chip" className="text-base">
      {t('insert')}
    </h3>
    <p className="text-sm text-ink-2">{t('insertHint')}</p>
    {(['values', 'links', 'agency'] as const).map((group) => {
      const names = variables.filter((name) => groupOf(name) === group)
      if (names.length === 0) return null
      return (
        <fieldset key={group} className="flex min-w-0 flex-wrap gap-1.5">
          <legend className="mb-1 text-sm font-semibold">{t(`chipGroups.${group}`)}</legend>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className="mail-chip-button"
              // The text keeps its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
            >
              {placeholderName(name)}
            </button>
          ))}
        </fieldset>
      )
    })}
  </section>
)
