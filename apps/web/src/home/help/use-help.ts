import type { Output } from '@moqi/api/call'
import type { help } from '@moqi/api/help'
import { useQuery } from '@tanstack/react-query'
import { publicCall } from '../../client/public-client.ts'

/** One article, or a chapter's page. */
export type HelpColumn = Output<typeof help.docCenterCmsGetByColumnId>
type MenuItem = Output<typeof help.docCenterMenuList>['menuArray'][number]

/** A chapter with its articles, both in the order they are read. */
export type HelpChapter = MenuItem & { articles: MenuItem[] }

/** Puts the menu's columns below the chapters they belong to. */
function chaptersOf(menu: readonly MenuItem[]): HelpChapter[] {
  const inOrder = menu.toSorted((a, b) => a.sort - b.sort)
  return inOrder
    .filter(({ parentId }) => parentId === null)
    .map((chapter) => ({ ...chapter, articles: inOrder.filter(({ parentId }) => parentId === chapter.columnId) }))
}

/** The documentation centre's chapters. */
export const useHelpMenu = () =>
  useQuery({
    queryKey: ['help', 'menu'],
    queryFn: async ({ signal }) => chaptersOf((await publicCall('docCenterMenuList', {}, signal)).menuArray),
    staleTime: 300_000,
  })

/** A column's text; nothing is asked for without one. */
export const useHelpColumn = (columnId: string | null) =>
  useQuery({
    queryKey: ['help', 'column', columnId],
    queryFn: ({ signal }) => publicCall('docCenterCmsGetByColumnId', { columnId: columnId ?? '' }, signal),
    enabled: columnId !== null,
    staleTime: 300_000,
  })
