import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { textOf } from '../text.ts'

const t = textOf('twoFactor')

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'safar-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}

type Props = {
  codes: readonly string[]
  heading: 'h1' | 'h3'
  onKept: () => void
}

export function RecoveryCodes({ codes, heading: Heading, onKept }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button no longer exists; focus the heading so that it is announced.
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div className="grid gap-4">
      <div>
        <Heading
          ref={heading}
          tabIndex={-1}
          className={joinClasses('outline-none', Heading === 'h1' ? 'text-2xl sm:text-3xl' : 'text-lg')}
        >
          {t('codesTitle')}
        </Heading>
        <p className="mt-1 max-w-prose text-ink-2">{t('codesHint')}</p>
      </div>
      <ol
        aria-label={t('codesTitle')}
        className="grid max-w-md grid-cols-2 gap-x-6 gap-y-2 rounded-sm bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Notice tone="warn" className="print:hidden">
        {t('codesOnce')}
      </Notice>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton value={text} label={t('copyCodes')} copiedLabel={t('copied')} variant="secondary" size="md" />
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          onClick={() => download(`${t('fileTitle', { shop: location.host })}\n\n${text}\n`)}
        >
          {t('download')}
        </Button>
        <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button onClick={onKept}>{t('kept')}</Button>
      </div>
    </div>
  )
}
