import { signInMethods } from '@moqi/domain/account/sign-in'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { CardState } from '../../ui/card-state.tsx'
import { ContinueOnPhone } from './continue-on-phone.tsx'
import { DeviceRow } from './device-row.tsx'
import './settings-cards.css'
import { signInKeys } from './sign-in-keys.ts'

const minutes = '{y}-{m}-{d} {h}:{i}'

/** Where the account is signed in, and the way to end that elsewhere. */
export function SessionsCard() {
  const client = useQueryClient()
  const [handing, setHanding] = useState(false)
  const [busy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: signInKeys.sessions,
    queryFn: ({ signal }) => call('listSessions', {}, { signal, quiet: true }),
  })
  const others = query.data?.sessionArray.some(({ isCurrent }) => isCurrent === 'no') ?? false

  const end = async (work: () => Promise<string>) => {
    if (busy) return
    setBusy(true)
    try {
      success(await work())
    } catch (fault) {
      showRefusal(fault)
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: signInKeys.sessions })
  }
  const endOne = async (sessionId: string, name: string) => {
    const text = `确定要退出“${name}”上的登录吗？`
    if (!(await ask({ title: '退出登录', text, confirm: '退出', cancel: '取消' }))) return
    await end(async () => {
      await call('endSession', { sessionId })
      return '已退出该设备上的登录'
    })
  }
  const endOthers = async () => {
    const text = '确定要退出除此之外的全部登录吗？其他设备需要重新登录。'
    if (!(await ask({ title: '退出其他设备', text, confirm: '退出', cancel: '取消' }))) return
    await end(async () => `已退出${(await call('endOtherSessions', {})).endedNumber}处登录`)
  }
  return (
    <section className="card settings-card" aria-labelledby="sessions-title">
      <div className="card-head settings-head">
        <h2 id="sessions-title" className="h2">
          设备与会话
        </h2>
        <span className="row">
          <Button size="s" className="only-desktop" onClick={() => setHanding(true)}>
            <Smartphone size={16} />
            在手机上继续
          </Button>
          {others && (
            <Button size="s" busy={busy} onClick={() => void endOthers()}>
              {!busy && <LogOut size={16} />}
              退出其他设备
            </Button>
          )}
        </span>
      </div>
      <CardState query={query} rows={3}>
        {({ sessionArray }) => (
          <ul aria-labelledby="sessions-title">
            {sessionArray.map((session) => (
              <DeviceRow
                key={session.sessionId}
                device={session}
                facts={`${session.address}　${signInMethods[session.method]}`}
                at={`${formatDate(session.seenTime, minutes)} 使用`}
                act={
                  session.isCurrent === 'no' && (
                    <button
                      type="button"
                      className="link"
                      aria-label={`退出：${session.deviceName}`}
                      onClick={() => void endOne(session.sessionId, session.deviceName)}
                    >
                      退出
                    </button>
                  )
                }
              />
            ))}
          </ul>
        )}
      </CardState>
      {handing && <ContinueOnPhone onClose={() => setHanding(false)} />}
    </section>
  )
}
