import { readCopyNumber } from '@moqi/domain/contract/printed-copy'
import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { CopyResult } from './copy-result.tsx'
import './printed-copy.css'

/** /open/printed: what a printed contract's number (`?n`), or the code of one of its pages (`p`, `k`), leads to. */
export function PrintedCopyPage() {
  const [params, setParams] = useSearchParams()
  const number = params.get('n') ?? ''
  const page = Number(params.get('p') ?? 0)
  const look = (typed: string) => setParams(new URLSearchParams({ n: typed }))
  if (number === '') return <Ask onAsk={look} />
  const code = Number.isInteger(page) && page > 0 ? { page, key: params.get('k') ?? '' } : null
  return <Found key={number} number={number} code={code} onAsk={look} />
}

type FoundProps = { number: string; code: { page: number; key: string } | null; onAsk: (typed: string) => void }

function Found({ number, code, onAsk }: FoundProps) {
  const info = useQuery({
    queryKey: ['printed-copy', number],
    queryFn: ({ signal }) => call('getPrintedCopy', { number: number.slice(0, 40) }, { signal }),
  })
  if (info.data) return <CopyResult info={info.data} code={code} />
  if (info.error instanceof CallRefusal) return <Ask first={number} fault={info.error.message} onAsk={onAsk} />
  if (info.error) return <LoadingFailed onRetry={() => void info.refetch()} busy={info.isFetching} />
  return <Waiting title="正在查找打印件" />
}

type AskProps = { first?: string; fault?: string; onAsk: (typed: string) => void }

function Ask({ first = '', fault, onAsk }: AskProps) {
  const [typed, setTyped] = useState(first)
  const [said, setSaid] = useState(fault)
  return (
    <form
      className="copy-ask"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const number = readCopyNumber(typed)
        if (number === null) setSaid('编号为16位数字和字母，请照纸上的编号输入')
        else onAsk(number)
      }}
    >
      <ScanLine size={32} aria-hidden="true" />
      <h1>核对打印件</h1>
      <p className="muted">扫描纸质件每页右下角的二维码，或输入二维码旁的打印件编号</p>
      <Field
        label="打印件编号"
        value={typed}
        error={said}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onChange={(event) => {
          setTyped(event.target.value)
          setSaid(undefined)
        }}
      />
      <Button type="submit" size="xl" variant="primary" block>
        查看
      </Button>
    </form>
  )
}
