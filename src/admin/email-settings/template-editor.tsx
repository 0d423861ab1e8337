import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Language } from '../../kernel/language.ts'
import type { TemplateView } from '../../modules/mail/contract.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { agencyLanguages, languageName } from '../agency-languages.ts'
import { api } from '../api.ts'
import { type Draft, useDraft } from '../form/draft.ts'
import { type Save, useSave } from '../form/save.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { mailName, mailOccasion } from './placeholder-names.ts'
import { TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'
import type { Words } from './template-words.ts'
import { templatesKey } from './templates-key.ts'

const t = textOf('email')
const shared = textOf('form')

function useTemplate(listed: TemplateView, language: Language) {
  const queries = useQueryClient()
  // The list refreshes a moment after the save.
  const [saved, setSaved] = useState(listed)
  const template = saved.version > listed.version ? saved : listed
  const key = templatesKey(language)
  const { subject, html_body, is_active } = template
  const draft = useDraft<Words>({ subject, html_body, is_active })
  const which = { template_name: template.template_name, language, version: template.version }
  const show = (now: TemplateView) => {
    // A list that was asked for before the save must not replace what was saved.
    void queries.cancelQueries({ queryKey: key })
    setSaved(now)
    draft.discard()
    queries.setQueryData<TemplateView[]>(key, (all) =>
      all?.map((each) => (each.template_name === now.template_name ? now : each)),
    )
  }
  const again = () => void queries.invalidateQueries({ queryKey: key })
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
  return { template, draft, save, reset }
}

type EditorProps = { template: TemplateView; language: Language; onClose: () => void }
export function TemplateEditor({ template: listed, language, onClose }: EditorProps) {
  const { template, draft, save, reset } = useTemplate(listed, language)
  const { leave, question } = useUnsaved(draft.isDirty)
  const isOwner = useMayEnter('staff')
  const mayEdit = isOwner || !template.isForOwners
  const name = mailName(template.template_name)
  const isFirst = language === agencyLanguages().first
  return (
    <Dialog
      open
      size="full"
      className="md:w-[min(calc(100vw-4rem),84rem)]"
      keepOnOutsidePress
      onClose={() => leave(onClose)}
      title={isFirst ? name : t('inLanguage', { name, language: languageName(language) })}
      closeLabel={t('close')}
      footer={mayEdit ? <Actions template={template} draft={draft} save={save} reset={reset} /> : null}
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <p className="text-ink-2">{mailOccasion(template.template_name)}</p>
          {(save.fault ?? reset.fault) ? (
            <Notice tone="danger" role="alert">
              {save.fault ?? reset.fault}
            </Notice>
          ) : null}
          {mayEdit ? null : <Notice>{t('ownersTemplate')}</Notice>}
          <fieldset disabled={!mayEdit} className="grid min-w-0 grid-cols-1 gap-4">
            <Switch
              label={t('templateOn')}
              hint={t('templateOnHint')}
              checked={draft.value.is_active}
              onChange={(event) => draft.change('is_active', event.target.checked)}
            />
            <TemplateFields
              template={template}
              language={language}
              draft={draft}
              errorOf={save.errorOf}
              isDisabled={!mayEdit}
            />
          </fieldset>
        </div>
        <TemplatePreview template={template} language={language} words={draft.value} mayTest={mayEdit} />
        {question}
      </div>
    </Dialog>
  )
}

type ActionsProps = { template: TemplateView; draft: Draft<Words>; save: Save; reset: Save }

function Actions({ template, draft, save, reset }: ActionsProps): ReactNode {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <span role="status" className="me-auto">
        {draft.isDirty ? <Badge tone="warn">{shared('unsaved')}</Badge> : null}
      </span>
      {template.isDefault && !draft.isDirty ? null : (
        <Button variant="quiet" loading={reset.isPending} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('toDefault')}
        </Button>
      )}
      <Button loading={save.isPending} onClick={save.run}>
        {t('saveTemplate')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('resetTitle')}
          confirm={t('toDefault')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            reset.run()
          }}
        >
          <p>{t('resetHint', { name: mailName(template.template_name) })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
