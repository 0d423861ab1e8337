import { useDeferredValue, useState } from 'react'
import { markedHtml } from '../../kernel/marked-text.ts'
import type { EditedPage } from '../../modules/content/index.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { MarkedField } from '../rich-text/marked-field.tsx'
import { textOf } from '../text.ts'
import { contentTexts } from '../translations/sources.ts'
import { TranslateButton } from '../translations/translate-button.tsx'

const t = textOf('pages')
type Form = Pick<EditedPage, 'title' | 'body' | 'seo_title' | 'seo_description'>
const formOf = ({ title, body, seo_title, seo_description }: EditedPage): Form => ({
  title,
  body,
  seo_title,
  seo_description,
})
const isSame = (a: Form, b: Form): boolean => JSON.stringify(formOf(a as EditedPage)) === JSON.stringify(b)

export function PageEditor({ page, onSettled }: { page: EditedPage; onSettled: () => void }) {
  const [opened, setOpened] = useState({ form: formOf(page), version: page.version })
  const [form, setForm] = useState(opened.form)
  const isOvertaken = page.version !== opened.version
  const save = useAction(
    async () => {
      // After a conflict the stored text is shown, so a second save overwrites it on purpose.
      const version = save.isFailed ? page.version : opened.version
      const saved = await api.content.admin.savePage({ slug: page.slug, version, ...form })
      setOpened({ form: formOf(saved), version: saved.version })
      setForm(formOf(saved))
    },
    { done: t('saved'), failed: t('saveFailed') },
    onSettled,
  )
  const isDirty = JSON.stringify(form) !== JSON.stringify(opened.form)
  const { question } = useUnsaved(isDirty)
  const takeTheirs = () => {
    setOpened({ form: formOf(page), version: page.version })
    setForm(formOf(page))
    save.reset()
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.run()
      }}
    >
      {page.isDefault ? (
        <Notice tone="info" title={t('standard')}>
          {t('standardHint')}
        </Notice>
      ) : null}
      {isOvertaken && save.isFailed && !isSame(page, form) ? (
        <Notice tone="warn" title={t('theirs')}>
          <p>{t('theirsHint')}</p>
          <p className="my-2 font-semibold">{page.title}</p>
          <TextArea readOnly rows={8} aria-label={t('theirs')} value={page.body} />
          <Button variant="secondary" size="sm" className="mt-2" onClick={takeTheirs}>
            {t('takeTheirs')}
          </Button>
        </Notice>
      ) : null}
      <Fields form={form} errors={save.errors} onChange={(next) => setForm({ ...form, ...next })} />
      <Fault fault={save.fault} />
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-bg px-4 py-3 sm:mx-0 sm:px-0">
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
        {isDirty ? (
          <>
            <Button
              variant="secondary"
              onClick={() => {
                setForm(opened.form)
                save.reset()
              }}
            >
              {t('discard')}
            </Button>
            <Badge tone="warn">{t('unsaved')}</Badge>
          </>
        ) : null}
        <div className="flex flex-wrap gap-1 sm:ms-auto">
          <TranslateButton source={contentTexts({ subject: 'page', id: page.slug, title: page.title })} />
          <a href={`/${page.slug}`} target="_blank" rel="noopener" className={buttonClass({ variant: 'quiet' })}>
            {t('view')}
          </a>
        </div>
      </div>
      {question}
    </form>
  )
}

type FieldsProps = { form: Form; errors: Readonly<Record<string, string>>; onChange: (next: Partial<Form>) => void }

function Fields({ form, errors, onChange }: FieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <div className="grid content-start gap-4">
        <Field label={t('fieldTitle')} required error={errors.title}>
          <TextInput maxLength={200} value={form.title} onChange={(event) => onChange({ title: event.target.value })} />
        </Field>
        <MarkedField
          label={t('text')}
          required
          error={errors.body}
          value={form.body}
          onChange={(body) => onChange({ body })}
        />
        <Field label={t('seoTitle')} optionalLabel={t('optional')} error={errors.seo_title}>
          <TextInput
            maxLength={120}
            value={form.seo_title ?? ''}
            onChange={(event) => onChange({ seo_title: event.target.value || null })}
          />
        </Field>
        <Field label={t('seoDescription')} optionalLabel={t('optional')} error={errors.seo_description}>
          <TextArea
            rows={2}
            maxLength={320}
            value={form.seo_description ?? ''}
            onChange={(event) => onChange({ seo_description: event.target.value || null })}
          />
        </Field>
      </div>
      <Preview title={form.title} body={form.body} />
    </div>
  )
}

function Preview({ title, body }: { title: string; body: string }) {
  const html = markedHtml(useDeferredValue(body))
  return (
    <section aria-label={t('preview')} className="card min-w-0 p-4 wrap-anywhere sm:p-5">
      <p className="mb-3 text-sm font-semibold text-ink-2">{t('preview')}</p>
      <h2 className="text-2xl" dir="auto">
        {title}
      </h2>
      <div
        dir="auto"
        className="prose mt-4"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made of a text that cannot hold a tag
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  )
}
