import type { Folder } from '@moqi/api/filing'
import type { FilingAsk } from '../../kit/filing/filing-reads.ts'

/** What of the archive is shown: a view or a folder, and what narrows it. */
export type ArchivePlace = {
  view?: 'all' | 'unfiled' | 'soon' | 'kept' | undefined
  folderId?: string | undefined
  term?: 'soon' | 'past' | undefined
  keyword?: string | undefined
  /** A field of the company's own, and what it must hold. */
  fieldId?: string | undefined
  value?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const views = ['all', 'unfiled', 'soon', 'kept'] as const
const terms = ['soon', 'past'] as const

/** The place an address names; without one what waits to be filed. */
export function placeOf(params: URLSearchParams): ArchivePlace {
  const text = (name: string) => params.get(name) ?? undefined
  const folderId = text('folder')
  return {
    view: folderId ? undefined : (views.find((view) => view === text('view')) ?? 'unfiled'),
    folderId,
    term: terms.find((term) => term === text('term')),
    keyword: text('keyword'),
    fieldId: text('field'),
    value: text('value'),
    from: text('from'),
    to: text('to'),
  }
}

/** The address's query of a place. */
export function placeSearch({ folderId, fieldId, ...place }: ArchivePlace): URLSearchParams {
  const entries = Object.entries({ folder: folderId, field: fieldId, ...place })
  return new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const titles = { all: '全部合同', unfiled: '待归档', soon: '即将到期', kept: '保存期满' } as const

/** What a place is called. */
export const placeTitle = ({ view, folderId }: ArchivePlace, folders: readonly Folder[]): string =>
  folderId
    ? (folders.find((folder) => folder.folderId === folderId)?.folderName ?? '文件夹不存在')
    : titles[view ?? 'unfiled']

/** What a list is asked for in a place. */
export const askOf = (place: ArchivePlace): Omit<FilingAsk, 'pageSize'> => ({
  place: place.view === 'unfiled' || place.view === 'kept' ? place.view : 'all',
  ...(place.folderId && { folderId: place.folderId }),
  ...(place.view === 'soon' && { termState: 'soon' as const }),
  ...(place.term && { termState: place.term }),
  ...(place.keyword && { keyword: place.keyword }),
  ...(place.fieldId && { fieldFilterArray: [filterOf(place.fieldId, place)] }),
})

const filterOf = (fieldId: string, { value = '', from = '', to = '' }: ArchivePlace) => ({ fieldId, value, from, to })
