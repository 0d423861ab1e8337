import { Share2 } from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { useShop } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'
import { localHref } from '../routing/local-href.ts'

type ShareButtonProps = { title: string; href: string; className?: string }

/** The device's own sheet, else the link on the clipboard. */
export function ShareButton({ title, href, className }: ShareButtonProps) {
  const t = useText('wish')
  const { origin, prefix } = useShop()
  const url = origin + localHref(prefix, href)
  const share = async () => {
    if (navigator.share) {
      await navigator.share({ title, url })
      return
    }
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    if (isCopied) showToast({ tone: 'success', title: t('copied') })
    else showToast({ tone: 'info', title: t('notCopied'), description: url, milliseconds: null })
  }
  return (
    <button
      type="button"
      aria-label={t('share', { title })}
      className={joinClasses('wish', className)}
      // Closing the sheet is no error.
      onClick={() => void share().catch(() => undefined)}
    >
      <Share2 aria-hidden="true" />
      <span aria-hidden="true">{t('shareShort')}</span>
    </button>
  )
}
