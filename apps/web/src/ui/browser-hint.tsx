import { create } from 'zustand'
import { Button } from './button.tsx'
import './browser-hint.css'
import { Sheet } from './sheet.tsx'

const useHint = create<{ open: boolean }>(() => ({ open: false }))

/** Says that the file must be fetched in a browser, and how to get there. */
export const hintAtBrowser = () => useHint.setState({ open: true })

const close = () => useHint.setState({ open: false })

/** Shows the hint over the page; mounted once at the root. */
export function BrowserHintHost() {
  if (!useHint(({ open }) => open)) return null
  return (
    <Sheet
      title="在浏览器打开"
      onClose={close}
      width={416}
      footer={
        <Button variant="primary" data-first block onClick={close}>
          知道了
        </Button>
      }
    >
      <svg className="browser-arrow" viewBox="0 0 96 96" aria-hidden="true" fill="none" stroke="currentColor">
        <path d="M8 88C20 48 44 28 84 14M84 14 62 10M84 14 72 32" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <p className="ask">微信内不能保存文件。</p>
      <ol className="browser-steps">
        <li>点击右上角的“···”</li>
        <li>选择“在浏览器打开”</li>
        <li>在浏览器中再次下载</li>
      </ol>
    </Sheet>
  )
}
