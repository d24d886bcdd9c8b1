import { Copy } from 'lucide-react'
import { info, success } from '../../ui/toast-store.ts'

/** Copies a text; where the browser does not let it, says how else. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      success('已复制')
    } catch {
      info('浏览器不允许自动复制，请选中文字后按 Ctrl+C')
    }
  }
  return (
    <button type="button" className="link" aria-label={`复制${what}`} onClick={() => void copy()}>
      <Copy size={16} />
      复制
    </button>
  )
}
