import { joinClasses } from './class-names.ts'

export type PictureSource = {
  /** The file for browsers that know neither format, and for the middle width. */
  src: string
  avif?: string | undefined
  webp?: string | undefined
  width: number
  height: number
  /** A colour that stands in until the file arrives. */
  placeholder?: string | undefined
}

export type PictureProps = {
  picture: PictureSource
  /** Empty for a picture that only decorates. */
  alt: string
  /** How wide it is drawn, for instance '(min-width: 768px) 33vw, 100vw'. */
  sizes: string
  /** The page's largest picture: fetched first and at once. All others wait until they come near the screen. */
  priority?: boolean | undefined
  ratio?: '3-2' | '16-9' | '1-1' | '4-5' | 'fill' | undefined
  className?: string | undefined
}

/**
 * A picture in the best format and width. The placeholder is an SVG attribute and not a style, because the shop's
 * content policy allows no inline styles.
 */
export function Picture({ picture, alt, sizes, priority = false, ratio = '3-2', className }: PictureProps) {
  const { src, avif, webp, width, height, placeholder } = picture
  return (
    <span className={joinClasses('picture', ratio === 'fill' ? 'size-full' : `ratio-${ratio}`, className)}>
      {placeholder ? (
        <svg aria-hidden="true" viewBox="0 0 1 1" preserveAspectRatio="none">
          <rect width="1" height="1" fill={placeholder} />
        </svg>
      ) : null}
      <picture>
        {avif ? <source type="image/avif" srcSet={avif} sizes={sizes} /> : null}
        {webp ? <source type="image/webp" srcSet={webp} sizes={sizes} /> : null}
        <img
          src={src}
          alt={alt}
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
