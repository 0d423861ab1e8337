import { dismissToast, showToast } from '../../ui/toast-queue.ts'
import type { ShopApi } from '../client/api.ts'
import { isWished, toggleWish, type Wish } from './store.ts'
import { storeWish } from './sync.ts'

interface WishWords {
  readonly saved: string
  readonly removed: string
  readonly full: string
  readonly undo: string
}

interface Pressed {
  readonly wish: Wish
  /** False: the list was full. */
  readonly isDone: boolean
  readonly words: WishWords
}

/** The toast of the last heart. */
let shown: number | null = null

/** What was done to the list, with a way back. Only the last is on screen: on a phone more would cover the list. */
export function announceWish(api: ShopApi, { wish, isDone, words }: Pressed): void {
  if (!isDone) {
    showToast({ tone: 'error', title: words.full, milliseconds: 8000 })
    return
  }
  const isAdded = isWished(wish.id)
  void storeWish(api, wish.id, isAdded)
  if (shown !== null) dismissToast(shown)
  const toast = showToast({
    tone: 'success',
    title: isAdded ? words.saved : words.removed,
    description: wish.title,
    action: {
      label: words.undo,
      run: () => {
        dismissToast(toast)
        toggleWish(wish)
        void storeWish(api, wish.id, isWished(wish.id))
      },
    },
  })
  shown = toast
}
