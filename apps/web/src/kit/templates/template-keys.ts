import { queryClient } from '../../client/query-client.ts'

/** Query keys of everything that shows templates and batches. */
export const templateKeys = {
  all: ['templates'],
  list: (keyword: string) => ['templates', 'list', keyword],
  one: (templateId: string) => ['templates', 'one', templateId],
  batches: ['templates', 'batches'],
  batch: (batchId: string) => ['templates', 'batch', batchId],
} as const

/** Reads every list of templates again after a change. */
export const refreshTemplates = () => queryClient.invalidateQueries({ queryKey: templateKeys.all })
