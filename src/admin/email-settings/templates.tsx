import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type Language, languages } from '../../kernel/language.ts'
import type { TemplateView } from '../../modules/mail/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { agencyLanguages, languageName } from '../agency-languages.ts'
import { api } from '../api.ts'
import { Loaded } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { mailName, mailOccasion } from './placeholder-names.ts'
import { TemplateEditor } from './template-editor.tsx'
import { templatesKey } from './templates-key.ts'

const t = textOf('email')

const groups = ['customers', 'agency', 'accounts'] as const
const accountMails = ['verify_email', 'reset_password', 'staff_invitation', 'sign_in_locked', 'security_notice']
const groupOf = ({ template_name: name }: TemplateView): (typeof groups)[number] =>
  name.startsWith('admin_') ? 'agency' : accountMails.includes(name) ? 'accounts' : 'customers'

/** All mail templates by who gets them; each opens in its editor (A225). */
export function Templates() {
  const [language, setLanguage] = useState<Language>(agencyLanguages().first)
  const templates = useQuery({
    queryKey: templatesKey(language),
    queryFn: () => api.mail.admin.templates({ language }),
  })
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">{t('languageHint')}</p>
      <Field label={t('language')} className="mb-6 max-w-sm">
        <Select
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
          options={languages.map((code) => ({ value: code, label: languageName(code) }))}
        />
      </Field>
      <Loaded query={templates}>
        {(all) => {
          const edited = all.find((template) => template.template_name === open)
          return (
            <>
              {groups.map((group) => (
                <section key={group} aria-labelledby={`mails-${group}`} className="mb-6">
                  <h2 id={`mails-${group}`} className="mb-2 text-lg">
                    {t(`groups.${group}`)}
                  </h2>
                  <ul className="card divide-y divide-line">
                    {all
                      .filter((template) => groupOf(template) === group)
                      .map((template) => (
                        <Row
                          key={template.template_name}
                          template={template}
                          onOpen={() => setOpen(template.template_name)}
                        />
                      ))}
                  </ul>
                </section>
              ))}
              {edited ? <TemplateEditor template={edited} language={language} onClose={() => setOpen(null)} /> : null}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

const Row = ({ template, onOpen }: { template: TemplateView; onOpen: () => void }) => (
  <li>
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-12 w-full items-center gap-3 p-4 text-start -outline-offset-3 hover:bg-sunken"
    >
      <span className="min-w-0 grow">
        <span className="block font-semibold break-words">{mailName(template.template_name)}</span>
        <span className="block text-sm break-words text-ink-2">{mailOccasion(template.template_name)}</span>
      </span>
      {template.isDefault ? null : <Badge tone="info">{t('edited')}</Badge>}
      {template.is_active ? null : <Badge tone="warn">{t('off')}</Badge>}
      <ChevronRight aria-hidden="true" className="mirror size-5 flex-none text-ink-2" />
    </button>
  </li>
)
