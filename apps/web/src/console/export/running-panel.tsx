import { countText } from '@moqi/domain/labels/count-text'
import type { CompanyExport } from '@moqi/api/company-export'
import { exportStages, type ExportAct } from '@moqi/domain/spaces/company-export'
import { formatDate } from '@moqi/domain/time/format-date'
import { Check, CircleDashed, LoaderCircle, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Note, Panel } from '../../kit/console/panel.tsx'
import { partDone, sizeText } from './export-words.ts'

const titles = { running: '正在导出', paused: '导出已暂停', failed: '导出已中断' } as const
const number = (value: number) => countText(value)

/** An export under way: how far it is, its four stages, and what may be done with it. */
export function RunningPanel({ one, onSteered }: { one: CompanyExport; onSteered: () => void }) {
  const [busy, setBusy] = useState<ExportAct | null>(null)
  const { exportId, exportState: state } = one
  const steer = async (exportAct: ExportAct) => {
    setBusy(exportAct)
    try {
      await call('steerCompanyExport', { exportId, exportAct })
    } catch (refusal) {
      if (!(refusal instanceof CallRefusal)) throw refusal
    } finally {
      setBusy(null)
      onSteered()
    }
  }
  const cancel = async () => {
    const text = '已打包的部分会删除，需要时可以重新导出。'
    if (await ask({ title: '取消这次导出？', text, confirm: '取消导出', cancel: '继续等待' })) await steer('cancel')
  }
  const part = partDone(one)
  return (
    <Panel
      title={state === 'paused' || state === 'failed' ? titles[state] : titles.running}
      note={`${formatDate(one.orderTime, '{y}-{m}-{d} {h}:{i}')} 开始`}
      acts={
        <>
          {state === 'running' ? (
            <Button size="s" busy={busy === 'pause'} onClick={() => void steer('pause')}>
              <Pause size={16} />
              暂停
            </Button>
          ) : (
            <Button size="s" busy={busy === 'resume'} onClick={() => void steer('resume')}>
              <Play size={16} />
              继续
            </Button>
          )}
          <Button size="s" variant="danger" busy={busy === 'cancel'} onClick={() => void cancel()}>
            取消
          </Button>
        </>
      }
    >
      <div className="ce-now">
        <p className="ce-part">
          <b>{part}%</b>
          <span>{`${number(one.packedNumber)} / ${number(one.taskNumber)} 份　${sizeText(one.size)}`}</span>
        </p>
        <progress className="ce-meter" max={100} value={part} aria-label={`已导出${part}%`} />
        <Stages one={one} />
        {state === 'failed' ? (
          <Note tone="seal" title="存储空间不足或平台出现故障">
            已打包的部分还在。请联系平台运营方处理后点“继续”，从断开的那一份接着做。
          </Note>
        ) : (
          <Note tone="green">可以关闭页面，完成后发站内信和邮件。中断会从断开的那一份继续，不从头来。</Note>
        )}
      </div>
    </Panel>
  )
}

function Stages({ one }: { one: CompanyExport }) {
  const at = exportStages.indexOf(one.exportStage)
  const leftOut = one.leftOutNumber > 0 ? `，${number(one.leftOutNumber)} 份无法读取` : ''
  const words = [
    ['清点', at > 0 ? `${number(one.taskNumber)} 份` : '全部已完成的合同'],
    ['打包合同与证据', `${number(one.packedNumber)} 份${leftOut}`],
    ['逐份核对', at > 1 ? `${number(one.checkedNumber)} 份` : '签名与指纹'],
    ['平台签名', '台账与清单'],
  ] as const
  return (
    <ol className="ce-steps">
      {words.map(([name, note], index) => (
        <li key={name} className={index < at ? 'done' : index === at ? 'now' : ''} {...(index === at && now)}>
          <b>
            <StageIcon done={index < at} now={index === at} />
            {name}
          </b>
          {note}
        </li>
      ))}
    </ol>
  )
}

const now = { 'aria-current': 'step' } as const

function StageIcon({ done, now: isNow }: { done: boolean; now: boolean }) {
  if (done) return <Check size={16} />
  return isNow ? <LoaderCircle size={16} /> : <CircleDashed size={16} />
}
