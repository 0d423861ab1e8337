import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import type { Invitation, StaffMember } from '../../modules/account/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Email } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { ListHead } from '../lists/list-head.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { InvitationLink } from './invitation-link.tsx'
import { InviteDialog, type Invited, RoleDialog } from './staff-dialogs.tsx'

const t = textOf('staff')
type Open =
  | { invite: true }
  | { role: StaffMember }
  | { remove: StaffMember }
  | { switchOff: StaffMember }
  | { withdraw: Invitation }
  | null

export function Staff() {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const [invited, setInvited] = useState<Invited | null>(null)
  const list = useQuery({ queryKey: ['staff'], queryFn: () => api.account.admin.staff() })
  const settled = () => {
    for (const queryKey of [['staff'], ['session'], ['audit']]) void client.invalidateQueries({ queryKey })
  }
  const parts = { onDone: settled, onClose: () => setOpen(null) }
  return (
    <>
      <title>{t('title')}</title>
      <ListHead add={t('invite')} icon={<UserPlus aria-hidden="true" />} onAdd={() => setOpen({ invite: true })}>
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      </ListHead>
      {invited ? <InvitationLink key={invited.link} invited={invited} /> : null}
      <LoadedList query={list} words={t}>
        {({ people, invitations }) => (
          <>
            <Table
              caption={t('title')}
              columns={peopleColumns(setOpen)}
              rows={people}
              rowKey={(one) => one.id}
              empty={<EmptyState icon={<Users aria-hidden="true" />} title={t('none')} />}
            />
            <Invitations list={invitations} onOpen={setOpen} />
          </>
        )}
      </LoadedList>
      {open && 'invite' in open ? <InviteDialog {...parts} onInvited={setInvited} /> : null}
      {open && 'role' in open ? <RoleDialog member={open.role} {...parts} /> : null}
      {open && 'remove' in open ? <Remove member={open.remove} {...parts} /> : null}
      {open && 'switchOff' in open ? <SwitchOff member={open.switchOff} {...parts} /> : null}
      {open && 'withdraw' in open ? <Withdraw invitation={open.withdraw} {...parts} /> : null}
    </>
  )
}

const peopleColumns = (onOpen: (open: Open) => void): TableColumn<StaffMember>[] => [
  {
    key: 'name',
    header: t('name'),
    isRowHeader: true,
    cell: (one) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          {one.full_name} {one.is_you ? <Badge tone="info">{t('you')}</Badge> : null}
        </span>
        <span className="block text-sm font-normal text-ink-2">
          <Email address={one.email} />
        </span>
      </>
    ),
  },
  { key: 'role', header: t('role'), cell: (one) => t(`roles.${one.role}`) },
  { key: 'seen', header: t('lastSignIn'), cell: (one) => (one.last_sign_in ? dateTime(one.last_sign_in) : t('never')) },
  {
    key: 'twoFactor',
    header: t('twoFactor'),
    cell: (one) =>
      one.has_two_factor ? <Badge tone="success">{t('twoFactorOn')}</Badge> : <Badge>{t('twoFactorOff')}</Badge>,
  },
  {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    cell: (one) => <Actions member={one} onOpen={onOpen} />,
  },
]

const Actions = ({ member, onOpen }: { member: StaffMember; onOpen: (open: Open) => void }) => (
  <span className="flex flex-wrap items-center gap-2">
    {member.fixed ? (
      <span className="text-sm text-ink-2">{t(`fixed.${member.fixed}`)}</span>
    ) : (
      <>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('changeRoleOf', { name: member.full_name })}
          onClick={() => onOpen({ role: member })}
        >
          {t('changeRole')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-label={t('removeNamed', { name: member.full_name })}
          onClick={() => onOpen({ remove: member })}
        >
          {t('remove')}
        </Button>
      </>
    )}
    {member.has_two_factor && !member.is_you ? (
      <Button
        variant="quiet"
        size="sm"
        aria-label={t('switchOffNamed', { name: member.full_name })}
        onClick={() => onOpen({ switchOff: member })}
      >
        {t('switchOff')}
      </Button>
    ) : null}
  </span>
)

function Invitations({ list, onOpen }: { list: readonly Invitation[]; onOpen: (open: Open) => void }) {
  if (list.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mt-8">
      <h2 id="invitations" className="mb-3 text-xl">
        {t('invitations')}
      </h2>
      <ul className="card divide-y divide-line">
        {list.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 wrap-anywhere sm:px-5"
          >
            <span>
              <span className="flex flex-wrap items-center gap-2 font-semibold">
                {one.full_name} <Badge>{t(`roles.${one.role}`)}</Badge>
                {one.is_expired ? <Badge tone="warn">{t('expired')}</Badge> : null}
              </span>
              <span className="block text-sm text-ink-2">
                <Email address={one.email} />
              </span>
              <span className="block text-sm text-ink-2">
                {t('invitedBy', { name: one.invited_by, until: dateTime(one.expires_at) })}
              </span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('withdrawNamed', { name: one.full_name })}
              onClick={() => onOpen({ withdraw: one })}
            >
              {t('withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Parts = { onDone: () => void; onClose: () => void }

function Remove({ member, onDone, onClose }: Parts & { member: StaffMember }) {
  const name = member.full_name
  const remove = useAction(
    () => api.account.admin.remove({ userId: member.id }),
    { done: t('removed', { name }), failed: t('removeFailed') },
    onDone,
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      confirm={t('remove')}
      isPending={remove.isPending}
      fault={remove.fault}
      onConfirm={remove.run}
      onClose={onClose}
    >
      <p>{t('removeHint')}</p>
    </ConfirmDialog>
  )
}

function SwitchOff({ member, onDone, onClose }: Parts & { member: StaffMember }) {
  const name = member.full_name
  const switchOff = useAction(
    () => api.account.admin.switchOffTwoFactor({ userId: member.id }),
    { done: t('switchedOff', { name }), failed: t('switchOffFailed') },
    onDone,
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('switchOffTitle', { name })}
      confirm={t('switchOff')}
      isPending={switchOff.isPending}
      fault={switchOff.fault}
      onConfirm={switchOff.run}
      onClose={onClose}
    >
      <p>{t('switchOffHint')}</p>
    </ConfirmDialog>
  )
}

function Withdraw({ invitation, onDone, onClose }: Parts & { invitation: Invitation }) {
  const withdraw = useAction(
    () => api.account.admin.withdraw({ invitationId: invitation.id }),
    { done: t('withdrawn'), failed: t('withdrawFailed') },
    onDone,
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('withdrawTitle', { name: invitation.full_name })}
      confirm={t('withdraw')}
      isPending={withdraw.isPending}
      fault={withdraw.fault}
      onConfirm={withdraw.run}
      onClose={onClose}
    >
      <p>{t('withdrawHint')}</p>
    </ConfirmDialog>
  )
}
