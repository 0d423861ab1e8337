import { currencies } from '../../kernel/money.ts'
import type { PromoView } from '../../modules/promo/index.ts'
import { kinds } from '../../services/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Checkbox, ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { agencyZone } from '../agency-clock.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { say, textOf } from '../text.ts'
import { formOf, newPromo, type PromoForm, readPromo } from './promo-form.ts'
import { ServicePicker } from './service-picker.tsx'

const t = textOf('promos')
type Props = { promo: PromoView | null; onDone: () => void; onClose: () => void }

export function PromoDialog({ promo, onDone, onClose }: Props) {
  const { form, change, isChanged, wrong, setWrong } = useEdited(promo ? formOf(promo) : newPromo)
  const read = readPromo(form)
  const save = useAction(
    async () => {
      if (!read.promo) return
      if (promo) await api.promo.admin.change({ promoId: promo.id, version: promo.version, promo: read.promo })
      else await api.promo.admin.create(read.promo)
    },
    { done: t(promo ? 'updated' : 'created'), failed: t('saveFailed') },
    onDone,
    onClose,
  )
  const send = () => {
    setWrong(read.errors)
    if (read.promo) save.run()
  }
  const parts = {
    form,
    errors: { ...save.errors, ...wrong },
    onChange: change,
  }
  return (
    <EditorDialog
      title={promo ? t('editTitle', { code: promo.code }) : t('newTitle')}
      isChanged={isChanged}
      save={save}
      onSave={send}
      onClose={onClose}
    >
      {promo && promo.used > 0 ? <Notice tone="info">{t('usedHint')}</Notice> : null}
      <Terms {...parts} />
      <Limits {...parts} />
      <Scope {...parts} />
      <Checkbox
        label={t('isActive')}
        checked={form.isActive}
        onChange={(event) => parts.onChange({ isActive: event.target.checked })}
      />
    </EditorDialog>
  )
}

type PartProps = {
  form: PromoForm
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<PromoForm>) => void
}

const Terms = ({ form, errors, onChange }: PartProps) => (
  <div className="field-pairs">
    <Field label={t('code')} required hint={t('codeHint')} error={errors.code}>
      <TextInput
        maxLength={60}
        autoCapitalize="characters"
        spellCheck={false}
        value={form.code}
        onChange={(event) => onChange({ code: event.target.value })}
      />
    </Field>
    <Field
      label={t('description')}
      optionalLabel={t('optional')}
      hint={t('descriptionHint')}
      error={errors.description}
    >
      <TextInput
        maxLength={200}
        value={form.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </Field>
    <ChipRadio
      legend={t('kind')}
      name="discount"
      flow
      value={form.discount}
      onChange={(value) => onChange({ discount: value === 'amount' ? 'amount' : 'percentage' })}
      options={[
        { value: 'percentage', label: t('percentage') },
        { value: 'amount', label: t('amount') },
      ]}
    />
    {form.discount === 'percentage' ? (
      <Field label={t('percentOff')} required error={errors.discount}>
        <TextInput
          inputMode="decimal"
          value={form.percent}
          onChange={(event) => onChange({ percent: event.target.value })}
        />
      </Field>
    ) : (
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
        <Field label={t('amountOff')} required error={errors.discount}>
          <TextInput
            inputMode="decimal"
            value={form.amount}
            onChange={(event) => onChange({ amount: event.target.value })}
          />
        </Field>
        <Field label={t('currency')}>
          <Select
            value={form.currency}
            onChange={(event) => onChange({ currency: event.target.value })}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </Field>
      </div>
    )}
  </div>
)

const Limits = ({ form, errors, onChange }: PartProps) => (
  <div className="field-pairs">
    {(['starts', 'ends'] as const).map((name) => (
      <Field
        key={name}
        label={t(name)}
        optionalLabel={t('optional')}
        hint={t('zone', { zone: agencyZone() })}
        error={errors[`${name}At`]}
      >
        <TextInput
          type="datetime-local"
          value={form[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      </Field>
    ))}
    {(['usageLimit', 'customerLimit'] as const).map((name) => (
      <Field key={name} label={t(name)} optionalLabel={t('optional')} hint={t('unlimited')} error={errors[name]}>
        <TextInput
          inputMode="numeric"
          value={form[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      </Field>
    ))}
  </div>
)

function Scope({ form, errors, onChange }: PartProps) {
  const toggle = (key: string, isChosen: boolean) =>
    onChange({ kinds: isChosen ? [...form.kinds, key] : form.kinds.filter((each) => each !== key) })
  return (
    <>
      <fieldset>
        <legend className="group-legend">{t('kinds')}</legend>
        <p className="field-hint">{errors.kinds ?? t('kindsHint')}</p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {kinds.map((kind) => (
            <Checkbox
              key={kind.key}
              label={say(kind.labels.plural)}
              checked={form.kinds.includes(kind.key)}
              onChange={(event) => toggle(kind.key, event.target.checked)}
            />
          ))}
        </div>
      </fieldset>
      <ServicePicker
        kindKeys={form.kinds}
        chosen={form.serviceIds}
        onChange={(serviceIds) => onChange({ serviceIds })}
      />
    </>
  )
}
