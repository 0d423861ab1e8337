import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Language } from '../../kernel/language.ts'
import type { TemplatePreview as Shown, TemplateView } from '../../modules/mail/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api, readFault, readFieldErrors } from '../api.ts'
import { useSettled } from '../form/use-settled.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { DraftTest } from './draft-test.tsx'
import { placeholderName } from './placeholder-names.ts'
import { PreviewFrame, type Width, widths } from './preview-frame.tsx'

const t = textOf('email')
const shell = textOf('shell')
type Words = { readonly subject: string; readonly html_body: string }
type Values = 'newest' | 'booking' | 'example'
type Props = { template: TemplateView; language: Language; words: Words; mayTest: boolean }

/** Shows the draft as the server would send it, a moment after the last key. */
export function TemplatePreview({ template, language, words, mayTest }: Props) {
  const [width, setWidth] = useState<Width>('phone')
  const [chosen, setChosen] = useState<Values>('newest')
  const [reference, setReference] = useState('')
  const { template_name } = template
  const values = chosen === 'booking' && reference.trim() === '' ? 'newest' : chosen
  const { subject, html_body } = words
  const draft = useSettled({ template_name, language, subject, html_body, values, reference }, 500)
  const preview = useQuery({
    queryKey: ['mail-preview', draft],
    queryFn: () => api.mail.admin.previewTemplate(draft),
    // The booking may have changed meanwhile.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  // The last one stays while the next is on its way.
  const last = useRef<Shown | undefined>(undefined)
  last.current = preview.data ?? last.current
  const shown = last.current
  const errors = readFieldErrors(preview.error)
  const referenceError = errors.find(({ path }) => path === 'reference')?.message
  return (
    <section aria-label={t('previewTitle')} className="grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-end gap-4">
        {template.isAboutBooking ? (
          <>
            <Field label={t('values.label')}>
              <Select
                value={chosen}
                onChange={(event) => setChosen(event.target.value as Values)}
                options={(['newest', 'booking', 'example'] as const).map((value) => ({
                  value,
                  label: t(`values.${value}`),
                }))}
              />
            </Field>
            {chosen === 'booking' ? (
              <Field label={t('reference')} error={referenceError}>
                <TextInput
                  className="max-w-48"
                  maxLength={40}
                  autoComplete="off"
                  value={reference}
                  onChange={(event) => setReference(event.target.value)}
                />
              </Field>
            ) : null}
          </>
        ) : null}
        <ChipRadio
          legend={t('width.legend')}
          hideLegend
          flow
          name="preview-width"
          value={width}
          onChange={(value) => setWidth(value as Width)}
          options={widths.map((value) => ({ value, label: t(`width.${value}`) }))}
        />
      </div>
      {preview.error && !referenceError ? (
        <Notice tone="danger" role="alert" title={t('previewFailed')}>
          {errors[0]?.message || readFault(preview.error).message || shell('unreachable')}
        </Notice>
      ) : null}
      {shown ? <PreviewFrame shown={shown} width={width} /> : null}
      <p role="status" className="text-sm text-ink-2">
        {shown ? <About template={template} shown={shown} values={draft.values} /> : t('previewing')}
      </p>
      {mayTest ? <DraftTest draft={{ template_name, language, subject, html_body, values, reference }} /> : null}
    </section>
  )
}

/** Whose values are shown. */
function About({ template, shown, values }: { template: TemplateView; shown: Shown; values: Values }) {
  const { booking, examples } = shown
  const source = booking
    ? booking.isTrue
      ? t('shownBooking', { reference: booking.reference })
      : t('notNow', { reference: booking.reference })
    : !template.isAboutBooking
      ? t('onlyExamples')
      : values === 'newest'
        ? t('noBooking')
        : t('values.example')
  const names = listed(examples.map(placeholderName))
  return (
    <>
      {source}
      {booking && names !== '' ? ` ${t('examples', { names })}` : null}
    </>
  )
}
