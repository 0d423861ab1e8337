import { dismissToast, showToast } from '../../ui/toast-queue.ts'

let shown: number | null = null

/** Errors stay until they are closed (D165), but only the newest one: older ones may be fixed by now. */
export function showProblem(title: string, description?: string): void {
  clearProblem()
  shown = showToast({ tone: 'error', title, description })
}

/** Called when the visitor tries again, succeeds or navigates. */
export function clearProblem(): void {
  if (shown !== null) dismissToast(shown)
  shown = null
}
