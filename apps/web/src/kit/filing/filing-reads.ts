import type { Sent } from '@moqi/api/call'
import type { Folder } from '@moqi/api/filing'
import type { Table } from '@moqi/api/table'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'

/** What a list of filings is asked for. */
export type FilingAsk = Omit<Sent<Table['listFilings']>, 'cursor'>

/** The archive as a whole. */
export const archiveQuery = () =>
  queryOptions({
    queryKey: ['filings', 'archive'],
    queryFn: ({ signal }) => call('listFolders', {}, { signal, quiet: true }),
  })

/** One page of the archive; turning a page keeps the one before in sight. */
export const filingsQuery = (ask: FilingAsk, cursor: string | null) =>
  queryOptions({
    queryKey: ['filings', 'list', ask, cursor],
    queryFn: ({ signal }) => call('listFilings', { ...ask, cursor }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

/** What is filed of one contract, with its history. */
export const filingQuery = (filingId: string) =>
  queryOptions({
    queryKey: ['filings', 'one', filingId],
    queryFn: ({ signal }) => call('getFiling', { filingId }, { signal, quiet: true }),
  })

/** Reads everything of the archive anew. */
export const rereadFilings = () => queryClient.invalidateQueries({ queryKey: ['filings'] })

/** A folder of the tree with how deep it lies, from 0. */
export type DeepFolder = Folder & { deep: number }

/** The tree as a list: each folder before those in it, by name. */
export function foldersInOrder(folders: readonly Folder[], parentId: string | null = null, deep = 0): DeepFolder[] {
  return folders
    .filter((folder) => folder.parentId === parentId)
    .toSorted((a, b) => a.folderName.localeCompare(b.folderName, 'zh-CN'))
    .flatMap((folder) => [{ ...folder, deep }, ...foldersInOrder(folders, folder.folderId, deep + 1)])
}

/** A folder's path from the top: 采购合同 / 物业. */
export function folderPath(folders: readonly Folder[], folderId: string | null): string {
  const folder = folders.find((one) => one.folderId === folderId)
  if (!folder) return ''
  const above = folderPath(folders, folder.parentId)
  return above === '' ? folder.folderName : `${above} / ${folder.folderName}`
}

/** Folders as a select offers them. */
export const folderOptions = (folders: readonly Folder[]) =>
  foldersInOrder(folders).map(({ folderId }) => ({ value: folderId, label: folderPath(folders, folderId) }))
