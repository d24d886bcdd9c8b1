import { create } from 'zustand'
import { Button } from './button.tsx'
import './browser-hint.css'
import { Sheet } from './sheet.tsx'

/** What a web view cannot do, and what to do in a browser instead. */
const hints = {
  download: { cannot: '微信内不能保存文件。', next: '在浏览器中再次下载' },
  print: { cannot: '微信内不能打印。', next: '在浏览器中再次打印' },
}

const useHint = create<{ of: keyof typeof hints | null }>(() => ({ of: null }))

/** Says that this must be done in a browser, and how to get there. */
export const hintAtBrowser = (of: keyof typeof hints = 'download') => useHint.setState({ of })

const close = () => useHint.setState({ of: null })

/** Shows the hint over the page; mounted once at the root. */
export function BrowserHintHost() {
  const of = useHint((hint) => hint.of)
  if (of === null) return null
  const { cannot, next } = hints[of]
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
      <p className="ask">{cannot}</p>
      <ol className="browser-steps">
        <li>点击右上角的“···”</li>
        <li>选择“在浏览器打开”</li>
        <li>{next}</li>
      </ol>
    </Sheet>
  )
}
