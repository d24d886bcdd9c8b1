import type { File } from '@moqi/api/shapes'
import { useState, type FormEvent } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Select } from '../../ui/select.tsx'
import { warn } from '../../ui/toast-store.ts'
import { areaLabel, type AreaKind } from './area-kinds.ts'
import { findKeyword, type KeywordPlace } from './find-keyword.ts'
import { wayToFile } from './way-to-file.ts'
import './keyword-placing.css'

type Props = {
  files: readonly File[]
  kinds: readonly AreaKind[]
  onFound: (place: KeywordPlace, kind: AreaKind) => void
}

const orders = [
  { value: 'last', label: '从后往前' },
  { value: 'first', label: '从前往后' },
] as const

/** Places one area where a keyword stands, by default its last occurrence: never every one. */
export function KeywordPlacing({ files, kinds, onFound }: Props) {
  const [keyword, setKeyword] = useState('')
  const [order, setOrder] = useState<'first' | 'last'>('last')
  const [index, setIndex] = useState(1)
  const [fromPage, setFromPage] = useState(1)
  const [wholeWord, setWholeWord] = useState(false)
  const pageCounts = files.map(({ pageCount }) => pageCount)
  const lastPage = pageCounts.reduce((sum, pages) => sum + pages, 0)
  const [picked, pick] = useState<AreaKind | null>(null)
  const [busy, setBusy] = useState(false)
  const kind = picked !== null && kinds.includes(picked) ? picked : kinds[0]

  const search = async (event: FormEvent) => {
    event.preventDefault()
    if (keyword.trim() === '' || kind === undefined || busy) return
    setBusy(true)
    try {
      const found = await findKeyword(pageCounts, { order, index, fromPage }, (fileIndex, question) =>
        call('searchKeyword', { ...wayOf(files[fileIndex]), keyword, wholeWord, ...question }),
      )
      if (typeof found === 'object') onFound(found, kind)
      else warn(found === 0 ? `未找到“${keyword}”，扫描件中的文字无法查找` : `“${keyword}”只有${found}处`)
    } catch (error) {
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <details className="keyword-placing">
      <summary>按关键字定位</summary>
      <form onSubmit={search}>
        <Field
          size="m"
          label="关键字"
          placeholder="如：甲方（盖章）"
          maxLength={50}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <div className="keyword-choices">
          <label>
            控件
            {kind && (
              <Select
                value={kind}
                options={kinds.map((one) => ({ value: one, label: areaLabel(one) }))}
                onChange={pick}
              />
            )}
          </label>
          <label>
            顺序
            <Select value={order} options={orders} onChange={setOrder} />
          </label>
          <NumberChoice label="匹配第几个" most={500} value={index} onChange={setIndex} />
          <NumberChoice label="从第几页起" most={lastPage} value={fromPage} onChange={setFromPage} />
        </div>
        <Check checked={wholeWord} onChange={(event) => setWholeWord(event.target.checked)}>
          整词匹配
        </Check>
        <Button type="submit" size="s" busy={busy} disabled={keyword.trim() === ''}>
          定位
        </Button>
      </form>
    </details>
  )
}

type NumberChoiceProps = { label: string; most: number; value: number; onChange: (value: number) => void }

/** A number from 1. */
function NumberChoice({ label, most, value, onChange }: NumberChoiceProps) {
  return (
    <label>
      {label}
      <NumberInput
        min={1}
        max={most}
        step={1}
        value={value}
        onChange={(number) => number !== null && onChange(Math.round(number))}
      />
    </label>
  )
}

const wayOf = (file: File | undefined) => (file ? wayToFile(file) : { fileId: '' })
