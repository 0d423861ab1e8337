import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { InvitationLink } from '../staff/invitation-link.tsx'
import { InviteDialog, type Invited } from '../staff/staff-dialogs.tsx'
import { textOf } from '../text.ts'
import { useSetupChanged } from './setup-data.ts'

const t = textOf('setup')

/** Invites a colleague as in the section Staff; the link can be copied where no mail is sent. */
export function StaffStep() {
  const queries = useQueryClient()
  const changed = useSetupChanged()
  const [isOpen, setOpen] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const settled = () => {
    void queries.invalidateQueries({ queryKey: ['staff'] })
    changed()
  }
  return (
    <>
      {invited ? <InvitationLink key={invited.link} invited={invited} /> : null}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button icon={<UserPlus aria-hidden="true" />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('inviteColleague')}
        </Button>
        <Link to="/admin/staff">{t('toStaff')}</Link>
      </div>
      {isOpen ? <InviteDialog onDone={settled} onInvited={setInvited} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
