import { Eraser, RotateCw, Undo2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { hrefOf } from '../../router/leave.ts'
import { inkOf } from '../../kit/handwriting/ink-picture.ts'
import { PadField } from '../../kit/handwriting/pad-field.tsx'
import { writtenSize } from '../../kit/handwriting/written-size.ts'
import { DeadCode } from './dead-code.tsx'
import { HandwriteSuccess } from './handwrite-success.tsx'
import { useHandwrite } from './use-handwrite.ts'
import '../../ui/mm-ground.css'
import './handwrite.css'

/** px at full pressure, and px a millimetre on a screen of 96 dpi. */
const brush = 12
const mm = 96 / 25.4
/** Of most names, until the server has told of this one. */
const usualLetters = 3

/**
 * /open/seal/handwrite?ticket (checklist R53): a phone's side of writing by a code. The page is never turned by us: the
 * phone does that, and the pad takes what there is.
 */
export function HandwritePage({ ticket }: { ticket: string }) {
  const writing = useHandwrite(ticket)
  const { asker, ending } = writing
  const done = ending?.is === 'done'
  useEffect(() => {
    // In its place: the way back would lead to a pad that no longer sends.
    if (done) history.replaceState(null, '', hrefOf('/open/seal/handwriteSuccess'))
  }, [done])
  if (ending?.is === 'dead') return <DeadCode />
  if (ending) return <HandwriteSuccess sent={ending.sent} name={asker?.nickName ?? null} />
  return <Writing {...writing} />
}

function Writing({ asker, strokes, write, fault, tries, send }: ReturnType<typeof useHandwrite>) {
  const ink = useMemo(() => inkOf(strokes, brush), [strokes])
  const fixed = strokes.length === 0 || tries > 0
  return (
    <main className="hw">
      <header>
        <h1>请写下您的姓名</h1>
        <Asker asker={asker} />
      </header>
      <PadField letters={asker?.nameLength ?? usualLetters} strokes={strokes} brush={brush} onStrokes={write} />
      <div className="hw-tools">
        <Button variant="quiet" disabled={fixed} onClick={() => write([])}>
          <Eraser size={20} />
          清除
        </Button>
        <Button variant="quiet" disabled={fixed} onClick={() => write(strokes.slice(0, -1))}>
          <Undo2 size={20} />
          撤销一笔
        </Button>
        <span className="hw-turn small muted">
          <RotateCw size={14} />
          横过手机写得更大
        </span>
      </div>
      <section className="hw-real" aria-label="盖在合同上的实际大小">
        <span className="small muted">盖在合同上的实际大小</span>
        <div className="hw-paper mm-ground">{ink && <Real png={ink.png} ratio={ink.ratio} />}</div>
      </section>
      <div className="hw-end">
        <Progress tries={tries} fault={fault} />
        <Button
          variant="seal"
          size="xl"
          block
          disabled={strokes.length === 0}
          busy={tries > 0}
          onClick={() => void send(ink)}
        >
          {tries > 0 ? '正在提交…' : '提交签名'}
        </Button>
      </div>
    </main>
  )
}

function Asker({ asker }: Pick<ReturnType<typeof useHandwrite>, 'asker'>) {
  if (!asker) return <p className="muted">正在连接电脑，可以先写</p>
  return (
    <p className="muted">
      {asker.nickName}的电脑正在等这个签名
      <Left until={asker.expireTime} />
    </p>
  )
}

function Real({ png, ratio }: { png: string; ratio: number }) {
  const { width, height } = writtenSize(ratio)
  return <img src={png} alt="" style={{ width: width * mm, height: height * mm }} />
}

function Left({ until }: { until: number }) {
  const seconds = useSecondsUntil(until)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <span className="hw-left num">剩余 {text}</span>
}

/** What is to be known about the sending: a fault of the writing, a line that is slow or away. */
function Progress({ tries, fault }: { tries: number; fault: string }) {
  const online = useOnline()
  const slow = tries > 1 || (tries > 0 && !online)
  const words = slow
    ? `${online ? '网络较慢' : '网络已断开'}，签名已存在本机，正在第${tries}次提交，请不要关闭页面`
    : online
      ? ''
      : '网络已断开，可以继续书写，恢复后再提交'
  return (
    <p className={fault ? 'hw-weak bad' : 'hw-weak'} role="status" hidden={!fault && !words}>
      {fault || words}
    </p>
  )
}
