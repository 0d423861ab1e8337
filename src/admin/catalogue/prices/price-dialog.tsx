import { useState } from 'react'
import { currencies } from '../../../kernel/money.ts'
import type { PricePreview } from '../../../modules/catalogue/index.ts'
import { Checkbox, ChipRadio, ChoiceGroup } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useAction } from '../../actions.ts'
import { api } from '../../api.ts'
import { EditorDialog } from '../../lists/editor-dialog.tsx'
import { useEdited } from '../../lists/use-edited.ts'
import { say, textOf } from '../../text.ts'
import type { EditedKind } from '../edited-kind.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { type PriceChange, type PriceForm, readPriceForm, roundings } from './price-form.ts'

const t = textOf('prices')
export type Which = Parameters<typeof api.catalogue.admin.prices.preview>[0]['which']
type Props = { edited: EditedKind; which: Which; count: number; onDone: () => void; onClose: () => void }

/** Asks for the change, shows what it does, and stores it from there. */
export function PriceDialog({ edited, which, count, onDone, onClose }: Props) {
  const { form, change, isChanged, wrong, setWrong } = useEdited<PriceForm>({
    ...{ direction: 'raise', unit: 'percent', value: '', rounding: 'none' },
    currency: edited.kind.defaultCurrency,
    fields: edited.priceFields.map(({ name }) => name),
  })
  const [shown, setShown] = useState<{ change: PriceChange; preview: PricePreview } | null>(null)
  const read = readPriceForm(form)
  const preview = useAction(
    async () => {
      const { change } = read
      if (!change) return
      setShown({ change, preview: await api.catalogue.admin.prices.preview({ kind: edited.key, change, which }) })
    },
    { done: () => undefined, failed: t('previewFailed'), sayReason: true },
    () => {},
  )
  const send = () => {
    setWrong(read.errors)
    if (read.change) preview.run()
  }
  if (shown) return <PreviewDialog {...shown} edited={edited} onDone={onDone} onBack={() => setShown(null)} />
  const parts = { form, errors: wrong, onChange: change }
  return (
    <EditorDialog
      title={t('title', { count })}
      isChanged={isChanged}
      save={{ ...preview, isDone: false }}
      saveLabel={t('preview')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('intro')}</p>
      <Step {...parts} />
      <Field label={t('rounding')}>
        <Select
          value={form.rounding}
          onChange={(event) => change({ rounding: event.target.value as PriceForm['rounding'] })}
          options={roundings.map((value) => ({ value, label: t(`roundings.${value.replace('.', '_')}`) }))}
        />
      </Field>
      <Fields {...parts} edited={edited} />
    </EditorDialog>
  )
}

type PartProps = {
  form: PriceForm
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<PriceForm>) => void
}

const Step = ({ form, errors, onChange }: PartProps) => (
  <div className="field-pairs">
    <ChipRadio
      legend={t('direction')}
      name="direction"
      flow
      value={form.direction}
      onChange={(value) => onChange({ direction: value === 'lower' ? 'lower' : 'raise' })}
      options={(['raise', 'lower'] as const).map((value) => ({ value, label: t(value) }))}
    />
    <ChipRadio
      legend={t('unit')}
      name="unit"
      flow
      value={form.unit}
      onChange={(value) => onChange({ unit: value === 'amount' ? 'amount' : 'percent' })}
      options={(['percent', 'amount'] as const).map((value) => ({ value, label: t(value) }))}
    />
    <Field label={t('value')} required hint={t(`${form.unit}Hint`)} error={errors.value}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        value={form.value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
    </Field>
    {form.unit === 'amount' ? (
      <Field label={t('currency')} hint={t('currencyHint')}>
        <Select
          value={form.currency}
          onChange={(event) => onChange({ currency: event.target.value })}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      </Field>
    ) : null}
  </div>
)

function Fields({ form, errors, onChange, edited }: PartProps & { edited: EditedKind }) {
  const toggle = (name: string, isChosen: boolean) =>
    onChange({ fields: isChosen ? [...form.fields, name] : form.fields.filter((each) => each !== name) })
  return (
    <ChoiceGroup legend={t('fields')} name="fields" error={errors.fields}>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {edited.priceFields.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={say(label)}
            checked={form.fields.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          />
        ))}
      </div>
    </ChoiceGroup>
  )
}
