import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ServiceList } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useDisplayCurrency, useShop } from '../client/context.tsx'
import { withoutEmpty } from '../client/queries.ts'
import { useOriginalLanguage } from '../client/use-original-language.ts'
import { useText } from '../intl/intl.tsx'
import { useKind } from '../routing/page.ts'
import { durations, type ListSearch } from './list-search.ts'
import { readWholePrice } from './price-filter.ts'

type Filters = { type: string; place: string; duration: string; priceFrom: string; priceTo: string }
const none: Filters = { type: '', place: '', duration: '', priceFrom: '', priceTo: '' }

const filtersOf = (search: ListSearch): Filters => ({
  type: search.type ?? '',
  place: search.place ?? '',
  duration: search.duration ?? '',
  priceFrom: search.priceFrom === undefined ? '' : String(search.priceFrom),
  priceTo: search.priceTo === undefined ? '' : String(search.priceTo),
})

function searchOf({ type, place, duration, priceFrom, priceTo }: Filters): Partial<ListSearch> {
  return {
    type: type || undefined,
    place: place || undefined,
    duration: durations.find((each) => each === duration),
    priceFrom: readWholePrice(priceFrom) ?? undefined,
    priceTo: readWholePrice(priceTo) ?? undefined,
  }
}

type FilterSheetProps = {
  list: ServiceList | undefined
  search: ListSearch
  open: boolean
  onClose: () => void
  onApply: (next: Partial<ListSearch>) => void
}

/** All filters; the button at the bottom shows how many results they leave. */
export function FilterSheet({ list, search, open, onClose, onApply }: FilterSheetProps) {
  const t = useText('list')
  const [draft, setDraft] = useState(none)
  useEffect(() => {
    if (open) setDraft(filtersOf(search))
  }, [open, search])
  const count = useCount(search, draft, open)
  return (
    <Drawer
      edge="end"
      open={open}
      onClose={onClose}
      title={t('filters')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="quiet" className="px-3 whitespace-nowrap" onClick={() => setDraft(none)}>
            {t('clear')}
          </Button>
          <Button className="flex-1 px-3 whitespace-nowrap" onClick={() => onApply(searchOf(draft))}>
            {count === undefined ? t('showSome') : t('showResults', { count })}
          </Button>
        </>
      }
    >
      <FilterFields list={list} draft={draft} onChange={(next) => setDraft({ ...draft, ...next })} />
    </Drawer>
  )
}

function useCount(search: ListSearch, draft: Filters, isOn: boolean): number | undefined {
  const { api } = useShop()
  const kind = useKind().key
  const currency = useDisplayCurrency()
  const { page: _page, sort: _sort, ...kept } = search
  const filters = withoutEmpty({ ...kept, ...searchOf(draft) })
  const { data } = useQuery({
    queryKey: ['service-count', kind, filters, currency],
    queryFn: async () => (await api.catalogue.list({ kind, ...filters, currency, limit: 1 })).total,
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
  return data
}

type FilterFieldsProps = { list: ServiceList | undefined; draft: Filters; onChange: (next: Partial<Filters>) => void }

function FilterFields({ list, draft, onChange }: FilterFieldsProps) {
  const t = useText('list')
  const problemOf = (typed: string) =>
    typed.trim() !== '' && readWholePrice(typed) === null ? t('priceInvalid') : undefined
  const lang = useOriginalLanguage()
  const { places = [], durations: times = [], types = [], price = null } = list?.facets ?? {}
  return (
    <div className="grid gap-6">
      {types.length > 0 ? (
        <ChipRadio
          legend={t('type')}
          name="filter-type"
          flow
          value={draft.type}
          onChange={(type) => onChange({ type })}
          options={[
            { value: '', label: t('allTypes') },
            ...types.map(({ value, name = value, count }) => ({ value, label: `${name} (${count})` })),
          ]}
        />
      ) : null}
      {times.length > 0 ? (
        <ChipRadio
          legend={t('duration')}
          name="filter-duration"
          flow
          value={draft.duration}
          onChange={(duration) => onChange({ duration })}
          options={[
            { value: '', label: t('anyDuration') },
            ...times.map(({ value, count }) => ({ value, label: `${t(`durations.${value}`)} (${count})` })),
          ]}
        />
      ) : null}
      {places.length > 0 ? (
        <Field label={t('place')}>
          <Select
            value={draft.place}
            onChange={(event) => onChange({ place: event.currentTarget.value })}
            options={[
              { value: '', label: t('anyPlace') },
              ...places.map(({ value, count }) => ({ value, lang, label: `${value} (${count})` })),
            ]}
          />
        </Field>
      ) : null}
      {price ? (
        <fieldset>
          <legend className="group-legend">{t('price')}</legend>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('priceFrom', { currency: price.currency })} error={problemOf(draft.priceFrom)}>
              <TextInput
                inputMode="numeric"
                placeholder={String(price.min)}
                value={draft.priceFrom}
                onChange={(event) => onChange({ priceFrom: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('priceTo', { currency: price.currency })} error={problemOf(draft.priceTo)}>
              <TextInput
                inputMode="numeric"
                placeholder={String(price.max)}
                value={draft.priceTo}
                onChange={(event) => onChange({ priceTo: event.currentTarget.value })}
              />
            </Field>
          </div>
        </fieldset>
      ) : null}
    </div>
  )
}
