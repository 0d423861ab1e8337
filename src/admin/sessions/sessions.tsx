import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import type { OwnSession } from '../../modules/account/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { OwnTwoFactor } from '../two-factor/own-two-factor.tsx'
import { dateTime, listed } from '../written.ts'

const t = textOf('sessions')
const texts = { done: t('ended'), failed: t('endFailed') }

export const OwnSignIn = () => (
  <>
    <title>{t('page')}</title>
    <h1 className="mb-4 text-2xl sm:text-3xl">{t('page')}</h1>
    <OwnTwoFactor />
    <section aria-labelledby="own-sessions" className="mt-8 print:hidden">
      <Sessions />
    </section>
  </>
)

function Sessions() {
  const client = useQueryClient()
  const list = useQuery({ queryKey: ['own-sessions'], queryFn: () => api.account.sessions.list() })
  const settled = () => void client.invalidateQueries({ queryKey: ['own-sessions'] })
  const others = useAction(() => api.account.sessions.endOthers(), texts, settled)
  const hasOthers = (list.data?.length ?? 0) > 1
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="own-sessions" className="text-xl">
          {t('title')}
        </h2>
        {hasOthers ? (
          <Button
            variant="secondary"
            icon={<LogOut aria-hidden="true" className="mirror" />}
            loading={others.isPending}
            onClick={others.run}
          >
            {t('endOthers')}
          </Button>
        ) : null}
      </div>
      <p className="mb-4 text-ink-2">{t('hint')}</p>
      <Fault fault={others.fault} />
      <LoadedList query={list} words={t}>
        {(sessions) => (
          <ul aria-label={t('title')} className="card divide-y divide-line">
            {sessions.map((one) => (
              <Session key={one.id} session={one} onDone={settled} />
            ))}
          </ul>
        )}
      </LoadedList>
    </>
  )
}

function Session({ session, onDone }: { session: OwnSession; onDone: () => void }) {
  const end = useAction(() => api.account.sessions.end({ sessionId: session.id }), texts, onDone)
  const Icon = /Mobile|Android|iPhone|iPad/.test(session.user_agent ?? '') ? Smartphone : Monitor
  const name = deviceOf(session.user_agent)
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
      <Icon aria-hidden="true" className="size-5 text-ink-2" />
      <span className="min-w-0 grow wrap-anywhere">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {name} {session.is_current ? <Badge tone="success">{t('current')}</Badge> : null}
        </span>
        <span className="block text-sm text-ink-2">
          {t('since', { at: dateTime(session.started_at) })}
          {session.address ? (
            <>
              {' · '}
              <bdi>{session.address}</bdi>
            </>
          ) : null}
        </span>
        <Fault fault={end.fault} />
      </span>
      {session.is_current ? null : (
        <Button
          variant="secondary"
          size="sm"
          loading={end.isPending}
          aria-label={t('endNamed', { name, at: dateTime(session.started_at) })}
          onClick={end.run}
        >
          {t('end')}
        </Button>
      )}
    </li>
  )
}

const browsers = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' } as const
const systems = { Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', Mac: 'Mac', Linux: 'Linux' }
function deviceOf(agent: string | null): string {
  const find = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([mark]) => agent?.includes(mark))?.[1]
  return listed([find(browsers), find(systems)]) || t('unknown')
}
