import { draftLimits } from '@moqi/domain/contract/draft-rules'
import { subjectOfFile } from '@moqi/domain/contract/draft-text'
import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { upload } from '../../client/upload.ts'
import { warn } from '../../ui/toast-store.ts'
import { editDraft, useLaunch } from './launch-store.ts'

/** A file on its way: `part` is 0–1; `fault` says why it was refused, `again` that trying again may help. */
export type Pending = {
  key: string
  file: File
  part: number
  /** ms since it began, as of the last progress. */
  elapsed: number
  fault: string | null
  again: boolean
}

/** Files on their way, and how to add, repeat and give up. */
export type Uploads = {
  pending: readonly Pending[]
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  remove: (key: string) => void
}

const mebibyte = 1024 * 1024

/** Why a file is not even sent, or null: the rest is for the server to judge by the bytes. */
function faultBeforeSending(file: File): string | null {
  if (file.size > draftLimits.fileBytes) return `文件大小不能超过${draftLimits.fileBytes / mebibyte}MB`
  return file.size === 0 ? '文件已损坏或无法解析' : null
}

function takeIn(uploaded: Awaited<ReturnType<typeof upload<'uploadFile'>>>) {
  const { warningArray, ...file } = uploaded
  useLaunch.setState((state) => ({ warnings: { ...state.warnings, [file.fileId]: warningArray } }))
  editDraft(({ files, taskName }) => ({
    files: [...files.filter((one) => one.fileId !== file.fileId), file],
    ...(taskName.trim() === '' && { taskName: subjectOfFile(file.fileName) }),
  }))
}

/** Uploads contract files side by side; each becomes part of the draft when the server has taken it. */
export function useUploads(): Uploads {
  const [pending, setPending] = useState<readonly Pending[]>([])
  const stops = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  const change = (key: string, patch: Partial<Pending>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: string) => setPending((all) => all.filter((one) => one.key !== key))

  const send = async (key: string, file: File) => {
    const stop = new AbortController()
    const startedAt = Date.now()
    stops.current.set(key, stop)
    try {
      const options = {
        signal: stop.signal,
        onProgress: (part: number) => change(key, { part, elapsed: Date.now() - startedAt }),
      }
      takeIn(await upload('uploadFile', file, { usage: 'contract' }, options))
      drop(key)
    } catch (error) {
      if (stop.signal.aborted) return
      const refused = error instanceof CallRefusal
      change(key, { fault: refused ? error.message : '上传中断，请检查网络后重新上传', again: !refused })
    } finally {
      stops.current.delete(key)
    }
  }

  const add = (files: readonly File[]) => {
    const room = draftLimits.files - (useLaunch.getState().draft?.files.length ?? 0) - pending.length
    if (files.length > room) warn(`单次最多上传${draftLimits.files}个文件`)
    const rows = files.slice(0, Math.max(0, room)).map((file) => {
      const row = { key: randomKey(), file, part: 0, elapsed: 0 }
      return { ...row, fault: faultBeforeSending(file), again: false }
    })
    setPending((all) => [...all, ...rows])
    for (const { key, file, fault } of rows) if (fault === null) void send(key, file)
  }
  const retry = (key: string) => {
    const row = pending.find((one) => one.key === key)
    if (!row) return
    change(key, { part: 0, elapsed: 0, fault: null, again: false })
    void send(key, row.file)
  }
  const remove = (key: string) => {
    stops.current.get(key)?.abort()
    drop(key)
  }
  return { pending, add, retry, remove }
}
