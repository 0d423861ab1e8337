import { Thumbnail } from '../catalogue/thumbnail.tsx'
import { textOf } from '../text.ts'
import type { SliderForm } from './slider-form.ts'

const t = textOf('sliders')

/** Overlay and colour are attributes, because pages have no inline styles. */
export const SliderPreview = ({ form }: { form: SliderForm }) => (
  <section aria-label={t('preview')} className="relative overflow-clip rounded-lg bg-night text-on-night">
    <Thumbnail
      address={form.image_url || null}
      sizes="(min-width: 40rem) 36rem, 100vw"
      className="ratio-3-2 w-full rounded-none!"
    />
    <svg aria-hidden="true" className="absolute inset-0 size-full" viewBox="0 0 1 1" preserveAspectRatio="none">
      <rect width="1" height="1" fill="#0b1220" fillOpacity={form.background_overlay_opacity} />
    </svg>
    <div className="absolute inset-x-0 bottom-0 grid justify-items-start gap-2 bg-night/70 p-4 wrap-anywhere">
      <p className="font-display text-xl font-bold">{form.title || '…'}</p>
      {form.subtitle ? <p className="line-clamp-2">{form.subtitle}</p> : null}
      {form.link_url ? (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <svg aria-hidden="true" className="size-4 rounded-full" viewBox="0 0 1 1">
            <rect width="1" height="1" fill={form.cta_button_color} />
          </svg>
          {form.button_text}
        </p>
      ) : null}
    </div>
  </section>
)
