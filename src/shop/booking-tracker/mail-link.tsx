import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { NoMail } from '../form/no-mail.tsx'
import { useText } from '../intl/intl.tsx'

type MailLinkProps = {
  reference: string
  email: string
  /** The only way for this viewer to go on. */
  isMain?: boolean
}

/** Mails the link of the booking to its own address. A shop without mail says so instead. */
export function MailLink({ reference, email, isMain = false }: MailLinkProps) {
  const t = useText('myBooking')
  const { api } = useShop()
  const { sendsMail } = useChrome()
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [failure, setFailure] = useState('')
  const running = useRef(false)
  const send = async () => {
    if (running.current) return
    running.current = true
    setState('busy')
    setFailure('')
    try {
      await api.booking.mailLink({ reference, email })
      setState('sent')
    } catch (error) {
      setState('idle')
      setFailure(readProblem(error).message || t('link.failed'))
    } finally {
      running.current = false
    }
  }
  if (!sendsMail) return <NoMail />
  return (
    <div className="grid justify-items-start gap-3">
      {state === 'sent' ? (
        <p role="status" className="wrap-anywhere">
          {t('link.sent', { email })}
        </p>
      ) : (
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          size={isMain ? 'lg' : 'md'}
          loading={state === 'busy'}
          loadingLabel={t('link.sending')}
          icon={<Mail aria-hidden="true" />}
          onClick={() => void send()}
        >
          {t('link.send')}
        </Button>
      )}
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : null}
    </div>
  )
}
