import { joinClasses } from './class-names.ts'

export type PictureSource = {
  /** The middle width. */
  src: string
  avif?: string | undefined
  webp?: string | undefined
  width: number
  height: number
  /** Stands in until the file arrives: the base64 of a WebP some pixels wide; '' where it is not known yet. */
  preview?: string | undefined
  /** In percent, in steps of 25: what stays in sight when the frame crops; by default the middle. */
  focus?: { readonly x: number; readonly y: number } | undefined
}

export type PictureProps = {
  picture: PictureSource
  /** Empty for a decorative picture. */
  alt: string
  /** Of the alt text, if it is not the page's. */
  lang?: string | undefined
  /** How wide it is drawn, for instance '(min-width: 768px) 33vw, 100vw'. */
  sizes: string
  /** The page's largest picture: fetched first and at once. All others wait until they come near the screen. */
  priority?: boolean | undefined
  ratio?: '3-2' | '16-9' | '1-1' | '4-5' | 'fill' | undefined
  className?: string | undefined
}

/**
 * A picture in the best format and width. Its preview is SVG and not a style, because the shop's content policy allows no
 * inline styles; it is cut to the frame as the picture is. What the server wrote of it stays when the page is taken over.
 */
export function Picture({ picture, alt, lang, sizes, priority = false, ratio = '3-2', className }: PictureProps) {
  const { src, avif, webp, width, height, preview, focus } = picture
  return (
    <span
      className={joinClasses('picture', ratio === 'fill' ? 'size-full' : `ratio-${ratio}`, className)}
      data-x={focus && focus.x !== 50 ? focus.x : undefined}
      data-y={focus && focus.y !== 50 ? focus.y : undefined}
    >
      {preview == null ? null : (
        // A new picture in the same place must not reuse the server's preview.
        <svg
          key={src}
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio={`x${third(focus?.x)}Y${third(focus?.y)} slice`}
        >
          <image
            width={width}
            height={height}
            preserveAspectRatio="none"
            href={preview ? `data:image/webp;base64,${preview}` : undefined}
            suppressHydrationWarning
          />
        </svg>
      )}
      <picture>
        {avif ? <source type="image/avif" srcSet={avif} sizes={sizes} /> : null}
        <img
          srcSet={webp}
          sizes={webp && sizes}
          src={src}
          alt={alt}
          lang={lang}
          suppressHydrationWarning
          width={width}
          height={height}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding={priority ? 'sync' : 'async'}
        />
      </picture>
    </span>
  )
}

/** The preview is only a blur: three positions are enough for it. */
const third = (percent = 50): string => (percent < 50 ? 'Min' : percent > 50 ? 'Max' : 'Mid')
