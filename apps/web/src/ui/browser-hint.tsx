import { type BrowserHint as Hint, closeBrowserHint as close } from './browser-hint-store.ts'
import './browser-hint.css'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'

/** What a web view cannot do, and what to do in a browser instead. */
const hints: Record<Hint, { cannot: string; next: string }> = {
  download: { cannot: '微信内不能保存文件。', next: '在浏览器中再次下载' },
  print: { cannot: '微信内不能打印。', next: '在浏览器中再次打印' },
}

/** The way from a web view to a browser, where the thing can be done. */
export function BrowserHint({ of }: { of: Hint }) {
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
