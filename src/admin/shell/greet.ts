import { showToast } from '../../ui/toast-queue.ts'

/** Shows the message left by the shop's sign-in once (A011). */
export function greet(): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem('safar.welcome') ?? 'null')
    sessionStorage.removeItem('safar.welcome')
    if (typeof kept === 'object' && kept !== null && 'title' in kept && typeof kept.title === 'string')
      showToast({ tone: 'success', title: kept.title })
  } catch {
    // Without storage there is no message to show.
  }
}
