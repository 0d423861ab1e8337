import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'

const words = textOf('timeline')
type Props = { bookingId: string; mail: { id: string; subject: string; hasText: boolean } }

/** The text of a mail, opened in place. The server masks the private links in it. */
export function MailText({ bookingId, mail }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const read = useQuery({
    queryKey: ['booking-mail', mail.id],
    queryFn: () => api.mail.admin.bookingMail({ bookingId, messageId: mail.id }),
    enabled: isOpen,
  })
  if (!mail.hasText) return <p className="text-ink-2">{words('textGone')}</p>
  return (
    <>
      <Button variant="quiet" size="sm" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {words(isOpen ? 'hideText' : 'showText')}
        <span className="sr-only"> {mail.subject}</span>
      </Button>
      <div id={id} aria-live="polite" className="w-full empty:hidden">
        {isOpen && read.isPending ? <p className="text-ink-2">{words('loadingText')}</p> : null}
        {isOpen && read.isError ? (
          <p className="text-danger">{readFault(read.error).message || words('textFailed')}</p>
        ) : null}
        {isOpen && read.data ? (
          <div className="typed rounded-md border border-line bg-sunken p-3 wrap-anywhere whitespace-pre-wrap">
            {read.data.text}
          </div>
        ) : null}
      </div>
    </>
  )
}
