import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { subjectOfFile } from '@moqi/domain/contract/draft-text'
import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { upload } from '../../client/upload.ts'
import { warn } from '../../ui/toast-store.ts'
import { editDraft, useLaunch } from '../draft/launch-store.ts'
import { refusedFileText, uploadFaults } from './upload-faults.ts'

/** What the sender chose for a file. */
type Choices = { password?: string; formMode?: 'flatten' | 'keep' }

/** What is asked of the server: asked again under its key, an answer that was lost leaves one file, not two. */
type Asked = { key: string; choices: Choices; replaces: string | undefined }

/**
 * A file on its way: `part` is 0–1; `fault` says why it was refused, `again` that trying again may help, `asks` for
 * which password, if one would help.
 */
export type Pending = {
  key: string
  file: File
  asked: Asked
  part: number
  /** ms since it began, as of the last progress. */
  elapsed: number
  fault: string | null
  again: boolean
  asks: '文件密码' | '权限密码' | null
}

/** A file whose form was settled, and how: known only while the page stays open, as the file is needed to change it. */
type SettledForm = { file: File; choices: Choices; mode: 'flatten' | 'keep' }

/** Files on their way, and how to add, repeat and give up; and forms, by fileId, which may be settled otherwise. */
export type Uploads = {
  pending: readonly Pending[]
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  remove: (key: string) => void
  unlock: (key: string, password: string) => void
  forms: Readonly<Record<string, SettledForm>>
  /** Uploads the file again with its form text, or read-only fields. */
  settleForm: (fileId: string, mode: SettledForm['mode']) => void
}

/** Which password a refused file lacks: the one that opens it, or the one that permits changes. */
const passwords: Readonly<Record<string, Pending['asks']>> = {
  'file/encrypted': '文件密码',
  'file/wrong-password': '文件密码',
  'file/restricted': '权限密码',
}

type Uploaded = Awaited<ReturnType<typeof upload<'uploadFile'>>>

/** What an upload becomes: a file that is signed, or one that only goes along. */
export type UploadPart = 'files' | 'attachments'

/** Puts the file into the draft, in the place of the one it replaces; answers how its form was settled. */
function takeIn(
  { warningArray, formMode, ...file }: Uploaded,
  part: UploadPart,
  replaces: string | undefined,
): Uploaded['formMode'] {
  useLaunch.setState((state) => ({ warnings: { ...state.warnings, [file.fileId]: warningArray } }))
  editDraft(({ [part]: files, taskName }) => ({
    [part]: files.some((one) => one.fileId === replaces)
      ? files.map((one) => (one.fileId === replaces ? { ...file, fileName: one.fileName } : one))
      : [...files, file],
    ...(part === 'files' && taskName.trim() === '' && { taskName: subjectOfFile(file.fileName) }),
  }))
  return formMode
}

/** Uploads files side by side; each becomes part of the draft when the server has taken it. */
export function useUploads(part: UploadPart = 'files'): Uploads {
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [forms, setForms] = useState<Readonly<Record<string, SettledForm>>>({})
  const stops = useRef(new Map<string, AbortController>())
  // Files join the draft in the order in which they were given, however long each takes.
  const before = useRef(Promise.resolve())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  const change = (key: string, patch: Partial<Pending>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: string) => setPending((all) => all.filter((one) => one.key !== key))

  const send = async ({ key, file, asked }: Pending, turn?: Promise<void>) => {
    const { choices, replaces } = asked
    const stop = new AbortController()
    const startedAt = Date.now()
    stops.current.set(key, stop)
    try {
      const options = {
        signal: stop.signal,
        key: asked.key,
        onProgress: (done: number) => change(key, { part: done, elapsed: Date.now() - startedAt }),
      }
      const usage = part === 'files' ? 'contract' : 'attachment'
      const uploaded = await upload('uploadFile', file, { usage, ...choices }, options)
      await turn
      if (stop.signal.aborted) return
      const mode = takeIn(uploaded, part, replaces)
      if (mode !== 'none') setForms((all) => ({ ...all, [uploaded.fileId]: { file, choices, mode } }))
      drop(key)
    } catch (error) {
      if (stop.signal.aborted) return
      const refused = error instanceof CallRefusal
      const fault = refused ? refusedFileText(file.name, error) : '上传中断，请检查网络后重新上传'
      change(key, { fault, again: !refused, asks: (refused && passwords[error.reason ?? '']) || null })
    } finally {
      stops.current.delete(key)
    }
  }

  const add = (files: readonly File[]) => {
    const kept = useLaunch.getState().draft?.[part] ?? []
    const room = draftLimits.files - kept.length - pending.length
    const coming = pending.filter(({ fault }) => fault === null).map(({ file }) => file.size)
    const taken = [...kept.map(({ fileSize }) => fileSize), ...coming].reduce((sum, size) => sum + size, 0)
    if (files.length > room) warn(`单次最多上传${draftLimits.files}个文件`)
    const fitting = files.slice(0, Math.max(0, room))
    const faults = uploadFaults(fitting, taken)
    const rows = fitting.map((file, index) => ({ ...newRow(file), fault: faults[index] ?? null }))
    setPending((all) => [...all, ...rows])
    for (const row of rows) if (row.fault === null) before.current = send(row, before.current)
  }
  const sendAgain = (key: string, otherwise: Partial<Asked> = {}) => {
    const row = pending.find((one) => one.key === key)
    if (!row) return
    const again = { ...newRow(row.file), key, asked: { ...row.asked, ...otherwise } }
    change(key, again)
    void send(again)
  }
  const settleForm = (fileId: string, mode: SettledForm['mode']) => {
    const form = forms[fileId]
    if (!form) return
    const asked = { key: randomKey(), choices: { ...form.choices, formMode: mode }, replaces: fileId }
    const row = { ...newRow(form.file), asked }
    setPending((all) => [...all, row])
    void send(row)
  }
  const remove = (key: string) => {
    stops.current.get(key)?.abort()
    drop(key)
  }
  const retry = (key: string) => sendAgain(key)
  // Another question, so another key.
  const unlock = (key: string, password: string) => sendAgain(key, { key: randomKey(), choices: { password } })
  return { pending, add, retry, remove, unlock, forms, settleForm }
}

function newRow(file: File): Pending {
  const asked = { key: randomKey(), choices: {}, replaces: undefined }
  return { key: randomKey(), file, asked, part: 0, elapsed: 0, fault: null, again: false, asks: null }
}
