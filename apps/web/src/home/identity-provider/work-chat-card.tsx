import type { Input, Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { WorkChatSettings } from '@moqi/api/work-chat'
import { workChats } from '@moqi/domain/account/identity-provider'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import type { Space } from '../../client/space-store.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Switch } from '../../ui/switch.tsx'
import { success } from '../../ui/toast-store.ts'
import { ChatSyncReport } from './chat-sync-report.tsx'
import './work-chat.css'

/** What the company takes from its work chat: members and departments, and whether messages go there. */
export function WorkChatCard({ space }: { space: Space }) {
  const queryKey = ['work-chat', space.tenantId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('getWorkChat', {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.chat?.state === 'running' ? 1000 : false),
  })
  const reread = () => queryClient.invalidateQueries({ queryKey })
  return (
    <section className="card provisioning" aria-labelledby="work-chat">
      <CardState query={query} rows={4}>
        {({ chat }) => chat && <Settings chat={chat} onChanged={reread} />}
      </CardState>
    </section>
  )
}

type SettingsProps = { chat: WorkChatSettings; onChanged: () => Promise<unknown> }

function Settings({ chat, onChanged }: SettingsProps) {
  const { name } = workChats[chat.kind]
  const testing = useMutation({ mutationFn: () => call('testWorkChat', {}), onError: showRefusal })
  const { start, starting } = useSync(chat, onChanged)
  const busy = chat.state === 'running' || starting
  const apply = async () => {
    const detail = '离开通讯录的成员将停用；停用的人数多于平常时先请您确认。'
    const text = `按${name}的通讯录邀请新成员、更新部门？`
    if (await ask({ title: '立即同步', text, detail, confirm: '同步', cancel: '取消' }))
      start({ mode: 'apply', leaverNumber: 0 })
  }
  return (
    <>
      <div className="spread provisioning-head">
        <h2 className="h3" id="work-chat">
          {name}通讯录与消息
        </h2>
        <div className="row provider-acts">
          <Button busy={testing.isPending} onClick={() => testing.mutate()}>
            测试连接
          </Button>
          <Button disabled={busy} onClick={() => start({ mode: 'plan', leaverNumber: 0 })}>
            核对通讯录
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void apply()}>
            立即同步
          </Button>
        </div>
      </div>
      <p className="muted">
        通讯录新增人员时按手机号邀请，本人实名并同意后才成为成员；离开通讯录的成员随即停用，不移除。部门按名称建立与更新。
      </p>
      <Switches chat={chat} onChanged={onChanged} />
      {testing.data && <Tested tested={testing.data} />}
      <ChatSyncReport chat={chat} busy={busy} onConfirm={(leaverNumber) => start({ mode: 'apply', leaverNumber })} />
    </>
  )
}

function useSync(chat: WorkChatSettings, onChanged: SettingsProps['onChanged']) {
  const keyOf = useRepeatKey()
  const starting = useMutation({
    mutationFn: (input: Input<Table['startChatSync']>) =>
      call('startChatSync', input, { key: keyOf({ ...input, since: chat.endTime }) }),
    onError: showRefusal,
    onSettled: onChanged,
  })
  return { start: starting.mutate, starting: starting.isPending }
}

type ChatSwitches = Pick<WorkChatSettings, 'syncs' | 'notices'>

function Switches({ chat, onChanged }: SettingsProps) {
  const keyOf = useRepeatKey()
  const { syncs, notices } = chat
  const { name } = workChats[chat.kind]
  // Until the answer has been read, as it was asked for; a mutation tells that it runs a task later,
  // by which time the pressed switch would have gone back.
  const [asked, setAsked] = useState<ChatSwitches>()
  const setting = useMutation({
    mutationFn: (input: ChatSwitches) =>
      call('setWorkChat', input, { key: keyOf({ ...input, was: [syncs, notices] }) }),
    onSuccess: () => success('已保存'),
    onError: showRefusal,
    onSettled: () => onChanged().finally(() => setAsked(undefined)),
  })
  const shown = asked ?? chat
  const set = (change: Partial<ChatSwitches>) => {
    if (asked) return
    const input = { syncs, notices, ...change }
    setAsked(input)
    setting.mutate(input)
  }
  return (
    <ul>
      <li>
        <label className="work-chat-switch">
          <span className="provisioning-what">
            <span>自动同步</span>
            <span className="small muted">每6小时按通讯录同步一次</span>
          </span>
          <Switch checked={shown.syncs === 1} onChange={(on) => set({ syncs: on ? 1 : 0 })} />
        </label>
      </li>
      <li>
        <label className="work-chat-switch">
          <span className="provisioning-what">
            <span>消息通知</span>
            <span className="small muted">成员在本企业收到的通知，同时发到已绑定的{name}账号</span>
          </span>
          <Switch checked={shown.notices === 1} onChange={(on) => set({ notices: on ? 1 : 0 })} />
        </label>
      </li>
    </ul>
  )
}

const works = (fault: string | null) => fault ?? '正常'

const Tested = ({ tested }: { tested: Output<Table['testWorkChat']> }) => (
  <section className="work-chat-report" aria-label="测试结果" aria-live="polite">
    <Facts
      className="provider-facts"
      facts={[
        ['应用密钥', works(tested.secretFault)],
        ['读取通讯录', works(tested.contactsFault)],
        ['发送消息', works(tested.messageFault)],
      ]}
    />
  </section>
)
