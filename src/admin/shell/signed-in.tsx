import { Languages, LogOut, Store } from 'lucide-react'
import { useState } from 'react'
import { factsOf, officeLanguages } from '../../kernel/language.ts'
import type { Profile } from '../../modules/account/contract.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { forgetDrafts } from '../catalogue/draft-store.ts'
import { queueOf, useQueueState } from '../check-in/use-marks.ts'
import { Email } from '../labels.tsx'
import { chooseOfficeLanguage, officeLanguage } from '../language.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { useSidebar } from './sidebar-choice.ts'

const t = textOf('shell')
const check = textOf('checkIn')
const row = 'flex w-full items-center rounded-sm text-ink no-underline hover:bg-sunken'
const rowSize = (isCompact: boolean): string =>
  isCompact ? 'min-h-7 gap-1.5 px-2 text-sm' : 'min-h-11 gap-3 px-3 text-[0.9375rem]'

async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  if (!answer?.ok) return void showToast({ tone: 'error', title: t('error'), description: t('signOutFailed') })
  forgetDrafts()
  location.assign('/')
}

export function SignedIn({ user, isInDrawer = false }: { user: Profile; isInDrawer?: boolean }) {
  const isCompact = useSidebar().isCompact && !isInDrawer
  const size = rowSize(isCompact)
  const { marks } = useQueueState(queueOf(user))
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={joinClasses('border-t border-line', isCompact ? 'mt-1 pt-1' : 'mt-3 pt-3')}>
      <p className={joinClasses('text-sm', isCompact ? 'truncate px-2' : 'px-3 pb-2')}>
        <span className="block font-semibold">{user.full_name}</span>
        <span className={isCompact ? 'sr-only' : 'block text-ink-2'}>
          <Email address={user.email} />
        </span>
      </p>
      <a href="/" className={joinClasses(row, size)}>
        <Store aria-hidden="true" className={isCompact ? 'size-4 text-ink-2' : 'size-5 text-ink-2'} /> {t('toShop')}
      </a>
      {officeLanguages
        .filter((language) => language !== officeLanguage)
        .map((language) => (
          <button
            key={language}
            type="button"
            className={joinClasses(row, size)}
            onClick={() => chooseOfficeLanguage(language)}
          >
            <Languages aria-hidden="true" className={isCompact ? 'size-4 text-ink-2' : 'size-5 text-ink-2'} />{' '}
            <span lang={language}>{factsOf(language).name}</span>
          </button>
        ))}
      <button
        type="button"
        className={joinClasses(row, size)}
        onClick={() => (marks.length > 0 ? setAsked(true) : void signOut())}
      >
        <LogOut aria-hidden="true" className={isCompact ? 'mirror size-4 text-ink-2' : 'mirror size-5 text-ink-2'} />{' '}
        {t('signOut')}
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
