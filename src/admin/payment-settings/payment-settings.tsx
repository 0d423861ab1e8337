import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GatewayView } from '../../modules/payment/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { Loaded, SectionHead } from '../form/section.tsx'
import { useAskedSetting } from '../site-settings/use-asked-setting.ts'
import { textOf } from '../text.ts'
import { changedGateways, changesOf, type Drafts, type GatewayDraft } from './edits.ts'
import { GatewayCard } from './gateway-card.tsx'
import { gatewaysQuery } from './gateways-query.ts'

const t = textOf('payments')

const key = gatewaysQuery.queryKey

/** Payment settings: one card per gateway. Edits are kept until they are saved together (A199, A202). */
export function PaymentSettings() {
  const gateways = useQuery(gatewaysQuery)
  return <Loaded query={gateways}>{(data) => <Gateways gateways={data} />}</Loaded>
}

const conflict = 409

function Gateways({ gateways }: { gateways: readonly GatewayView[] }) {
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState<Drafts>({})
  useAskedSetting()
  const changed = changedGateways(gateways, drafts)
  const save = useSave({
    call: () => api.payment.admin.saveGateways({ gateways: changed.map((each) => ({ ...each })) }),
    done: t('saved'),
    failed: t('saveFailed'),
    onDone: (now) => {
      queries.setQueryData(key, now)
      setDrafts({})
    },
    onFailed: (status) => {
      // After a conflict the stored values are shown, so a second save overwrites them on purpose.
      if (status === conflict) void queries.fetchQuery(gatewaysQuery).then(rebase)
    },
  })
  const rebase = (now: readonly GatewayView[]) =>
    setDrafts((held) =>
      Object.fromEntries(
        Object.entries(held).map(([name, draft]) => {
          const version = now.find((gateway) => gateway.name === name)?.version ?? draft.version
          return [name, { ...draft, version }]
        }),
      ),
    )
  const edit = (gateway: GatewayView) => (change: Partial<GatewayDraft>) =>
    setDrafts((held) => ({ ...held, [gateway.name]: { version: gateway.version, ...held[gateway.name], ...change } }))
  const isOn = (gateway: GatewayView) => drafts[gateway.name]?.enabled ?? gateway.enabled
  return (
    <>
      <SectionHead title={t('title')} intro={t('intro')}>
        <p role="status">
          <Badge>{t('enabledCount', { enabled: gateways.filter(isOn).length, all: gateways.length })}</Badge>
        </p>
      </SectionHead>
      <SaveForm
        save={save}
        isDirty={changed.length > 0}
        disabled={changed.length === 0}
        onDiscard={() => setDrafts({})}
        saveLabel={t('saveAll')}
      >
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          {gateways.map((gateway) => (
            <GatewayCard
              key={gateway.name}
              gateway={gateway}
              draft={drafts[gateway.name]}
              isChanged={changesOf(gateway, drafts[gateway.name]) !== null}
              errorOf={(field) => save.errorOf(`${gateway.name}.${field}`)}
              onEdit={edit(gateway)}
            />
          ))}
        </div>
      </SaveForm>
    </>
  )
}
