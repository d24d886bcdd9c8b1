import { checkFileName } from '@moqi/domain/contract/draft-text'
import { Pencil } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Input } from '../../ui/input.tsx'
import { FaultText } from '../draft/fault-text.tsx'

type Props = { name: string; onRename: (name: string) => void }

const stemOf = (name: string) => name.replace(/\.pdf$/i, '')

/** A file's name in this contract, and how to change it: Enter or leaving the field takes it, Escape gives up. */
export function FileName({ name, onRename }: Props) {
  const id = useId()
  const [typed, type] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const pencil = useRef<HTMLButtonElement>(null)
  const end = () => {
    type(null)
    setFault('')
    requestAnimationFrame(() => pencil.current?.focus())
  }
  const take = (text: string) => {
    const checked = checkFileName(text)
    if (!checked.ok) return setFault(checked.message)
    if (checked.value !== name) onRename(checked.value)
    end()
  }
  if (typed === null)
    return (
      <span className="file-name">
        <span className="clip" title={name}>
          {name}
        </span>
        <button
          ref={pencil}
          type="button"
          className="file-pencil"
          aria-label={`重命名 ${name}`}
          onClick={() => type(stemOf(name))}
        >
          <Pencil size={14} />
        </button>
      </span>
    )
  return (
    <span className="file-naming">
      <Input
        autoFocus
        size="s"
        value={typed}
        maxLength={100}
        unit=".pdf"
        aria-label={`${name}的新名称`}
        aria-invalid={fault !== ''}
        {...(fault && { 'aria-describedby': `${id}-fault` })}
        onChange={(event) => type(event.target.value)}
        onBlur={() => take(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(typed)
          if (event.key === 'Escape') end()
        }}
      />
      <FaultText id={`${id}-fault`}>{fault || undefined}</FaultText>
    </span>
  )
}
