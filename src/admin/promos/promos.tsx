import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import type { PromoView } from '../../modules/promo/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Amount, kindName } from '../labels.tsx'
import { ListHead } from '../lists/list-head.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { DeleteButton, EditButton, SwitchButton } from '../lists/row-buttons.tsx'
import { textOf } from '../text.ts'
import { type Trash, WithTrash } from '../trash/trash-list.tsx'
import { dateTime, listed } from '../written.ts'
import { PromoDialog } from './promo-dialog.tsx'
import { percentOf } from './promo-form.ts'

const t = textOf('promos')
const trash: Trash = {
  of: 'promos',
  list: () => api.promo.admin.trash.list(),
  restore: (promoId) => api.promo.admin.trash.restore({ promoId }),
  remove: (promoId) => api.promo.admin.trash.remove({ promoId }),
}

export function Promos() {
  const client = useQueryClient()
  const [edited, setEdited] = useState<PromoView | 'new' | null>(null)
  const list = useQuery({ queryKey: ['promos'], queryFn: () => api.promo.admin.list() })
  const settled = () => void client.invalidateQueries({ queryKey: ['promos'] })
  return (
    <>
      <title>{t('title')}</title>
      <ListHead add={t('add')} onAdd={() => setEdited('new')}>
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      </ListHead>
      <WithTrash trash={trash}>
        <LoadedList query={list} words={t}>
          {(promos) => (
            <Table
              caption={t('title')}
              columns={columnsOf(setEdited, settled)}
              rows={promos}
              rowKey={(promo) => promo.id}
              empty={
                <EmptyState icon={<TicketPercent aria-hidden="true" />} title={t('none')} description={t('noneHint')} />
              }
            />
          )}
        </LoadedList>
      </WithTrash>
      {edited ? (
        <PromoDialog promo={edited === 'new' ? null : edited} onDone={settled} onClose={() => setEdited(null)} />
      ) : null}
    </>
  )
}

const columnsOf = (onEdit: (promo: PromoView) => void, onDone: () => void): TableColumn<PromoView>[] => [
  {
    key: 'code',
    header: t('columns.code'),
    isRowHeader: true,
    cell: (promo) => (
      <>
        <bdi className="font-semibold">{promo.code}</bdi>
        {promo.description ? <bdi className="block text-sm font-normal text-ink-2">{promo.description}</bdi> : null}
      </>
    ),
  },
  { key: 'discount', header: t('columns.discount'), cell: (promo) => <Discount of={promo.discount} /> },
  { key: 'period', header: t('columns.period'), cell: periodOf },
  { key: 'scope', header: t('columns.scope'), cell: scopeOf },
  {
    key: 'used',
    header: t('columns.used'),
    cell: (promo) => (
      <>
        {promo.usageLimit === null ? promo.used : t('usedOf', { used: promo.used, limit: promo.usageLimit })}
        {promo.customerLimit === null ? null : (
          <span className="block text-sm text-ink-2">{t('perCustomer', { count: promo.customerLimit })}</span>
        )}
      </>
    ),
  },
  { key: 'status', header: t('columns.status'), cell: (promo) => <State promo={promo} /> },
  {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    cell: (promo) => <Actions promo={promo} onEdit={() => onEdit(promo)} onDone={onDone} />,
  },
]

const Discount = ({ of }: { of: PromoView['discount'] }) =>
  'amount' in of ? <Amount value={of.amount} /> : `${percentOf(of.percentHundredths)}%`

const periodOf = ({ startsAt, endsAt }: PromoView): string =>
  [startsAt ? t('since', { at: dateTime(startsAt) }) : '', endsAt ? t('until', { at: dateTime(endsAt) }) : '']
    .filter(Boolean)
    .join(' ') || t('anyTime')

const scopeOf = ({ kinds, serviceIds }: PromoView): string =>
  [listed(kinds.map(kindName)), serviceIds.length > 0 ? t('someServices', { count: serviceIds.length }) : '']
    .filter(Boolean)
    .join(': ') || t('everything')

function stateOf(promo: PromoView, now: Date): 'active' | 'off' | 'ended' | 'planned' | 'full' {
  if (!promo.isActive) return 'off'
  if (promo.endsAt && now >= new Date(promo.endsAt)) return 'ended'
  if (promo.startsAt && now < new Date(promo.startsAt)) return 'planned'
  return promo.usageLimit !== null && promo.used >= promo.usageLimit ? 'full' : 'active'
}
function State({ promo }: { promo: PromoView }) {
  const state = stateOf(promo, new Date())
  return (
    <Badge tone={state === 'active' ? 'success' : state === 'planned' ? 'info' : 'neutral'}>
      {t(`states.${state}`)}
    </Badge>
  )
}

type ActionsProps = { promo: PromoView; onEdit: () => void; onDone: () => void }

function Actions({ promo, onEdit, onDone }: ActionsProps) {
  const { id, version, code: name, used, ...given } = promo
  const toggle = useAction(
    () => api.promo.admin.change({ promoId: id, version, promo: { ...given, code: name, isActive: !promo.isActive } }),
    { done: t('updated'), failed: t('saveFailed') },
    onDone,
  )
  return (
    <div className="flex flex-wrap gap-1 sm:justify-end lg:flex-nowrap">
      <SwitchButton name={name} isActive={promo.isActive} action={toggle} />
      <EditButton name={name} onEdit={onEdit} />
      {used === 0 ? (
        <DeleteButton
          name={name}
          question={t('deleteTitle')}
          call={() => api.promo.admin.remove({ promoId: id })}
          undo={() => trash.restore(id)}
          texts={{ done: t('deleted'), failed: t('deleteFailed') }}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
