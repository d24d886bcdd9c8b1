import type { File } from '@moqi/api/shapes'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { PaperPage } from './draw-for-paper.ts'
import { usePaperPages } from './use-paper-pages.ts'
import './print-sheet.css'

type Props = { files: readonly File[]; onClose: () => void }

/**
 * Makes every page of a contract ready for paper, then opens the browser's print dialog. Stays until it is closed: some
 * browsers read the pages long after their dialog has opened.
 */
export function PrintSheet(props: Props) {
  const [attempt, setAttempt] = useState(1)
  return <Preparing key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Preparing({ files, onClose, onRetry }: Props & { onRetry: () => void }) {
  const { pages, state } = usePaperPages(files)
  const total = files.reduce((sum, { pageCount }) => sum + pageCount, 0)
  return (
    <Sheet
      title="打印"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{state === 'done' ? '关闭' : '取消'}</Button>
          {state === 'failed' && (
            <Button variant="primary" onClick={onRetry}>
              重试
            </Button>
          )}
          {state === 'done' && (
            <Button variant="primary" onClick={() => window.print()}>
              再次打印
            </Button>
          )}
        </>
      }
    >
      {state === 'drawing' && (
        <>
          <p role="status">正在准备打印，共{total}页</p>
          <progress className="print-progress" max={total} value={pages.length} aria-label="准备进度" />
          <p className="small muted num">
            {pages.length} / {total}
          </p>
        </>
      )}
      {state === 'failed' && <p role="alert">打印准备失败，请检查网络后重试</p>}
      {state === 'done' && <p role="status">已打开打印窗口，共{total}页。打印件仅供查阅，以电子文件为准。</p>}
      {state === 'done' && createPortal(<Paper pages={pages} />, document.body)}
    </Sheet>
  )
}

/** What the printer sees instead of the page; on the screen nothing. */
function Paper({ pages }: { pages: readonly PaperPage[] }) {
  useEffect(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.print-pages img')]
    let gone = false
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!gone) window.print()
    })
    return () => {
      gone = true
    }
  }, [])
  return (
    <div className="print-pages" aria-hidden="true">
      {pages.map(({ url, landscape }) => (
        <img key={url} src={url} alt="" className={landscape ? 'landscape' : ''} />
      ))}
    </div>
  )
}
