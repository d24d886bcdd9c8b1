import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** An article with the texts that an editor needs. */
export type EditedArticle = Output<Table['getArticle']>
/** What an operator writes of one. */
export type Text = NonNullable<EditedArticle['published']>
/** A chapter by its name. */
export type Chapter = Output<Table['listArticles']>['chapterArray'][number]

/** All articles, or those that are looked for, and the chapters. */
export const useArticles = (sought: Sent<Table['listArticles']> = {}) =>
  useQuery({
    queryKey: ['operator', 'articles', sought],
    queryFn: ({ signal }) => call('listArticles', sought, { signal, quiet: true }),
  })

/** One of them; read anew whenever something was done. */
export const useArticle = (columnId: string) =>
  useQuery({
    queryKey: ['operator', 'article', columnId],
    queryFn: ({ signal }) => call('getArticle', { columnId }, { signal, quiet: true }),
  })
