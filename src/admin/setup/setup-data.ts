import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Setup } from '../../modules/settings/contract.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

export type { Setup }
export type Step = Setup['steps'][number]
export type StepKey = Step['step']

const key = ['setup']

/** Steps depend on data all over the shop, so the checklist is reloaded each time it is shown. */
export const useSetup = (enabled = true) =>
  useQuery({ queryKey: key, queryFn: () => api.settings.setup.get(), enabled, staleTime: 0 })

export function useSetupChanged(): (now?: Setup) => void {
  const queries = useQueryClient()
  return (now) => {
    if (now) queries.setQueryData(key, now)
    else void queries.invalidateQueries({ queryKey: key })
  }
}

const t = textOf('setup')
export const stepName = (step: StepKey): string => t(`names.${step}`)
export const isLeft = ({ is_done, is_skipped }: Step): boolean => !is_done && !is_skipped
export const countDone = ({ steps }: Setup): number => steps.filter(({ is_done }) => is_done).length
export const missingOf = ({ steps }: Setup): readonly Step[] =>
  steps.filter(({ is_required, is_done }) => is_required && !is_done)
