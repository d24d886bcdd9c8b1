import type { Verdict } from '@moqi/api/file'

/** One file handed in for verification, from the drop to the verdict. `part` is 0…1 of the bytes sent. */
export type Check = { id: number; fileName: string; fileSize: number } & CheckPhase
/** How far a file has come. */
export type CheckPhase =
  | { phase: 'waiting' }
  | { phase: 'sending'; part: number }
  | { phase: 'done'; verdict: Verdict; at: number }
  | { phase: 'refused'; message: string; again: boolean }

/** The files of this visit, in the order they came, and the one on show. */
export type CheckQueue = { checks: readonly Check[]; shown: number | null }

/** What happens to the queue. */
export type CheckEvent =
  | { do: 'add'; checks: readonly Check[] }
  | { do: 'move'; id: number; to: CheckPhase }
  | { do: 'show'; id: number | null }

const types: ReadonlySet<string> = new Set(['application/pdf', 'application/ofd'])
const maxBytes = 50 * 1024 * 1024

/** Why a file need not be sent at all (domain.md 7.8), or null. An unnamed type is left to the server to judge. */
export function shutOut(file: { name: string; size: number; type: string }): string | null {
  if (file.size === 0) return '文件是空的，请重新选择'
  if (file.size > maxBytes) return '文件大小不能超过50MB'
  const isKnown = /\.(?:pdf|ofd)$/i.test(file.name) || types.has(file.type)
  return isKnown ? null : '仅支持PDF和OFD文件，请选择签署后下载的文件'
}

/** A fresh entry for a file. */
export function newCheck(id: number, file: { name: string; size: number; type: string }): Check {
  const message = shutOut(file)
  const phase: CheckPhase = message ? { phase: 'refused', message, again: false } : { phase: 'waiting' }
  return { id, fileName: file.name, fileSize: file.size, ...phase }
}

const withPhase = ({ id, fileName, fileSize }: Check, to: CheckPhase): Check => ({ id, fileName, fileSize, ...to })

/** The queue after an event; the first of the files just added comes on show. */
export function checkQueue(queue: CheckQueue, event: CheckEvent): CheckQueue {
  if (event.do === 'show') return { ...queue, shown: event.id }
  if (event.do === 'add')
    return { checks: [...queue.checks, ...event.checks], shown: event.checks[0]?.id ?? queue.shown }
  return {
    ...queue,
    checks: queue.checks.map((check) => (check.id === event.id ? withPhase(check, event.to) : check)),
  }
}

/** The file whose turn it is: one at a time, in the order they came; null while one is on its way. */
export function nextInQueue({ checks }: CheckQueue): Check | null {
  if (checks.some(({ phase }) => phase === 'sending')) return null
  return checks.find(({ phase }) => phase === 'waiting') ?? null
}
