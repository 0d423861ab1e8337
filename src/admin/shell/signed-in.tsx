import { LogOut, Store } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { queueOf, useQueueState } from '../check-in/use-marks.ts'
import { Email } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'

const t = textOf('shell')
const check = textOf('checkIn')
const row =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-[0.9375rem] text-ink no-underline hover:bg-sunken'

async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  if (answer?.ok) location.assign('/')
  else showToast({ tone: 'error', title: t('error'), description: t('signOutFailed') })
}

export function SignedIn({ user }: { user: Profile }) {
  const { marks } = useQueueState(queueOf(user))
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="px-3 pb-2 text-sm">
        <span className="block font-semibold">{user.full_name}</span>
        <span className="block text-ink-2">
          <Email address={user.email} />
        </span>
      </p>
      <a href="/" className={row}>
        <Store aria-hidden="true" className="size-5 text-ink-2" /> {t('toShop')}
      </a>
      <button type="button" className={row} onClick={() => (marks.length > 0 ? setAsked(true) : void signOut())}>
        <LogOut aria-hidden="true" className="size-5 text-ink-2" /> {t('signOut')}
      </button>
      {isAsked ? (
        <ConfirmDialog
          title={check('signOutTitle')}
          confirm={t('signOut')}
          onConfirm={() => void signOut()}
          onClose={() => setAsked(false)}
        >
          <p>{check('signOut', { count: marks.length })}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
