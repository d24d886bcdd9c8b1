import type { File } from '@moqi/api/shapes'
import { Check, Copy, Fingerprint as Mark } from 'lucide-react'
import { useState } from 'react'
import { convertedText } from '../../kit/document/converted-text.ts'
import { inFours } from '../../ui/in-fours.ts'

/** The SHA-256 of a file in groups of four, and a way to take it along. */
export function Fingerprint({ file, named }: { file: File; named: boolean }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(file.sha256)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  // The clipboard exists only on a secure origin; the digits can be selected either way.
  const canCopy = window.isSecureContext && 'clipboard' in navigator
  return (
    <div className="fingerprint">
      <Mark size={18} />
      <span>
        文件指纹{named && `　${file.fileName}`}
        {file.sourceKind && <small>（{convertedText(file)}）</small>}
        <code>{inFours(file.sha256)}</code>
      </span>
      {canCopy && (
        <button
          type="button"
          className="icon-btn"
          aria-label={`复制${file.fileName}的文件指纹`}
          onClick={() => void copy()}
        >
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </button>
      )}
      <span className="sr" role="status">
        {copied ? '已复制' : ''}
      </span>
    </div>
  )
}
