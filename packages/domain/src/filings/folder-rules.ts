import { type Checked, failed, passed } from '../identity/checked.ts'
import { filingLimits } from './filing-limits.ts'

/** A folder as far as the tree needs it; `years` is how long its contracts are kept, null as the folder above says. */
export type FolderNode = {
  readonly folderId: string
  readonly parentId: string | null
  readonly name: string
  readonly years: number | null
}

/** Why a change of the tree is refused; the field it is about, and the words. */
export type FolderFault = { field: 'folderName' | 'parentId' | 'retentionYears'; message: string }

/** A folder's name: 1–30 characters. */
export function checkFolderName(text: string): Checked<string> {
  const value = text.trim().replace(/\s+/g, ' ')
  if (value === '') return failed('请输入文件夹名称')
  if ([...value].length > 30) return failed('文件夹名称不超过30个字')
  return /[\\/:*?"<>|\p{Cc}]/u.test(value) ? failed('文件夹名称不能包含 \\ / : * ? " < > |') : passed(value)
}

/** The folder and those above it, itself first; a tree that turns in a circle ends where it began. */
export function pathTo(folders: readonly FolderNode[], folderId: string | null): FolderNode[] {
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]))
  const path: FolderNode[] = []
  for (let at = folderId; at !== null;) {
    const folder = byId.get(at)
    if (!folder || path.includes(folder)) break
    path.push(folder)
    at = folder.parentId
  }
  return path
}

/** The ids of the folder and of all below it. */
export function idsBelow(folders: readonly FolderNode[], folderId: string): string[] {
  return folders
    .filter((folder) => pathTo(folders, folder.folderId).some((one) => one.folderId === folderId))
    .map((folder) => folder.folderId)
}

/** How many years a contract in the folder is kept: the folder's own, else of the nearest above that says, else ten. */
export const retentionYears = (folders: readonly FolderNode[], folderId: string | null): number =>
  pathTo(folders, folderId).find(({ years }) => years !== null)?.years ?? filingLimits.retentionYears

/** What is wrong with putting `next` into the tree, in the place of the folder of its id if any; null: nothing. */
export function folderFault(folders: readonly FolderNode[], next: FolderNode): FolderFault | null {
  const others = folders.filter(({ folderId }) => folderId !== next.folderId)
  const isNew = others.length === folders.length
  if (isNew && folders.length >= filingLimits.folders) {
    return { field: 'folderName', message: `文件夹不能超过${filingLimits.folders}个` }
  }
  if (others.some(({ parentId, name }) => parentId === next.parentId && name === next.name)) {
    return { field: 'folderName', message: '同一层已有同名文件夹' }
  }
  const tree = [...others, next]
  if (next.parentId !== null && pathTo(folders, next.parentId).some(({ folderId }) => folderId === next.folderId)) {
    return { field: 'parentId', message: '不能移动到自己的下级文件夹中' }
  }
  const deepest = Math.max(...idsBelow(tree, next.folderId).map((id) => pathTo(tree, id).length))
  if (deepest > filingLimits.depth) {
    return { field: 'parentId', message: `文件夹最多${filingLimits.depth}层` }
  }
  return yearsFault(folders, next)
}

/** Retention only grows: contracts that were promised to be kept are kept. */
function yearsFault(folders: readonly FolderNode[], next: FolderNode): FolderFault | null {
  const { years } = next
  const before = folders.find(({ folderId }) => folderId === next.folderId)
  if (years !== null && (!Number.isInteger(years) || years < 1 || years > filingLimits.mostYears)) {
    return { field: 'retentionYears', message: `保存年限需为1-${filingLimits.mostYears}的整数` }
  }
  const least = before ? retentionYears(folders, before.folderId) : 0
  const own = years ?? retentionYears(folders, next.parentId)
  return before && before.years !== years && own < least
    ? { field: 'retentionYears', message: `保存年限只能加长，不能少于${least}年` }
    : null
}
