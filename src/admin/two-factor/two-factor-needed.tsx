import { useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Logo } from '../../ui/logo.tsx'
import { SignedIn } from '../shell/signed-in.tsx'
import { textOf } from '../text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

const t = textOf('twoFactor')
const shell = textOf('shell')

/** The only screen for staff who must set up two-factor sign-in first. */
export default function TwoFactorNeeded({ user }: { user: Profile }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <main className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-8 sm:py-12">
      <title>{t('neededTitle')}</title>
      <Logo name={shell('name')} className="text-lg" />
      <section className="card">
        <div className="grid grid-cols-1 gap-5 p-4 sm:p-8">
          {codes ? (
            <RecoveryCodes codes={codes} heading="h1" onKept={() => location.reload()} />
          ) : (
            <>
              <div>
                <h1 className="text-2xl sm:text-3xl">{t('neededTitle')}</h1>
                <p className="mt-2 max-w-prose text-ink-2">{t('needed')}</p>
              </div>
              <SetUp onCodes={setCodes} />
            </>
          )}
        </div>
      </section>
      <div className="max-w-xs print:hidden">
        <SignedIn user={user} />
      </div>
    </main>
  )
}
