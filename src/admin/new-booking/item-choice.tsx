import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '../../kernel/money.ts'
import type { ServiceCard } from '../../modules/catalogue/contract.ts'
import { kinds } from '../../services/index.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { FieldError } from '../../ui/field.tsx'
import { api, readFault } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { kindName } from '../labels.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { say, textOf } from '../text.ts'
import { listed } from '../written.ts'
import { Part } from './part.tsx'
import { chooseItem, type SaleForm } from './use-sale.ts'

const t = textOf('newBooking')
const most = 8

export function ItemChoice({ form, error }: { form: SaleForm; error: string | null }) {
  const [kind, setKind] = useState('')
  const { chosen } = form
  return (
    <Part title={t('item')}>
      {chosen ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{chosen.item.title}</span>
            <span className="text-sm text-ink-2">
              {listed([kindName(chosen.item.kind), chosen.item.location], 'dots')}
            </span>
          </p>
          <Button variant="secondary" size="sm" onClick={() => form.choose(null)}>
            {t('another')}
          </Button>
        </div>
      ) : (
        <>
          <ChipRadio
            legend={t('kind')}
            name="sale-kind"
            flow
            value={kind}
            onChange={setKind}
            options={kinds.map(({ key, labels }) => ({ value: key, label: say(labels.singular) }))}
          />
          {kind ? <Items key={kind} kind={kind} form={form} /> : null}
          <FieldError error={error ?? undefined} />
        </>
      )}
    </Part>
  )
}

function Items({ kind, form }: { kind: string; form: SaleForm }) {
  const [q, setQ] = useState('')
  const [busy, setBusy] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const list = useQuery({
    queryKey: ['sale-items', kind, q],
    queryFn: () => api.catalogue.list({ kind, limit: most, ...(q && { q }) }),
    placeholderData: keepPreviousData,
  })
  const choose = async ({ id }: ServiceCard) => {
    setBusy(id)
    setFault(null)
    try {
      form.choose(await chooseItem(kind, id))
    } catch (error) {
      setFault(readFault(error).message || t('itemFailed'))
      setBusy('')
    }
  }
  const results = list.data
  return (
    <>
      <SearchField label={t('search')} hint={t('searchHint')} q={q} onSearch={setQ} />
      <p role="status" className="text-sm text-ink-2">
        {results ? t('found', { count: results.total }) : list.isError ? '' : t('looking')}
      </p>
      {results ? (
        <ul className="divide-y divide-line border-y border-line empty:hidden">
          {results.items.map((item) => (
            <li key={item.id}>
              <ItemRow item={item} isBusy={busy === item.id} onChoose={() => void choose(item)} />
            </li>
          ))}
        </ul>
      ) : null}
      <Fault fault={fault ?? (list.isError ? t('listFailed') : null)} />
    </>
  )
}

const ItemRow = ({ item, isBusy, onChoose }: { item: ServiceCard; isBusy: boolean; onChoose: () => void }) => (
  <button
    type="button"
    aria-busy={isBusy}
    onClick={onChoose}
    className="flex min-h-12 w-full items-center justify-between gap-3 px-1 py-2 text-start hover:bg-sunken aria-busy:opacity-60"
  >
    <span className="min-w-0">
      <span className="sr-only">{t('choose')} </span>
      <span className="block font-semibold wrap-anywhere">{item.title}</span>
      <span className="block text-sm text-ink-2">
        {item.location}
        {item.location && item.from ? ' · ' : null}
        {item.from ? (
          <>
            {t('from')} <bdi dir="ltr">{formatMoney(item.from, { exact: true })}</bdi>
          </>
        ) : null}
      </span>
    </span>
    <ChevronRight aria-hidden="true" className="mirror size-5 flex-none text-ink-2" />
  </button>
)
