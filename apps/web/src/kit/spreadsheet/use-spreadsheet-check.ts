import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'

/** Where choosing a spreadsheet stands until it is checked; `part` is 0–1 of the file sent. */
export type Choosing = { is: 'choosing'; fault: string | null } | { is: 'checking'; file: File; part: number }

type Sending = { signal: AbortSignal; onProgress: (part: number) => void }
type SpreadsheetCheck<Checked> = {
  maxBytes: number
  /** The name of what one fills in, as the page that hands it out says it. */
  form: string
  /** Sends it to be judged; rejects as `upload` does. */
  check: (file: File, sending: Sending) => Promise<Checked>
}

/** The server's words, or that the file did not get there. */
export const whyNot = (error: unknown) => (error instanceof CallRefusal ? error.message : '上传中断，请检查网络后重试')

/** Choosing a spreadsheet and having it judged; another choice gives the one under way up. */
export function useSpreadsheetCheck<Checked>({ maxBytes, form, check }: SpreadsheetCheck<Checked>) {
  const [state, setState] = useState<Choosing | Checked>({ is: 'choosing', fault: null })
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const faultBeforeSending = (file: File): string | null => {
    if (!/\.xlsx$/i.test(file.name)) return `仅支持 .xlsx 格式的表格，请下载${form}填写`
    return file.size > maxBytes ? `文件大小不能超过${maxBytes / 1024 / 1024}MB` : null
  }
  const choose = async (file: File) => {
    const fault = faultBeforeSending(file)
    if (fault) return setState({ is: 'choosing', fault })
    stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    setState({ is: 'checking', file, part: 0 })
    try {
      setState(await check(file, { signal, onProgress: (part) => setState({ is: 'checking', file, part }) }))
    } catch (error) {
      if (!signal.aborted) setState({ is: 'choosing', fault: whyNot(error) })
    }
  }
  const restart = () => {
    stop.current?.abort()
    setState({ is: 'choosing', fault: null })
  }
  return { state, setState, choose, restart }
}
