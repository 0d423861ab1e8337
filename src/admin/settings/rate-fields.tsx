import { currencies } from '../../kernel/money.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import type { Draft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { FieldCard, FieldGrid } from '../form/section.tsx'
import { useSettingsSaved } from '../site-settings/stored-settings.ts'
import { textOf } from '../text.ts'

const t = textOf('settings')
const quoted = ['INR', ...currencies.filter((code) => code !== 'USD' && code !== 'INR')]

type RateProps = { draft: Draft<Record<string, string>>; errorOf: (path: string) => string | undefined }

/** One rate per currency against the dollar (D38). Updating the rates keeps all other edits (D57). */
export function RateFields({ draft, errorOf }: RateProps) {
  const saved = useSettingsSaved()
  const save = useSave({
    call: () => api.settings.admin.save({ rates: draft.changed as Record<string, string> }),
    done: t('rateSaved'),
    failed: t('rateFailed'),
    onDone: (now) => {
      draft.settle(draft.changed)
      saved(now)
    },
  })
  return (
    <FieldCard title={t('rates')} intro={t('ratesIntro')} level="h3">
      <FieldGrid>
        {quoted.map((code) => (
          <Field key={code} label={t('rate', { currency: code })} error={save.errorOf(code) ?? errorOf(code)}>
            <TextInput
              name={`rate_${code}`}
              value={draft.value[code] ?? ''}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => draft.change(code, event.target.value)}
            />
          </Field>
        ))}
      </FieldGrid>
      {save.fault ? (
        <Notice tone="danger" role="alert">
          {save.fault}
        </Notice>
      ) : null}
      <div>
        <Button variant="secondary" loading={save.isPending} disabled={!draft.isDirty} onClick={save.run}>
          {t('rateSave')}
        </Button>
      </div>
    </FieldCard>
  )
}
