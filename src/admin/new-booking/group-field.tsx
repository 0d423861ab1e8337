import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { textOf } from '../text.ts'
import { controlId } from './sale.ts'
import { useGroups } from './use-groups.ts'
import type { Chosen, SaleForm } from './use-sale.ts'

const t = textOf('saleGroups')

/** The departures of an item sold on group departures only. Full ones can be chosen: staff may overbook. */
export function GroupField({ form, chosen: { item } }: { form: SaleForm; chosen: Chosen }) {
  const { options, isLoaded, isError } = useGroups(item)
  const hint = isError ? t('failed') : isLoaded && options.length === 0 ? t('none') : undefined
  return (
    <Field
      className="sm:col-span-2"
      id={controlId('travel_date')}
      label={t('departure')}
      hint={hint}
      required
      error={form.errors.travel_date}
    >
      <Select
        value={form.draft.date}
        placeholder={t('choose')}
        onChange={(event) => form.change({ date: event.target.value })}
        options={options}
      />
    </Field>
  )
}
