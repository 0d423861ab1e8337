import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { useShop } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'

/** The last resort when a page cannot be made. It depends neither on the frame nor on the settings. */
export function ErrorPage({ title: given }: Partial<ErrorComponentProps> & { title?: string | undefined }) {
  const router = useRouter()
  const { prefix } = useShop()
  const t = useText()
  const title = given ?? t('broken.title')
  return (
    <div className="grid place-items-center px-4 py-24 text-center">
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="mt-3 max-w-md text-ink-2">{t('broken.text')}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => void router.invalidate()}>{t('loading.tryAgain')}</Button>
        <a href={prefix || '/'} className="btn btn-secondary">
          {t('frame.home')}
        </a>
      </div>
    </div>
  )
}
