import texts from 'shop-messages:recentlyViewed'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { ShopLink } from '../routing/link.tsx'
import { CardRow } from '../service-list/card-row.tsx'
import { forgetViewed, readViewed } from './store.ts'

addMessages(texts)

/** Rendered in the browser only, which alone knows the list. */
export function RecentlyViewed() {
  const t = useText('recentlyViewed')
  const [items, setItems] = useState(readViewed)
  if (items.length === 0) return null
  const clear = () => {
    forgetViewed()
    setItems([])
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <section aria-labelledby="recently-viewed" className="wide mt-10 md:mt-16">
      <CardRow
        id="recently-viewed"
        title={t('title')}
        text={t('text')}
        action={
          <button type="button" onClick={clear} className="btn btn-quiet flex-none">
            {t('clear')}
          </button>
        }
      >
        {items.map(({ href, kind, title, image }) => (
          <li key={href}>
            <Card as="article" className="h-full">
              <ShopPicture
                image={image ?? kindShop(kind)?.card?.defaultImage ?? null}
                alt=""
                ratio="16-9"
                sizes="18.5rem"
              />
              <div className="card-body">
                <h3 className="line-clamp-2">
                  <ShopLink href={href} className="card-link">
                    {title}
                  </ShopLink>
                </h3>
              </div>
            </Card>
          </li>
        ))}
      </CardRow>
    </section>
  )
}
