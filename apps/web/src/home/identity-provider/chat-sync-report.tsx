import type { WorkChatSettings } from '@moqi/api/work-chat'
import { type ChatReport, type ChatSyncState, chatSyncStates } from '@moqi/domain/spaces/chat-sync'
import { formatDate } from '@moqi/domain/time/format-date'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'

const tones: Readonly<Record<ChatSyncState, Tone>> = {
  never: 'grey',
  running: 'blue',
  planned: 'blue',
  asks: 'ochre',
  done: 'green',
  failed: 'void',
}

type ReportProps = { chat: WorkChatSettings; busy: boolean; onConfirm: (leavers: number) => void }

/** What came of reading the address book: what would be done, what was, or why nothing. */
export function ChatSyncReport({ chat, busy, onConfirm }: ReportProps) {
  const { state, report, fault, endTime } = chat
  const confirm = async (leavers: number) => {
    const text = `确定要停用${leavers}名成员吗？尚未加入的，撤回邀请。`
    const detail = '停用的成员下一个请求起不能进入本企业；通讯录重新出现该成员时自动启用。'
    if (await ask({ title: '确认停用', text, detail, confirm: '停用并同步', cancel: '取消', tone: 'seal' }))
      onConfirm(leavers)
  }
  return (
    <section className="work-chat-report" aria-label="同步结果" aria-live="polite">
      <div className="row work-chat-state">
        <Tag tone={tones[state]}>{chatSyncStates[state]}</Tag>
        {endTime !== null && <span className="small muted">{formatDate(endTime, '{y}-{m}-{d} {h}:{i}')}</span>}
      </div>
      {fault !== null && <p>{fault}</p>}
      {report && state === 'asks' && (
        <div className="spread work-chat-asks">
          <p>通讯录里少了{report.leavers}人，多于平常，已暂停同步。请确认这些成员确实已经离开。</p>
          <Button variant="danger" disabled={busy} onClick={() => void confirm(report.leavers)}>
            停用{report.leavers}人并同步
          </Button>
        </div>
      )}
      {report && <Facts className="provider-facts" facts={factsOf(report, state)} />}
      {report && report.failures.length > 0 && (
        <>
          <h3 className="small muted">未能处理</h3>
          <ul>
            {report.failures.map(({ name, message }, at) => (
              <li key={at}>
                <span className="provisioning-what">
                  <span>{name}</span>
                  <span className="small muted">{message}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function factsOf(report: ChatReport, state: ChatSyncState) {
  const isDone = state === 'done'
  const people = (label: string, number: number) => [isDone ? label : `待${label}`, `${number}人`] as const
  return [
    ['通讯录', `${report.people}人，${isDone ? `对应${report.departments}个部门` : `${report.departments}个部门`}`],
    people('邀请或对应', report.newcomers),
    people('更新', report.changed),
    people('停用', report.leavers),
    ...(report.withoutPhone > 0
      ? [['没有手机号', `${report.withoutPhone}人，不能邀请；可由管理员按手机号邀请，本人绑定后即对应`] as const]
      : []),
  ] as const
}
