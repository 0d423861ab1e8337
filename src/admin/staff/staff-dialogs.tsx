import { useState } from 'react'
import { isEmail } from '../../kernel/email.ts'
import { type StaffRole, staffRoles } from '../../kernel/staff.ts'
import type { StaffMember } from '../../modules/account/contract.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { useIsMailOff } from '../shell/mail-banner.tsx'
import { textOf } from '../text.ts'

const t = textOf('staff')
type Props = { onDone: () => void; onClose: () => void }
const empty: { full_name: string; email: string; role: StaffRole } = { full_name: '', email: '', role: 'support' }

export type Invited = { readonly email: string; readonly link: string }
type InviteProps = Props & { onInvited: (invited: Invited) => void }

export function InviteDialog({ onDone, onClose, onInvited }: InviteProps) {
  const { form, change, isChanged } = useEdited(empty)
  const [isChecked, setChecked] = useState(false)
  const isMailOff = useIsMailOff()
  const email = form.email.trim()
  const invite = useAction(
    async () => onInvited({ email, link: (await api.account.admin.invite(form)).link }),
    { done: t(isMailOff ? 'invitedByLink' : 'invited', { email }), failed: t('inviteFailed') },
    onDone,
    onClose,
  )
  const missing = {
    full_name: form.full_name.trim() === '' ? t('nameNeeded') : undefined,
    email: isEmail(form.email.trim()) ? undefined : t('emailNeeded'),
  }
  const errors: typeof missing = isChecked ? missing : { full_name: undefined, email: undefined }
  const send = () => {
    setChecked(true)
    if (!missing.full_name && !missing.email) invite.run()
  }
  return (
    <EditorDialog
      title={t('inviteTitle')}
      isChanged={isChanged}
      save={invite}
      saveLabel={t('sendInvitation')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('inviteHint')}</p>
      <Field label={t('name')} required error={errors.full_name ?? invite.errors.full_name}>
        <TextInput
          maxLength={200}
          autoComplete="off"
          value={form.full_name}
          onChange={(event) => change({ full_name: event.target.value })}
        />
      </Field>
      <Field label={t('email')} required error={errors.email ?? invite.errors.email}>
        <TextInput
          type="email"
          maxLength={254}
          autoComplete="off"
          value={form.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <RoleField value={form.role} onChange={(role) => change({ role })} />
    </EditorDialog>
  )
}

export function RoleDialog({ member, onDone, onClose }: Props & { member: StaffMember }) {
  const [role, setRole] = useState(member.role)
  const name = member.full_name
  const save = useAction(
    () => api.account.admin.changeRole({ userId: member.id, role }),
    { done: t('roleChanged', { name }), failed: t('roleFailed') },
    onDone,
    onClose,
  )
  return (
    <EditorDialog
      title={t('changeRoleOf', { name })}
      isChanged={role !== member.role}
      save={save}
      onSave={save.run}
      onClose={onClose}
    >
      <RoleField value={role} onChange={setRole} />
    </EditorDialog>
  )
}

const RoleField = ({ value, onChange }: { value: StaffRole; onChange: (role: StaffRole) => void }) => (
  <Field label={t('role')} required hint={t(`roleHints.${value}`)}>
    <Select
      value={value}
      onChange={(event) => onChange(staffRoles.find((role) => role === event.target.value) ?? value)}
      options={staffRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
    />
  </Field>
)
