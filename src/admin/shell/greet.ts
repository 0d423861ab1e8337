import { showToast } from '../../ui/toast-queue.ts'

/** What the sign-in of the shop left to be said here, once (A011). */
export function greet(): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem('safar.welcome') ?? 'null')
    sessionStorage.removeItem('safar.welcome')
    if (typeof kept === 'object' && kept !== null && 'title' in kept && typeof kept.title === 'string')
      showToast({ tone: 'success', title: kept.title })
  } catch {
    // No storage, or nothing that can be read: nothing is said.
  }
}
