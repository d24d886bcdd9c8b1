import type { File } from '@moqi/api/shapes'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { PaperPage } from './draw-for-paper.ts'
import { type NumberedCopy, usePaperPages } from './use-paper-pages.ts'
import './print-sheet.css'

type Props = { signId: string; files: readonly File[]; onClose: () => void }

/**
 * Makes every page of a contract ready for paper, then opens the browser's print dialog. Stays until it is closed: some
 * browsers read the pages long after their dialog has opened.
 */
export function PrintSheet(props: Props) {
  const [attempt, setAttempt] = useState(1)
  return <Preparing key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Preparing({ signId, files, onClose, onRetry }: Props & { onRetry: () => void }) {
  const { pages, copy, state } = usePaperPages(signId, files)
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
      {state === 'done' && (
        <>
          <p role="status">已打开打印窗口，共{total}页。打印件仅供查阅，以电子文件为准。</p>
          {copy?.number && (
            <p className="small muted print-number">
              每页印有编号 <span className="num">{copy.number}</span>{' '}
              和二维码，持有纸质件的人扫码可核对签署状态和该页原样。
            </p>
          )}
        </>
      )}
      {state === 'done' && createPortal(<Paper pages={pages} copy={copy} />, document.body)}
    </Sheet>
  )
}

/** What the printer sees instead of the page; on the screen nothing. */
function Paper({ pages, copy }: { pages: readonly PaperPage[]; copy: NumberedCopy | null }) {
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
      {pages.map(({ url, landscape }, index) => (
        <div key={url} className={landscape ? 'print-page landscape' : 'print-page'}>
          <img src={url} alt="" />
          {copy?.number && <Corner number={copy.number} qrcode={copy.pageArray[index]?.qrcode} page={index + 1} />}
        </div>
      ))}
    </div>
  )
}

type CornerProps = { number: string; qrcode: string | undefined; page: number }

/** In the corner of each page: what leads from paper back to the file. */
function Corner({ number, qrcode, page }: CornerProps) {
  return (
    <div className="print-corner">
      <span>
        打印件编号 {number}
        <br />第{page}页，扫码核对
      </span>
      {qrcode && <img src={qrcode} alt="" />}
    </div>
  )
}
