import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { upload } from '../../client/upload.ts'
import { refreshContacts } from './contact-keys.ts'
import { mendsOf, type MendedRow, startMending } from './import-rows.ts'

type Answer = Output<Table['importContacts']>

/** Where an import stands. `part` is 0–1 of the file sent; `saved` what has been taken so far. */
export type ImportState =
  | { is: 'choosing'; fault: string | null }
  | { is: 'checking'; file: File; part: number }
  | {
      is: 'checked'
      file: File
      total: number
      good: number
      saved: number
      rows: readonly MendedRow[]
      busy: boolean
      fault: string | null
    }

const megabytes = contactLimits.importBytes / 1024 / 1024
const lost = '上传中断，请检查网络后重试'
const whyNot = (error: unknown) => (error instanceof CallRefusal ? error.message : lost)

function faultBeforeSending(file: File): string | null {
  if (!/\.xlsx$/i.test(file.name)) return '仅支持 .xlsx 格式的表格，请下载模板填写'
  return file.size > contactLimits.importBytes ? `文件大小不能超过${megabytes}MB` : null
}

/** Choosing a file, having it judged, mending its rows and taking them in. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ is: 'choosing', fault: null })
  const stop = useRef<AbortController | null>(null)
  /** One attempt to save keeps its key, so that trying again after a lost answer takes nothing twice. */
  const attempt = useRef<{ what: string; key: string } | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const choose = async (file: File) => {
    const fault = faultBeforeSending(file)
    if (fault) return setState({ is: 'choosing', fault })
    stop.current?.abort()
    const giveUp = new AbortController()
    stop.current = giveUp
    setState({ is: 'checking', file, part: 0 })
    try {
      const onProgress = (part: number) => setState({ is: 'checking', file, part })
      const answer = await upload('importContacts', file, { mode: 'check' }, { signal: giveUp.signal, onProgress })
      setState({ ...checked(file, answer), saved: 0 })
    } catch (error) {
      if (!giveUp.signal.aborted) setState({ is: 'choosing', fault: whyNot(error) })
    }
  }

  const mend = (row: number, part: Partial<MendedRow['texts']>) =>
    setState((now) => {
      if (now.is !== 'checked' || now.busy) return now
      const rows = now.rows.map((one) => (one.from.row === row ? { ...one, texts: { ...one.texts, ...part } } : one))
      return { ...now, rows }
    })

  /** Answers how many were taken, null when it came to nothing. */
  const save = async (): Promise<{ saved: number; left: number } | null> => {
    if (state.is !== 'checked' || state.busy) return null
    setState({ ...state, busy: true, fault: null })
    const { file } = state
    const mendArray = JSON.stringify(mendsOf(state.rows))
    const what = `${file.name} ${file.size} ${file.lastModified} ${state.saved} ${mendArray}`
    if (attempt.current?.what !== what) attempt.current = { what, key: randomKey() }
    try {
      const answer = await upload('importContacts', file, { mode: 'save', mendArray }, { key: attempt.current.key })
      void refreshContacts()
      const saved = state.saved + answer.savedNumber
      const rows = stillFaulty(state.rows, answer)
      setState({ ...state, good: 0, saved, rows, busy: false, fault: null })
      return { saved: answer.savedNumber, left: rows.length }
    } catch (error) {
      setState({ ...state, busy: false, fault: whyNot(error) })
      return null
    }
  }
  const restart = () => {
    stop.current?.abort()
    setState({ is: 'choosing', fault: null })
  }
  return { state, choose, mend, save, restart }
}

const checked = (file: File, { total, goodNumber, faultArray }: Answer) => ({
  is: 'checked' as const,
  file,
  total,
  good: goodNumber,
  rows: faultArray.map(startMending),
  busy: false,
  fault: null,
})

/** Rows that were taken before are in the address book by now, which is no fault of theirs. */
function stillFaulty(rows: readonly MendedRow[], { faultArray }: Answer): MendedRow[] {
  const numbers = new Set(rows.map(({ from }) => from.row))
  return faultArray.filter(({ row }) => numbers.has(row)).map(startMending)
}
