/** Registers the service worker for offline visits; in the built shop only. */
export function watchForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  // After everything that the page itself fetches.
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
