import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TemplateView } from '../../modules/mail/contract.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { type Draft, useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { TemplatePreview } from './template-preview.tsx'
import { templatesKey } from './templates-key.ts'

const t = textOf('email')
const shared = textOf('form')
type Words = Pick<TemplateView, 'subject' | 'html_body' | 'is_active'>

function useTemplate(template: TemplateView) {
  const queries = useQueryClient()
  const { subject, html_body, is_active } = template
  const draft = useDraft<Words>({ subject, html_body, is_active })
  const which = { template_name: template.template_name, version: template.version }
  const show = (now: TemplateView) => {
    draft.discard()
    queries.setQueryData<TemplateView[]>(templatesKey, (all) =>
      all?.map((each) => (each.template_name === now.template_name ? now : each)),
    )
  }
  const again = () => void queries.invalidateQueries({ queryKey: templatesKey })
  const save = useSave({
    call: () => api.mail.admin.saveTemplate({ ...which, ...draft.value }),
    done: t('templateSaved'),
    failed: t('templateFailed'),
    onDone: show,
    onFailed: again,
  })
  const reset = useSave({
    call: () => api.mail.admin.resetTemplate(which),
    done: t('templateReset'),
    failed: t('templateFailed'),
    onDone: show,
    onFailed: again,
  })
  return { draft, save, reset }
}

export function TemplateEditor({ template, onClose }: { template: TemplateView; onClose: () => void }) {
  const { draft, save, reset } = useTemplate(template)
  const { leave, question } = useUnsaved(draft.isDirty)
  const isOwner = useMayEnter('staff')
  const mayEdit = isOwner || !template.isForOwners
  return (
    <Dialog
      open
      size="wide"
      keepOnOutsidePress
      onClose={() => leave(onClose)}
      title={template.template_name}
      closeLabel={t('close')}
      footer={
        mayEdit ? (
          <>
            <span role="status" className="me-auto">
              {draft.isDirty ? <Badge tone="warn">{shared('unsaved')}</Badge> : null}
            </span>
            {template.isDefault ? null : (
              <Button variant="quiet" loading={reset.isPending} onClick={reset.run}>
                {t('toDefault')}
              </Button>
            )}
            <Button loading={save.isPending} onClick={save.run}>
              {t('saveTemplate')}
            </Button>
          </>
        ) : null
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {(save.fault ?? reset.fault) ? (
          <Notice tone="danger" role="alert">
            {save.fault ?? reset.fault}
          </Notice>
        ) : null}
        {mayEdit ? null : <Notice>{t('ownersTemplate')}</Notice>}
        <fieldset disabled={!mayEdit} className="grid grid-cols-1 gap-4">
          <Fields template={template} draft={draft} errorOf={save.errorOf} />
        </fieldset>
        <TemplatePreview template_name={template.template_name} words={draft.value} />
        {question}
      </div>
    </Dialog>
  )
}

type FieldsProps = { template: TemplateView; draft: Draft<Words>; errorOf: (path: string) => string | undefined }

function Fields({ template, draft, errorOf }: FieldsProps) {
  const body = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { html_body } = draft.value
    const at = body.current?.selectionStart ?? html_body.length
    const end = body.current?.selectionEnd ?? at
    draft.change('html_body', `${html_body.slice(0, at)}{{${name}}}${html_body.slice(end)}`)
  }
  return (
    <>
      <Switch
        label={t('templateOn')}
        hint={t('templateOnHint')}
        checked={draft.value.is_active}
        onChange={(event) => draft.change('is_active', event.target.checked)}
      />
      <Field label={t('subject')} error={errorOf('subject')} required>
        <TextInput
          value={draft.value.subject}
          maxLength={300}
          onChange={(event) => draft.change('subject', event.target.value)}
        />
      </Field>
      <Field label={t('body')} hint={t('bodyHint')} error={errorOf('html_body')} required>
        <TextArea
          ref={body}
          rows={10}
          maxLength={50_000}
          spellCheck={false}
          dir="ltr"
          className="max-h-96 font-mono text-sm"
          value={draft.value.html_body}
          onChange={(event) => draft.change('html_body', event.target.value)}
        />
      </Field>
      <fieldset>
        <legend className="group-legend">{t('variables')}</legend>
        <p className="mb-2 text-sm text-ink-2">{t('variablesHint')}</p>
        <div className="flex flex-wrap gap-1.5">
          {template.variables.map((name) => (
            <button
              key={name}
              type="button"
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
