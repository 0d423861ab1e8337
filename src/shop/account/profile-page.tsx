import texts from 'shop-messages:auth,profile'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { sessionQuery } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useSession } from '../client/use-session.ts'
import { Failure } from '../form/failure.tsx'
import { NoScript } from '../form/no-script.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { byField } from '../form/use-sending.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { PasswordSection } from './password-section.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'
import { useAccountForm, useChecks } from './use-account-form.ts'
import { sendVerificationMail } from './verification-client.ts'

addMessages(texts)

export function ProfilePage() {
  const t = useMailText('profile')
  const { user, isLoading } = useSession()
  return (
    <section className="wide max-w-xl py-10">
      <PageHead title={t('title')} isPrivate />
      <h1 className="mb-6">{t('title')}</h1>
      <NoScript />
      {isLoading ? (
        <ProfileSkeleton />
      ) : user ? (
        <div key={user.id} className="grid gap-10">
          <ProfileForm user={user} />
          <PasswordSection user={user} />
        </div>
      ) : (
        <SignInNeeded path="/profile" text={t('signInText')} />
      )}
    </section>
  )
}

function ProfileSkeleton() {
  const t = useText('loading')
  return (
    <SkeletonRegion label={t('page')}>
      <div className="grid gap-5">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    </SkeletonRegion>
  )
}

/** The email address is read-only; name and phone can be changed (C262-C264). */
function ProfileForm({ user }: { user: Profile }) {
  const t = useMailText('profile')
  const optional = useText('frame')('optional')
  const { api } = useShop()
  const queryClient = useQueryClient()
  const checks = useChecks()
  const form = useAccountForm({
    checks: { full_name: checks.name },
    send: async ({ full_name = '', phone = '' }) => {
      try {
        const saved = await api.account.saveProfile({ full_name: full_name.trim(), phone: phone.trim() || null })
        queryClient.setQueryData(sessionQuery(api).queryKey, { user: saved })
        showToast({ tone: 'success', title: t('saved') })
        return null
      } catch (error) {
        showProblem(t('failed'))
        return { failure: t('failed'), errors: byField(readProblem(error).errors) }
      }
    },
  })
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-5">
      <Failure text={form.failure} />
      <Field label={t('email')} hint={t('emailHint')}>
        <TextInput type="email" value={user.email} readOnly autoComplete="email" />
      </Field>
      {user.email_verified ? null : <Unverified email={user.email} />}
      <Field id={form.fieldId('full_name')} label={t('fullName')} error={form.errors.full_name} required>
        <TextInput name="full_name" defaultValue={user.full_name} autoComplete="name" maxLength={100} />
      </Field>
      <Field
        id={form.fieldId('phone')}
        label={t('phone')}
        hint={t('phoneHint')}
        error={form.errors.phone}
        optionalLabel={optional}
      >
        <TextInput type="tel" name="phone" defaultValue={user.phone ?? ''} autoComplete="tel" maxLength={40} />
      </Field>
      <Button type="submit" size="lg" className="justify-self-start" loading={form.isBusy} loadingLabel={t('saving')}>
        {t('save')}
      </Button>
    </form>
  )
}

function Unverified({ email }: { email: string }) {
  const t = useMailText('profile')
  const auth = useMailText('auth')
  const { sendsMail } = useChrome()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const failed = await sendVerificationMail(email)
    setBusy(false)
    if (failed) showProblem(failed.message || auth('connection'))
    else showToast({ tone: 'success', title: auth('resent') })
  }
  return (
    <Notice tone="warn" title={t('unverified')}>
      <p>{t('unverifiedText')}</p>
      {sendsMail ? (
        <Button variant="secondary" size="sm" className="mt-3" loading={isBusy} onClick={() => void send()}>
          {auth('resend')}
        </Button>
      ) : null}
    </Notice>
  )
}
