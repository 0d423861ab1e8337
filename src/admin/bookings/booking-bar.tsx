import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ChevronLeft } from 'lucide-react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useKeySwitch } from '../shortcuts/key-switch.ts'
import { textOf } from '../text.ts'
import { useNeighbours, type Way } from './use-neighbours.ts'

const t = textOf('booking')

/** Leads back to the list and on to its next booking. It stays while bookings change, and with it the focus. */
export function BookingBar({ reference }: { reference: string }) {
  const { list, neighbours, go, goUp } = useNeighbours(reference)
  return (
    <nav aria-label={t('ofList')} className="mb-3 flex items-center gap-2">
      <Link
        to="/admin/bookings"
        search={list as never}
        data-key="up"
        className={buttonClass({ variant: 'quiet', size: 'sm' }, 'me-auto -ms-2')}
        onClick={goUp}
      >
        <ChevronLeft className="mirror" aria-hidden="true" /> {t('toList')} <Key name="u" />
      </Link>
      {(['previous', 'next'] as const).map((way) => (
        <Step key={way} way={way} isAtEnd={neighbours !== undefined && neighbours[way] === null} onGo={() => go(way)} />
      ))}
    </nav>
  )
}

const looks = { previous: { icon: ArrowUp, letter: 'k' }, next: { icon: ArrowDown, letter: 'j' } } as const

function Step({ way, isAtEnd, onGo }: { way: Way; isAtEnd: boolean; onGo: () => void }) {
  const { icon: Icon, letter } = looks[way]
  return (
    <Button
      variant="secondary"
      size="sm"
      data-key={way}
      disabled={isAtEnd}
      icon={<Icon aria-hidden="true" />}
      onClick={onGo}
    >
      <span className="sr-only">{t(`${way}Booking`)}</span>
      <span aria-hidden="true" className="max-sm:hidden">
        {t(way)}
      </span>
      <Key name={letter} />
    </Button>
  )
}

/** The letter of a shortcut, where there is a keyboard and letters are switched on. */
function Key({ name }: { name: string }) {
  const isOn = useKeySwitch()
  if (!isOn) return null
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <kbd className="kbd">{name}</kbd>
    </span>
  )
}
